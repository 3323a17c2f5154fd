// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Peers.hpp"

#include "Chronos_ChildProcess.hpp"
#include "Chronos_Error.hpp"

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>

#include <unistd.h>

namespace Chronos::Command {
namespace {

std::vector<std::string> foldersOfPath() {
  const char* path = std::getenv("PATH");
  std::istringstream words(path == nullptr ? "" : path);
  std::vector<std::string> folders;
  for (std::string folder; std::getline(words, folder, ':');)
    if (!folder.empty()) folders.push_back(folder);
  return folders;
}

}  // namespace

Peers::Peers(const std::vector<std::string>& folders) {
  std::vector<std::string> all;
  for (const std::string& folder : folders) {
    if (!folder.empty()) all.push_back(folder);
    else
      for (const std::string& ofPath : foldersOfPath()) all.push_back(ofPath);
  }
  for (const char* const program : {"peer_petsc", "peer_muelu"})
    for (const std::string& folder : all) {
      const std::string file = (std::filesystem::path(folder) / program).string();
      std::error_code ignored;
      if (!std::filesystem::is_regular_file(file, ignored) || access(file.c_str(), X_OK) != 0) continue;
      programs_.push_back(file);
      break;
    }
}

std::vector<Peers::Configuration> Peers::configurations(const ComparedSystem& system,
                                                        const std::string& pattern) const {
  std::regex wanted;
  try {
    wanted.assign(pattern, std::regex::extended);
  } catch (const std::regex_error&) {
    throw InputError("--only: '" + pattern + "' is no regular expression.");
  }
  std::vector<Configuration> found;
  for (const std::string& program : programs_) {
    std::vector<std::string> words{program, "--list"};
    for (const std::string& option : peerOptions(system)) words.push_back(option);
    const ChildResult listed = runChild(words, 60);
    if (listed.status != 0) throw InputError("'" + program + " --list' fails: " + listed.error);
    std::istringstream lines(listed.out);
    for (std::string name; std::getline(lines, name);)
      if (!name.empty() && std::regex_search(name, wanted)) found.push_back({program, name});
  }
  return found;
}

std::string Peers::packageOf(const std::string& configuration) {
  return configuration.substr(0, configuration.find('-'));
}

std::vector<std::string> peerOptions(const ComparedSystem& system) {
  std::vector<std::string> options{"--block-size", std::to_string(system.dofs)};
  if (!system.modes.empty()) options.insert(options.end(), {"--near-null-space", system.modes});
  return options;
}

}  // namespace Chronos::Command
