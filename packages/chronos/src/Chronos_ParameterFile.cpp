// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Error.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_XmlCheck.hpp"

#include <Teuchos_CommHelpers.hpp>
#include <Teuchos_StringInputSource.hpp>
#include <Teuchos_XMLParameterListReader.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace Chronos {
namespace {

// Far above any list that a person writes; a device without an end is not read for ever.
constexpr std::size_t mostBytes = std::size_t(1) << 26;

// Returns 0, or the number of the error.
int readText(const std::string& path, std::string& text) {
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) return errno;
  char buffer[1 << 16];
  while (const std::size_t length = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, length);
    if (text.size() > mostBytes) return EFBIG;
  }
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

Teuchos::RCP<Teuchos::ParameterList> parse(const std::string& text, const std::string& path) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw InputError("The parameter file '" + path +
                     "' is empty; write <ParameterList name=\"Chronos\"> ... "
                     "</ParameterList>.");
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
  if (status[0] != 0)
    throw InputError("Cannot read the parameter file '" + path + "': " + std::strerror(status[0]) +
                     ". Check its name and permissions.");
  text.resize(status[1]);
  Teuchos::broadcast(comm, 0, status[1], text.data());
  return parse(text, path);
}

}  // namespace Chronos
