// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolveParts.hpp"

#include "Chronos_UserData.hpp"

#include <algorithm>

namespace Chronos::Command {
namespace {

std::string describeRightHandSide(const SolveOptions& options) {
  if (!options.vectors.rhs.empty()) return options.vectors.rhs;
  const bool isRandom = options.vectors.rhsKind == "random";
  return options.vectors.rhsKind + (isRandom ? " (seed " + std::to_string(options.matrix.seed) + ")" : "");
}

bool isUseful(const ColumnResult& result) {
  return result.status == SolveStatus::converged || result.status == SolveStatus::notConverged;
}

// What ended a run between two solves is the status of no column.
bool isOfColumns(const SolveResult& result) {
  return std::any_of(result.columns.begin(), result.columns.end(),
                     [&](const ColumnResult& column) { return column.status == result.status; });
}

std::string interruptText(const ColumnResult& result) {
  return "interrupted after " + std::to_string(result.iterations) +
         (result.iterations == 1 ? " iteration." : " iterations.");
}

std::string interruptText(const SolveReport& report) {
  if (report.stage != RunStage::solve) return "interrupted before the first iteration.";
  return isOfColumns(report.result) ? interruptText(static_cast<const ColumnResult&>(report.result))
                                    : "interrupted between two runs; the figures are those of the first of them.";
}

void tellEndOf(ColumnResult& result, bool isWritten, const std::string& interrupt) {
  std::string& message = result.message;
  for (const std::string claim : {bestIsReturned, guessIsReturned}) {
    const std::size_t at = isWritten ? std::string::npos : message.find(claim);
    if (at != std::string::npos) message.erase(at > 0 ? at - 1 : 0, claim.size() + 1);
  }
  if (result.status == SolveStatus::interrupted) message = interrupt + (message.empty() ? "" : " ") + message;
}

}  // namespace

Parameters solveParameters(SolveOptions& options, const Comm& comm) {
  NearKernelInput told;
  const Parameters parameters = chooseParameters(options.parameters, comm, told);
  heedUserData(told, options.matrix, options.vectors);
  if (parameters.solver.initialGuess == InitialGuess::given)
    throw InputError(
        "`solver/initial guess` is given, but the command has no option that names a guess: take zero or "
        "preconditioned (--initial-guess).");
  return parameters;
}

SolveReport beginReport(const SolveOptions& options, const Parameters& parameters, const std::string& command,
                        const Comm& comm) {
  SolveReport report;
  report.command = command;
  report.date = dateNow();
  report.preset = options.parameters.preset;
  report.numRanks = comm.getSize();
  report.machine = describeMachine(comm);
  report.parameters = parameters;
  report.smoother.name = parameters.type;
  report.explain = options.explain;
  report.verbose = options.verbose;
  report.rightHandSide = describeRightHandSide(options);
  return report;
}

ReadOptions rowsOfNodes(const VectorOptions& options, const Teuchos::RCP<TpetraMultiVector>& coordinates) {
  ReadOptions nodes;
  if (options.degreesOfFreedom > 0) nodes.rowsPerNode = options.degreesOfFreedom;
  else if (!coordinates.is_null()) nodes.numNodes = static_cast<long long>(coordinates->getGlobalLength());
  return nodes;
}

void noteSizes(const NamedMatrix& source, const TpetraMultiVector& rightHandSide, SolveReport& report) {
  report.matrixName = source.name;
  report.placement = source.placement;
  report.components = source.components;
  report.numRows = static_cast<long long>(source.matrix->getGlobalNumRows());
  report.numEntries = static_cast<long long>(source.matrix->getGlobalNumEntries());
  report.numRightHandSides = static_cast<int>(rightHandSide.getNumVectors());
  if (report.numRightHandSides == 0)
    throw InputError("'" + report.rightHandSide + "' holds no column: give at least one right-hand side.");
}

void tellEnd(SolveReport& report) {
  const bool isWritten = isSolutionUseful(report);
  tellEndOf(report.result, isWritten, interruptText(report));
  for (ColumnResult& column : report.result.columns) tellEndOf(column, isWritten, interruptText(column));
}

bool wantsSolution(const SolveOptions& options) {
  return !options.solution.empty() || !options.vtk.empty();
}

bool isSolutionUseful(const SolveReport& report) {
  const SolveResult& result = report.result;
  const bool isAny = std::any_of(result.columns.begin(), result.columns.end(), isUseful);
  return isUseful(result) || (isOfColumns(result) && isAny);
}

std::string messageOf(const ColumnResult& result) {
  if (!result.message.empty()) return result.message;
  if (result.status == SolveStatus::interrupted) return "interrupted.";
  return "not converged after " + std::to_string(result.iterations) +
         " iterations. Allow more (--max-iterations) or take a stronger preconditioner (chronos presets lists them).";
}

}  // namespace Chronos::Command
