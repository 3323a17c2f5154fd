// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PEERSYSTEM_HPP
#define CHRONOS_PEERSYSTEM_HPP

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace Chronos::Peers {

/// A system on one rank, with indices as PETSc and hypre have them on Debian.
struct System {
  int numRows = 0;
  std::vector<int> rowPtr, colInd;
  std::vector<double> values;
  std::vector<double> rightHandSide;               ///< as `chronos solve` makes it from seed 0
  std::vector<std::vector<double>> nearNullSpace;  ///< columns of the file; empty without one
};

/// What is asked of a peer program.
struct Request {
  std::string matrix, configuration, nearNullSpace;
  int blockSize = 1;            ///< unknowns of a node, numbered node by node
  bool withStatistics = false;  ///< complexities too, where asking costs time
  bool list = false;            ///< names of configurations instead
};

/// What a run gave.
struct Outcome {
  std::string peer;
  double setupSeconds = 0, solveSeconds = 0;
  double userSeconds = 0;  ///< processor time of both
  int iterations = 0;
  std::vector<double> solution;
  std::optional<double> gridComplexity, operatorComplexity;
};

constexpr double relativeTolerance = 1e-8;
constexpr int mostIterations = 5000;

/// Of the arguments [--list] | [--statistics] [--block-size K] [--near-null-space FILE] MATRIX CONFIGURATION.
/// \throws std::runtime_error
Request readRequest(int argc, char** argv);

/// Reads the binary form that `chronos convert` writes, and the Matrix Market array of the near null space.
/// \throws std::runtime_error
System readSystem(const Request& request);

/// Prints one JSON object on one line, with the true residual.
void printOutcome(const Request& request, const System& system, const Outcome& outcome);

/// Processor time of the program so far, without the system's.
double userSeconds();

/// Seconds since some moment.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace Chronos::Peers

#endif
