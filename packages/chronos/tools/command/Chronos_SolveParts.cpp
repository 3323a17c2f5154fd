// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolveParts.hpp"

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

}  // namespace

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

void noteUnusedNearKernel(const SolveOptions& options, SolveReport& report) {
  const bool isGiven = !options.vectors.nearKernel.empty() || !options.vectors.coordinates.empty();
  if (!isGiven || report.stage == RunStage::matrix || usesNearKernel(report.parameters)) return;
  report.notices.push_back("the near kernel was read and has the right length; " +
                           (report.parameters.type == "amg" ? "multigrid of this kind" : report.parameters.type) +
                           " does not use it.");
}

bool isSolutionUseful(const SolveReport& report) {
  const SolveResult& result = report.result;
  const auto any = [&](const auto& predicate) {
    return std::any_of(result.columns.begin(), result.columns.end(), predicate);
  };
  const bool isOfColumns = any([&](const ColumnResult& column) { return column.status == result.status; });
  return isUseful(result) || (isOfColumns && any(isUseful));
}

std::string messageOf(const ColumnResult& result) {
  if (!result.message.empty()) return result.message;
  if (result.status == SolveStatus::interrupted) return "interrupted.";
  return "not converged after " + std::to_string(result.iterations) +
         " iterations. Allow more (--max-iterations) or take a stronger preconditioner (chronos presets lists them).";
}

}  // namespace Chronos::Command
