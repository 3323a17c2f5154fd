// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MEASUREMENT_HPP
#define CHRONOS_MEASUREMENT_HPP

#include "Chronos_RunResult.hpp"

#include <string>
#include <vector>

namespace Chronos::Command {

/// One run of some solver on some system: what a comparison of solvers needs to know of it.
struct Measurement {
  std::string system;         ///< name of the matrix without folder and ending
  std::string solver;         ///< a program: `chronos`, or a peer
  std::string configuration;  ///< what the solver was told to do
  bool isSolved = false;
  Known setupSeconds, solveSeconds;  ///< both known where it is solved
  Known iterations, relativeResidual;
  Known operatorComplexity, peakBytes;  ///< of a multigrid; of all processes

  /// Set-up and solve together.
  Known totalSeconds() const;
};

/// The solver that a result of `chronos solve` is of.
inline const char* const ownName = "chronos";

/// \brief Results of `chronos solve` as measurements, in the same order.
///
/// A configuration has the name of its preset, or of its preconditioner without one; a number follows where the same
/// name stands for other parameters.
std::vector<Measurement> measurementsOf(const std::vector<RunResult>& runs);

/// \brief Reads measurements, one JSON object on each line, as docs/json.md describes them; empty lines are passed
/// over. Local.
/// \throws InputError that names file and line, when a line is no such object or the file cannot be read
std::vector<Measurement> readMeasurements(const std::string& path);

}  // namespace Chronos::Command

#endif
