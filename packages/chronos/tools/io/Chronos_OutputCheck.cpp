// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OutputCheck.hpp"

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_OutputTarget.hpp"

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
    identities[i] = identityOf(outputTarget(outputs[i].path));
    if (!identities[i]) continue;
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
