// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RUNRESULT_HPP
#define CHRONOS_RUNRESULT_HPP

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace Chronos::Command {

/// Named numbers in the order of the file.
using NamedNumbers = std::vector<std::pair<std::string, double>>;
using NamedTexts = std::vector<std::pair<std::string, std::string>>;
/// Empty when the file says null, or nothing: older files lack members.
using Known = std::optional<double>;

/// One level of a multigrid hierarchy, as docs/json.md describes it.
struct LevelResult {
  Known rows, entries, entriesPerRow, activeRanks, smootherDensity, prolongationEntries, bytes, bytesInDouble;
  std::string smoother, coarsening, interpolation;
  std::string storage;  ///< of A, of P and R, of the smoother; one word where they are alike
  std::vector<std::string> widened;
  NamedNumbers seconds;  ///< stage of the set-up to its time
};

/// What a file written by `chronos solve --json` says, as far as the report shows it.
struct RunResult {
  std::string name;  ///< for tables and legends; different for every run of a report
  std::string status, message, matrix, rightHandSide, preconditioner;
  std::string preset, executionSpace, device, command, date;
  Known rows, entries, ranks, threadsPerRank;
  Known iterations, relativeResidual, tolerance, setupSeconds, solveSeconds;
  Known factorDensity, gridComplexity, operatorComplexity, preconditionerBytes, peakBytes, deviceBytes;
  std::vector<Known> residualHistory;  ///< the first one belongs to the initial guess
  NamedNumbers phases, traffic;
  NamedTexts parameters;  ///< list/name to value
  NamedTexts versions;
  std::vector<std::string> notices;  ///< what was given and has no effect
  std::vector<LevelResult> levels;   ///< finest first; empty without multigrid
  std::vector<Known> convergence;    ///< behind each hierarchy of a composite; unknown where nobody has looked

  /// Set-up and solve together.
  Known totalSeconds() const;
};

/// \brief Reads a file of `chronos solve --json`. Local.
///
/// Only what every version of the command wrote is asked for; the name is left to the caller.
/// \throws InputError when the file cannot be read, is no JSON, or is not such a result
RunResult readRunResult(const std::string& path);

}  // namespace Chronos::Command

#endif
