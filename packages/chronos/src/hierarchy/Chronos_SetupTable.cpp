// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SetupTable.hpp"

#include "Chronos_TableText.hpp"

#include <algorithm>
#include <ostream>

namespace Chronos {
namespace {

double totalSeconds(const LevelReport& level) {
  double sum = 0;
  for (const auto& stage : level.seconds) sum += stage.second;
  return sum;
}

// Shares of the classes of something; those that are empty are left out.
void distributionLine(std::size_t level, const Distribution& distribution, std::ostream& out) {
  long long all = 0;
  for (const auto& entry : distribution.counts) all += entry.second;
  out << format("  level %zu, rows by %s:", level, distribution.name.c_str());
  const char* separator = " ";
  for (const auto& [name, number] : distribution.counts) {
    if (number == 0) continue;
    out << separator << name << format(": %s", shareText(double(number), double(all)).c_str());
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
  out << "; in double " << bytesText(setup.bytesInDouble());
  if (setup.storageDifference >= 0) out << format("; one cycle differs by %.2g %%", 100 * setup.storageDifference);
  const bool hasSingle = std::any_of(levels.begin(), levels.end(),
                                     [](const LevelReport& level) { return level.vectorStorage == "single"; });
  if (hasSingle && setup.vectorDifference >= 0)
    out << format("; with vectors in single by %.2g %% more", 100 * setup.vectorDifference);
  out << '\n';
}

}  // namespace

void printSetup(const SetupReport& setup, bool isVerbose, std::ostream& out) {
  if (setup.levels.empty()) return;
  double whole = 0;
  for (const LevelReport& level : setup.levels) whole += totalSeconds(level);
  out << format("  %5s %13s %14s %7s %6s %-16s %8s %10s %9s\n", "level", "rows", "entries", "a row", "ranks",
                "smoother", "density", "memory", "set-up");
  for (std::size_t index = 0; index < setup.levels.size(); ++index) {
    const LevelReport& level = setup.levels[index];
    out << format("  %5zu %13s %14s %7.1f %6d %-16s %8s %10s %9s\n", index, groupedText(level.rows).c_str(),
                  groupedText(level.entries).c_str(), level.entriesPerRow(), level.activeRanks, level.smoother.c_str(),
                  level.smootherDensity > 0 ? format("%.2f", level.smootherDensity).c_str() : "",
                  bytesText(level.bytes).c_str(), shareText(totalSeconds(level), whole).c_str());
  }
  for (std::size_t index = 0; isVerbose && index < setup.levels.size(); ++index)
    for (const Distribution& distribution : setup.levels[index].distributions)
      distributionLine(index, distribution, out);
  storageLine(setup, out);
  if (!setup.stop.empty()) out << "  coarsening ended: " << setup.stop << '\n';
  for (const std::string& note : setup.notes) out << "  note: " << note << '\n';
}

std::string complexityText(const SetupReport& setup) {
  return format("grid %.3f, operator %.3f, %s", setup.gridComplexity(), setup.operatorComplexity(),
                bytesText(setup.bytes()).c_str());
}

void printStages(const std::vector<std::pair<std::string, double>>& stages, std::ostream& out) {
  const char* separator = "  set-up by stage: ";
  for (const auto& [stage, seconds] : stages) {
    out << separator << stage << format(" %.3f s", seconds);
    separator = ", ";
  }
}

}  // namespace Chronos
