// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVEREPORT_HPP
#define CHRONOS_SOLVEREPORT_HPP

#include "Chronos_KrylovSteps.hpp"
#include "Chronos_Machine.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_RowPlacement.hpp"
#include "Chronos_SetupReport.hpp"
#include "Chronos_Smoother.hpp"
#include "Chronos_SystemSolve.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace Chronos::Command {

/// How far a run came.
enum class RunStage { matrix, setUp, solve };

/// One of the hierarchies that precondition together.
struct HierarchySummary {
  double convergence = 0;  ///< CompositePart::convergence
  std::size_t numLevels = 0;
  double operatorComplexity = 0, bytes = 0;
};

/// \brief All that `chronos solve` found out; plain data for the table and the JSON file. The same on all ranks.
struct SolveReport {
  std::string command, date;
  std::string preset;  ///< of the command line; empty without one
  std::string matrixName, rightHandSide;
  long long numRows = 0, numEntries = 0;
  int numRightHandSides = 1;
  int numRanks = 1;
  int components = 0;  ///< unknowns of a node of a file that was numbered by component; 0: rows kept their numbers
  std::optional<PlacementReport> placement;  ///< of a file, on several ranks
  Machine machine;
  Parameters parameters;  ///< those in use, once something is set up

  Teuchos::RCP<const Choice> choice;  ///< what `auto` chose, from stage setUp on; null otherwise
  bool verbose = false;               ///< the table says how rows of levels are distributed
  bool explain = false;               ///< the table says what would have changed the choice
  std::vector<SolveStage> stages;     ///< methods of the last run, one after the other; from stage solve on

  std::vector<std::string> notices;   ///< what was given and has no effect, from stage setUp on
  RunStage stage = RunStage::matrix;  ///< the last one that was completed
  SmootherReport smoother;            ///< from stage setUp on
  SetupReport setup;                  ///< of multigrid, from stage setUp on; no levels for other preconditioners
  std::vector<HierarchySummary> hierarchies;  ///< of multigrid, from stage setUp on; `setup` is that of the first
  SolveResult result;                         ///< from stage solve on; status and message always
  KrylovCounts krylovCounts;                  ///< of the K cycles of the last run, from stage solve on
  std::optional<ResidualLimits> limits;

  double readSeconds = 0, rightHandSideSeconds = 0, totalSeconds = 0;
  double initializeSeconds = 0, computeSeconds = 0;  ///< of the last run
  std::vector<double> setupSeconds, solveSeconds;    ///< one for each measured run
  bool repeated = false;                             ///< --repeat was given: a warm-up went before these runs
  double peakMemoryBytes = 0;                        ///< resident sets of all ranks
  double deviceBytes = 0;                            ///< in use on the fullest GPU after the set-up
};

/// Least, median and greatest.
struct Spread {
  double least = 0, median = 0, greatest = 0;
};

/// Of a list that is not empty; zeros otherwise.
Spread spread(std::vector<double> values);

/// The word for the status in table and JSON.
std::string statusName(SolveStatus status);

/// Exit status of the command for what happened.
int exitStatus(const SolveReport& report);

}  // namespace Chronos::Command

#endif
