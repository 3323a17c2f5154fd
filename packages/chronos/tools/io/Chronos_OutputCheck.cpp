// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OutputCheck.hpp"

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_OutputTarget.hpp"

#include <unistd.h>

namespace Chronos {
namespace {

std::string quoted(const NamedFile& file) {
  return file.role + " '" + file.path + "'";
}

void checkHere(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  std::vector<std::optional<FileIdentity>> identities;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    identities.emplace_back();
    if (outputs[i].path.empty()) continue;
    const OutputTarget target = outputTarget(outputs[i].path);
    identities[i] = identityOf(target);
    if (!identities[i]) continue;
    // By /dev/stdout one follows the other; by its name the file would be replaced, and what was printed be gone.
    if (target.descriptor < 0 && identities[i] == identityOf(OutputTarget{"", {}, false, STDOUT_FILENO}))
      throw InputError(quoted(outputs[i]) + " is the file that standard output goes to: give it another name.");
    for (const NamedFile& input : inputs) {
      const auto read = input.path.empty() ? std::nullopt : identityOf(input.path);
      if (read && *read == *identities[i])
        throw InputError(quoted(outputs[i]) + " would overwrite " + quoted(input) + ": give it another name.");
    }
    for (std::size_t j = 0; j < i; ++j)
      if (identities[j] && *identities[j] == *identities[i])
        throw InputError(quoted(outputs[j]) + " and " + quoted(outputs[i]) +
                         " are one file: give one of them another name.");
  }
}

}  // namespace

void checkOutputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs, const Comm& comm) {
  runOnAllRanks(comm, outputs.empty() ? "" : outputs.front().path, [&] {
    if (comm.getRank() == 0) checkHere(outputs, inputs);
  });
}

}  // namespace Chronos
