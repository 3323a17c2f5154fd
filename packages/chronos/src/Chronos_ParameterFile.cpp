// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Error.hpp"
#include "Chronos_ByteOrderMark.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_XmlCheck.hpp"

#include <Teuchos_CommHelpers.hpp>
#include <Teuchos_StringInputSource.hpp>
#include <Teuchos_XMLParameterListReader.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Chronos {
namespace {

// Far above any list that a person writes; a device without an end is not read for ever.
constexpr std::size_t mostBytes = std::size_t(1) << 26;

// Lists that a person writes are not nested deeper; the parser calls itself for each.
constexpr int deepestList = 100;
// Time that whoever writes into a FIFO has for the first byte.
constexpr int millisecondsOfPatience = 5000;

// A FIFO into which nobody writes is not waited for forever. Returns null, with the number of the error in errno.
std::FILE* openPatiently(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return nullptr;
  struct stat status;
  int error = ::fstat(descriptor, &status) == 0 ? 0 : errno;
  if (error == 0 && S_ISFIFO(status.st_mode)) {
    struct pollfd waited = {descriptor, POLLIN, 0};
    if (::poll(&waited, 1, millisecondsOfPatience) <= 0) error = ETIMEDOUT;
  }
  if (error == 0 && ::fcntl(descriptor, F_SETFL, O_RDONLY) < 0) error = errno;
  std::FILE* file = error == 0 ? ::fdopen(descriptor, "rb") : nullptr;
  if (file == nullptr) {
    if (error == 0) error = errno;
    ::close(descriptor);
    errno = error;
  }
  return file;
}

// Returns 0, or the number of the error.
int readText(const std::string& path, std::string& text) {
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(openPatiently(path), std::fclose);
  if (!file) return errno;
  char buffer[1 << 16];
  while (const std::size_t length = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, length);
    if (text.size() > mostBytes) return EFBIG;
  }
  dropByteOrderMark(text);
  return std::ferror(file.get()) != 0 ? errno : 0;
}

// Teuchos puts file, line and condition of its own source in front of what it has to say.
std::string withoutSource(const std::string& what) {
  std::size_t begin = what.find("Throw test that evaluated to true");
  begin = begin == std::string::npos ? 0 : what.find("\n\n", begin);
  std::string text;
  for (std::size_t i = std::min(begin, what.size()); i < what.size(); ++i) {
    const bool isBlank = what[i] == '\n' || what[i] == ' ';
    if (!isBlank) text += what[i];
    else if (!text.empty() && text.back() != ' ') text += ' ';
  }
  text.erase(text.find_last_not_of(" .") + 1);
  return text;
}

// Whether tags are nested deeper than deepestList. Comments, declarations and closed tags nest nothing.
bool isTooDeep(const std::string& text) {
  int depth = 0;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    if (text.compare(at, 4, "<!--") == 0) {
      at = std::min(text.find("-->", at), text.size() - 1);
      continue;
    }
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    if (next == '?' || next == '!') continue;
    const std::size_t end = std::min(text.find('>', at), text.size());
    if (next == '/') --depth;
    else if (text[end - 1] != '/') ++depth;
    if (depth > deepestList) return true;
  }
  return false;
}

Teuchos::RCP<Teuchos::ParameterList> parse(const std::string& text, const std::string& path) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw InputError("The parameter file '" + path +
                     "' is empty; write <ParameterList name=\"Chronos\"> ... "
                     "</ParameterList>.");
  if (isTooDeep(text))
    throw InputError("The parameter file '" + path + "' nests lists more than " + std::to_string(deepestList) +
                     " deep; no list of Chronos needs that. `chronos parameters --xml` prints one.");
  try {
    const Teuchos::XMLObject xml = Teuchos::StringInputSource(text).getObject();
    checkXml(xml, path);
    return Teuchos::rcp(new Teuchos::ParameterList(Teuchos::XMLParameterListReader().toParameterList(xml)));
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError("The parameter file '" + path + "' is not a Teuchos parameter list in XML: " +
                     withoutSource(error.what()) + ". `chronos parameters --xml` prints one.");
  }
}

}  // namespace

Teuchos::RCP<Teuchos::ParameterList> readXml(const std::string& path, const Comm& comm) {
  std::string text;
  int status[2] = {0, 0};  // error number, length
  if (comm.getRank() == 0) {
    status[0] = readText(path, text);
    status[1] = status[0] == 0 ? static_cast<int>(text.size()) : 0;
  }
  Teuchos::broadcast(comm, 0, 2, status);
  if (status[0] == ETIMEDOUT)
    throw InputError("The parameter file '" + path + "' is a FIFO into which nobody writes. Name a file.");
  if (status[0] != 0)
    throw InputError("Cannot read the parameter file '" + path + "': " + std::strerror(status[0]) +
                     ". Check its name and permissions.");
  text.resize(status[1]);
  Teuchos::broadcast(comm, 0, status[1], text.data());
  return parse(text, path);
}

}  // namespace Chronos
