// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolveTable.hpp"

#include "Chronos_FileNumbering.hpp"
#include "Chronos_PlacementText.hpp"
#include "Chronos_SetupTable.hpp"
#include "Chronos_TableText.hpp"

#include <cmath>
#include <ostream>

namespace Chronos::Command {
namespace {

class Table {
 public:
  explicit Table(std::ostream& out) : out_(out) {}
  void row(const std::string& name, const std::string& value) {
    out_ << "  " << format("%-20s", name.c_str()) << (name.size() < 20 ? "" : "  ") << value << '\n';
  }

 private:
  std::ostream& out_;
};

std::string seconds(const std::vector<double>& runs, bool repeated) {
  const Spread all = spread(runs);
  if (!repeated) return format("%.3f s", all.median);
  return format("%.4f s  (median of %zu; %.4f .. %.4f)", all.median, runs.size(), all.least, all.greatest);
}

void machineRows(const SolveReport& report, Table& table) {
  const Machine& machine = report.machine;
  if (report.components > 0) table.row("numbered", numberingText(report.components));
  table.row("ranks", std::to_string(report.numRanks));
  if (report.placement) table.row("rows of ranks", placementText(*report.placement));
  table.row("execution space", machine.executionSpace + (machine.deviceOfRank.empty() && machine.threadsPerRank > 1
                                                             ? format(", %d threads a rank", machine.threadsPerRank)
                                                             : ""));
  std::string devices;
  for (std::size_t rank = 0; machine.deviceOfRank.size() > 1 && rank < machine.deviceOfRank.size(); ++rank)
    devices += (rank == 0 ? "  (of ranks 0, 1, ...: " : ", ") + std::to_string(machine.deviceOfRank[rank]);
  table.row("device", machine.device + devices + (devices.empty() ? "" : ")"));
  if (!machine.transport.empty()) table.row("messages", machine.transport);
}

// What `auto` chose, and why; a line for each method of the solve where there were several.
void choiceRows(const SolveReport& report, Table& table) {
  if (report.choice.is_null()) return;
  table.row("chosen", report.choice->rungs.front().name);
  for (const std::string& reason : report.choice->because) table.row("  because", reason);
  if (report.explain)
    for (const std::string& reason : report.choice->otherwise) table.row("  otherwise", reason);
  if (report.stages.size() < 2) return;
  for (const SolveStage& stage : report.stages)
    table.row("  " + stage.method,
              format("set-up %.3f s, %d iterations in %.3f s to %.1e%s%s", stage.setupSeconds, stage.iterations,
                     stage.solveSeconds, stage.relativeResidual, stage.ended.empty() ? "" : "; ", stage.ended.c_str()));
}

// Of several hierarchies, or of one that was looked at.
void compositeRow(const SolveReport& report, Table& table) {
  const std::vector<HierarchySummary>& all = report.hierarchies;
  if (all.empty() || (all.size() == 1 && std::isnan(all.front().convergence))) return;
  std::string rates;
  double complexity = 0;
  for (const HierarchySummary& hierarchy : all) {
    rates += (rates.empty() ? "" : ", ") +
             (std::isnan(hierarchy.convergence) ? "not known" : format("%.3f", hierarchy.convergence));
    complexity += hierarchy.operatorComplexity;
  }
  table.row("hierarchies", format("%zu, convergence %s; operator %.3f together; below: the first", all.size(),
                                  rates.c_str(), complexity));
}

void setUpRows(const SolveReport& report, Table& table) {
  const SmootherReport& smoother = report.smoother;
  choiceRows(report, table);
  table.row("preconditioner", smoother.name);
  if (report.stage == RunStage::matrix) return;
  if (!report.setup.levels.empty()) table.row("complexity", complexityText(report.setup));
  else if (report.parameters.type != "none")
    table.row("density", format("%.3f", smoother.density) +
                             (smoother.longestRow > 0 ? format("  (longest row %lld)", smoother.longestRow) : ""));
  compositeRow(report, table);
  if (smoother.numFallbackRows > 0 || smoother.numJacobiRows > 0)
    table.row("fallback rows", format("%lld stopped early by rounding, %lld replaced by Jacobi's",
                                      smoother.numFallbackRows, smoother.numJacobiRows));
}

// A line for each of several right-hand sides.
void columnTable(const SolveResult& result, std::ostream& out) {
  if (result.columns.size() < 2) return;
  out << format("\n  %6s %-14s %10s %14s\n", "column", "status", "iterations", "true residual");
  for (std::size_t index = 0; index < result.columns.size(); ++index) {
    const ColumnResult& column = result.columns[index];
    out << format("  %6zu %-14s %10d %14.3e\n", index + 1, statusName(column.status).c_str(), column.iterations,
                  column.relativeResidual);
  }
  out << "  below: the worst of them\n\n";
}

void solveRows(const SolveReport& report, Table& table) {
  const SolveResult& result = report.result;
  const bool scaledByRhs = report.parameters.solver.residualScaling == ResidualScaling::rightHandSide;
  table.row("krylov method", nameOf(result.method));
  const KrylovCounts& counts = report.krylovCounts;
  if (counts.firstSteps > 0)
    table.row("K cycle", format("%lld first steps, %lld second ones; %lld not positive, %lld dependent",
                                counts.firstSteps, counts.secondSteps, counts.notPositive, counts.dependent));
  table.row("iterations", std::to_string(result.iterations) +
                              (result.restarts > 0 ? format("  (%d restarts)", result.restarts) : ""));
  table.row("true residual",
            format("%.3e  (relative to the %s, tolerance %.1e)", result.relativeResidual,
                   scaledByRhs ? "right-hand side" : "initial residual", report.parameters.solver.tolerance));
  // Of x = 0, which was better than all iterates, they tell nothing.
  if (result.status == SolveStatus::notConverged && report.limits && report.limits->rounding > 0) {
    table.row("rounding of x",
              format("%.1e  (what storing x in double does to the residual)", report.limits->rounding));
    table.row("scaled residual",
              format("%.1e  (attainable: about %.0e)", report.limits->scaledResidual, report.limits->attainable));
  }
  if (result.conditionEstimate > 0) table.row("condition estimate", format("%.3e", result.conditionEstimate));
}

}  // namespace

void printTable(const SolveReport& report, std::ostream& out) {
  Table table(out);
  out << "chronos solve: " << statusName(report.result.status) << "\n\n";
  table.row("matrix", report.matrixName);
  if (report.numRows > 0)
    table.row("size", format("%s rows, %s entries (%.1f a row)", groupedText(report.numRows).c_str(),
                             groupedText(report.numEntries).c_str(),
                             static_cast<double>(report.numEntries) / static_cast<double>(report.numRows)));
  table.row(
      "right-hand side",
      report.rightHandSide + (report.numRightHandSides > 1 ? format(" (%d columns)", report.numRightHandSides) : ""));
  machineRows(report, table);
  setUpRows(report, table);
  if (!report.setup.levels.empty()) {
    out << '\n';
    printSetup(report.setup, report.verbose, out);
    printStages(report.smoother.phases, out);
    out << "\n\n";
  }
  if (report.stage == RunStage::solve) {
    columnTable(report.result, out);
    solveRows(report, table);
  }
  table.row("read or generate", format("%.3f s", report.readSeconds));
  if (!report.setupSeconds.empty()) table.row("set-up", seconds(report.setupSeconds, report.repeated));
  if (!report.solveSeconds.empty()) table.row("solve", seconds(report.solveSeconds, report.repeated));
  table.row("total", format("%.3f s", report.totalSeconds));
  table.row("memory", bytesText(report.peakMemoryBytes) + " on the host, all ranks" +
                          (report.deviceBytes > 0 ? ", " + bytesText(report.deviceBytes) + " on the GPU" : ""));
  out.flush();
}

}  // namespace Chronos::Command
