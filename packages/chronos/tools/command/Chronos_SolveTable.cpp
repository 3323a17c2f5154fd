// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolveTable.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <ostream>

namespace Chronos::Command {
namespace {

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
std::string
format(const char* pattern, ...) {
  char text[400];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return text;
}

std::string grouped(long long number) {
  std::string text = std::to_string(number);
  for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3) text.insert(static_cast<std::size_t>(i), ",");
  return text;
}

std::string bytes(double number) {
  const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int unit = 0;
  for (; number >= 1024 && unit < 4; ++unit) number /= 1024;
  return format(unit == 0 ? "%.0f %s" : "%.1f %s", number, units[unit]);
}

class Table {
 public:
  explicit Table(std::ostream& out) : out_(out) {}
  void row(const std::string& name, const std::string& value) {
    out_ << "  " << format("%-20s", name.c_str()) << value << '\n';
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
  table.row("ranks", std::to_string(report.numRanks));
  table.row("execution space", machine.executionSpace + (machine.deviceOfRank.empty() && machine.threadsPerRank > 1
                                                             ? format(", %d threads a rank", machine.threadsPerRank)
                                                             : ""));
  std::string devices;
  for (std::size_t rank = 0; machine.deviceOfRank.size() > 1 && rank < machine.deviceOfRank.size(); ++rank)
    devices += (rank == 0 ? "  (of ranks 0, 1, ...: " : ", ") + std::to_string(machine.deviceOfRank[rank]);
  table.row("device", machine.device + devices + (devices.empty() ? "" : ")"));
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
  if (!report.setup.levels.empty())
    table.row("complexity", format("grid %.3f, operator %.3f, %s", report.setup.gridComplexity(),
                                   report.setup.operatorComplexity(), bytes(report.setup.bytes()).c_str()));
  else if (report.parameters.type != "none")
    table.row("density", format("%.3f", smoother.density) +
                             (smoother.longestRow > 0 ? format("  (longest row %lld)", smoother.longestRow) : ""));
  compositeRow(report, table);
  if (smoother.numFallbackRows > 0 || smoother.numJacobiRows > 0)
    table.row("fallback rows", format("%lld stopped early by rounding, %lld replaced by Jacobi's",
                                      smoother.numFallbackRows, smoother.numJacobiRows));
}

double totalSeconds(const LevelReport& level) {
  double sum = 0;
  for (const auto& stage : level.seconds) sum += stage.second;
  return sum;
}

std::string share(double part, double whole) {
  return whole > 0 ? format("%.0f %%", 100 * part / whole) : "-";
}

// Shares of the classes of something; those that are empty are left out.
void distributionLine(std::size_t level, const Distribution& distribution, std::ostream& out) {
  long long all = 0;
  for (const auto& entry : distribution.counts) all += entry.second;
  out << format("  level %zu, rows by %s:", level, distribution.name.c_str());
  const char* separator = " ";
  for (const auto& [name, number] : distribution.counts) {
    if (number == 0) continue;
    out << separator << name << format(": %s", share(double(number), double(all)).c_str());
    separator = ", ";
  }
  out << '\n';
}

// Of copies narrower than double: levels that are stored alike together.
void storageLine(const SetupReport& setup, std::ostream& out) {
  const auto& levels = setup.levels;
  const auto isNarrow = [](const LevelReport& level) { return storageText(level) != "double"; };
  if (std::none_of(levels.begin(), levels.end(), isNarrow)) return;
  out << "  stored in:";
  for (std::size_t first = 0, end = 0; first < levels.size(); first = end) {
    while (end < levels.size() && storageText(levels[end]) == storageText(levels[first])) ++end;
    out << (first == 0 ? " " : ", ") << storageText(levels[first]) << " (level " << first;
    if (end > first + 1) out << " to " << end - 1;
    out << ')';
  }
  out << "; in double " << bytes(setup.bytesInDouble());
  if (setup.storageDifference >= 0) out << format("; one cycle differs by %.2g %%", 100 * setup.storageDifference);
  out << '\n';
}

// The hierarchy, a line a level, and where the time of its set-up went.
void levelTable(const SetupReport& setup, bool isVerbose, std::ostream& out) {
  if (setup.levels.empty()) return;
  double whole = 0;
  for (const LevelReport& level : setup.levels) whole += totalSeconds(level);
  out << format("\n  %5s %13s %14s %7s %6s %-16s %8s %10s %9s\n", "level", "rows", "entries", "a row", "ranks",
                "smoother", "density", "memory", "set-up");
  for (std::size_t index = 0; index < setup.levels.size(); ++index) {
    const LevelReport& level = setup.levels[index];
    out << format("  %5zu %13s %14s %7.1f %6d %-16s %8s %10s %9s\n", index, grouped(level.rows).c_str(),
                  grouped(level.entries).c_str(), level.entriesPerRow(), level.activeRanks, level.smoother.c_str(),
                  level.smootherDensity > 0 ? format("%.2f", level.smootherDensity).c_str() : "",
                  bytes(level.bytes).c_str(), share(totalSeconds(level), whole).c_str());
  }
  for (std::size_t index = 0; isVerbose && index < setup.levels.size(); ++index)
    for (const Distribution& distribution : setup.levels[index].distributions)
      distributionLine(index, distribution, out);
  storageLine(setup, out);
  if (!setup.stop.empty()) out << "  coarsening ended: " << setup.stop << '\n';
  for (const std::string& note : setup.notes) out << "  note: " << note << '\n';
}

// Stages of the set-up over all levels.
void stageTable(const SolveReport& report, std::ostream& out) {
  if (report.setup.levels.empty()) return;
  out << "  set-up by stage:";
  const char* separator = " ";
  for (const auto& [stage, seconds] : report.smoother.phases) {
    out << separator << stage << format(" %.3f s", seconds);
    separator = ", ";
  }
  out << "\n\n";
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
  if (result.status == SolveStatus::notConverged && report.limits) {
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
    table.row("size", format("%s rows, %s entries (%.1f a row)", grouped(report.numRows).c_str(),
                             grouped(report.numEntries).c_str(),
                             static_cast<double>(report.numEntries) / static_cast<double>(report.numRows)));
  table.row(
      "right-hand side",
      report.rightHandSide + (report.numRightHandSides > 1 ? format(" (%d columns)", report.numRightHandSides) : ""));
  machineRows(report, table);
  setUpRows(report, table);
  levelTable(report.setup, report.verbose, out);
  stageTable(report, out);
  if (report.stage == RunStage::solve) {
    columnTable(report.result, out);
    solveRows(report, table);
  }
  table.row("read or generate", format("%.3f s", report.readSeconds));
  if (!report.setupSeconds.empty()) table.row("set-up", seconds(report.setupSeconds, report.repeated));
  if (!report.solveSeconds.empty()) table.row("solve", seconds(report.solveSeconds, report.repeated));
  table.row("total", format("%.3f s", report.totalSeconds));
  table.row("memory", bytes(report.peakMemoryBytes) + " on the host, all ranks" +
                          (report.deviceBytes > 0 ? ", " + bytes(report.deviceBytes) + " on the GPU" : ""));
  out.flush();
}

}  // namespace Chronos::Command
