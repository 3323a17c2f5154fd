// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMPARECOMMAND_HPP
#define CHRONOS_COMPARECOMMAND_HPP

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace Chronos::Command {

/// What `chronos compare` is told.
struct CompareOptions {
  std::vector<std::string> systems, presets;
  std::string peers, only, page, lines;  ///< of --only none: all
  int repeat = 3;
  double longest = 900;  ///< seconds of a run
};

void addCompareOptions(CLI::App& app, CompareOptions& options);

/// \brief `chronos compare`: runs itself and the programs of peers as processes of one rank and one thread, one after
/// the other, prints a table of medians, writes the results as lines and as a page.
///
/// Every configuration of the peers runs once; the best one of each package and Chronos then run in turns. Needs
/// neither MPI nor Kokkos, and must be called before either starts: children of an MPI process may not start MPI.
/// \param self this program
/// Where no peers are found presets are compared. The table goes to standard error where an output goes to standard
/// output.
/// \return exit status: 3 where no configuration solved some system
/// \throws InputError
int compareCommand(const CompareOptions& options, const std::string& self);

}  // namespace Chronos::Command

#endif
