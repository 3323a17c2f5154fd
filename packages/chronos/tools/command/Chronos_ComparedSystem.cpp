// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ComparedSystem.hpp"

#include "Chronos_Error.hpp"

#include <filesystem>

namespace Chronos::Command {
namespace {

void checkFile(const std::string& what, const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) throw InputError("There is no " + what + " '" + file + "'.");
}

}  // namespace

ComparedSystem ComparedSystem::read(const std::string& text) {
  ComparedSystem system;
  const std::size_t first = text.find(':'), second = first == std::string::npos ? first : text.find(':', first + 1);
  system.matrix = text.substr(0, first);
  if (first != std::string::npos) {
    const std::string dofs = text.substr(first + 1, second == std::string::npos ? second : second - first - 1);
    const bool isCount = !dofs.empty() && dofs.size() < 4 && dofs.find_first_not_of("0123456789") == std::string::npos;
    system.dofs = isCount ? std::stoi(dofs) : 0;
    if (system.dofs < 1)
      throw InputError("'" + text +
                       "' should be FILE:K:MODES with K unknowns of a node, a number from 1 to 999, not '" + dofs +
                       "'.");
  }
  if (second != std::string::npos) {
    system.modes = text.substr(second + 1);
    checkFile("file of near-kernel vectors", system.modes);
  }
  checkFile("matrix", system.matrix);
  return system;
}

std::string ComparedSystem::name() const {
  std::filesystem::path file = std::filesystem::path(matrix).filename();
  for (const char* const ending : {".gz", ".mtx", ".bin"})
    if (file.extension() == ending && !file.stem().empty()) file = file.stem();
  return file.string();
}

}  // namespace Chronos::Command
