// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EIGENREPORT_HPP
#define CHRONOS_EIGENREPORT_HPP

#include "Chronos_EigenSolve.hpp"
#include "Chronos_Machine.hpp"
#include "Chronos_RowPlacement.hpp"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace Chronos::Command {

/// All that `chronos eigen` found out; plain data. The same on all ranks.
struct EigenReport {
  std::string command, date;
  std::string matrixName, massName;  ///< massName is empty without a mass matrix
  std::string preconditioner;        ///< in words
  std::vector<std::string> notices;  ///< what was given and has no effect
  long long numRows = 0, numEntries = 0;
  int numRanks = 1;
  int components = 0;  ///< unknowns of a node of a file that was numbered by component; 0: rows kept their numbers
  std::optional<PlacementReport> placement;  ///< of a file, on several ranks
  Machine machine;
  EigenParameters parameters;
  EigenResult result;
  double readSeconds = 0, setupSeconds = 0, solveSeconds = 0, totalSeconds = 0;
};

void printTable(const EigenReport& report, std::ostream& out);

/// \brief Writes all of it; docs/json.md explains the members. Collective.
/// \throws InputError on all ranks when the file cannot be written
void writeJson(const EigenReport& report, const std::string& path, const Comm& comm);

}  // namespace Chronos::Command

#endif
