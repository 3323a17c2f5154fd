// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PARAMETERCHOICE_HPP
#define CHRONOS_PARAMETERCHOICE_HPP

#include "Chronos_NearKernelInput.hpp"
#include "Chronos_Parameters.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace Chronos::Command {

/// What the command line says about parameters. Later ones win: preset, XML, --set, explicit options.
struct ParameterOptions {
  std::string preset, xml;
  std::vector<std::string> assignments;  ///< "list/key=value"
  std::string preconditioner, residualScaling, initialGuess;
  std::optional<double> tolerance;
  std::optional<int> maxIterations;
};

void addParameterOptions(CLI::App& app, ParameterOptions& options);

/// \brief The parameters of a run. Collective.
/// \param told what the list `user data` says of unknowns and nodes
/// \throws InputError on all ranks, naming list, key and allowed values
Parameters chooseParameters(const ParameterOptions& options, const Comm& comm, NearKernelInput& told);

}  // namespace Chronos::Command

#endif
