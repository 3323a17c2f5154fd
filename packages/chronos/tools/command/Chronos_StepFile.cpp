// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StepFile.hpp"

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_OutputTarget.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace Chronos::Command {
namespace {

// A folder or a file without permission may stand beside names with numbers.
bool isReplaced(const std::string& path) {
  try {
    return outputTarget(path).isReplaced;
  } catch (const InputError&) {
    return true;
  }
}

}  // namespace

StepFile::StepFile(const std::string& path, std::size_t numSteps, const Comm& comm) : path_(path), numSteps_(numSteps) {
  runOnAllRanks(comm, path, [&] { isNumbered_ = !path.empty() && comm.getRank() == 0 && isReplaced(path); });
  broadcastPlain(comm, isNumbered_);
}

void StepFile::holdOpen(const Comm& comm) {
  runOnAllRanks(comm, path_, [&] {
    std::error_code ignored;
    if (isNumbered_ || comm.getRank() != 0 || !std::filesystem::is_fifo(path_, ignored)) return;
    const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) throw InputError("Cannot open '" + path_ + "' for writing: " + std::strerror(errno) + ".");
    held_ = std::shared_ptr<const int>(new int(descriptor), [](const int* held) {
      ::close(*held);
      delete held;
    });
  });
}

// As many digits as the last one has, so that names sort.
std::string StepFile::name(std::size_t step) const {
  if (!isNumbered_) return path_;
  std::string number = std::to_string(step + 1);
  number.insert(0, std::to_string(numSteps_).size() - number.size(), '0');
  const std::size_t slash = path_.find_last_of('/'), dot = path_.find_last_of('.');
  const bool hasEnding = dot != std::string::npos && (slash == std::string::npos || dot > slash + 1) && dot > 0;
  const std::size_t at = hasEnding ? dot : path_.size();
  return path_.substr(0, at) + "_" + number + path_.substr(at);
}

bool StepFile::isLeftOver(std::size_t step) const {
  std::error_code ignored;
  return isNumbered_ && std::filesystem::is_regular_file(name(step), ignored);
}

}  // namespace Chronos::Command
