// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REPORTCOMMAND_HPP
#define CHRONOS_REPORTCOMMAND_HPP

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace Chronos::Command {

/// What `chronos report` is told.
struct ReportOptions {
  std::vector<std::string> inputs;
  std::string output;
};

void addReportOptions(CLI::App& app, ReportOptions& options);

/// \brief `chronos report`: reads all results, then writes the page, whole or not at all. Local; needs no
/// Kokkos. Files whose names end with .jsonl have one result on each line.
/// \return exit status
/// \throws InputError
int reportCommand(const ReportOptions& options);

}  // namespace Chronos::Command

#endif
