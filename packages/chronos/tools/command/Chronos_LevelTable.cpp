// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LevelTable.hpp"

#include "Chronos_HtmlText.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos::Command {
namespace {

constexpr double width = 260, height = 26, narrowest = 12;

std::string bar(Known rows, double mostRows) {
  const double share = rows && *rows > 0 && mostRows > 1 ? std::log(1 + *rows) / std::log(1 + mostRows) : rows ? 1 : 0;
  const double length = narrowest + (width - narrowest) * std::clamp(share, 0.0, 1.0);
  return "<svg class=\"level\" viewBox=\"0 0 " + coordinate(width) + " " + coordinate(height) +
         "\"><rect class=\"level\" x=\"" + coordinate((width - length) / 2) + "\" y=\"1\" width=\"" +
         coordinate(length) + "\" height=\"" + coordinate(height - 2) +
         "\" rx=\"3\"/><text class=\"name middle\" x=\"" + coordinate(width / 2) + "\" y=\"18\">" + count(rows) +
         "</text></svg>";
}

std::string cell(const std::string& content, const char* kind) {
  return std::string("<td class=\"") + kind + "\">" + content + "</td>";
}

std::string word(const std::string& text) {
  return text.empty() ? "\u2013" : htmlEscaped(text);
}

double seconds(const LevelResult& level) {
  double sum = 0;
  for (const auto& stage : level.seconds) sum += stage.second;
  return sum;
}

// A sentence where there are several hierarchies, or where one was looked at.
std::string hierarchies(const RunResult& run) {
  if (run.convergence.empty() || (run.convergence.size() == 1 && !run.convergence.front())) return "";
  std::string rates;
  for (const Known& rate : run.convergence) rates += (rates.empty() ? "" : ", ") + significant(rate);
  return "<p>Hierarchies that precondition together: " + std::to_string(run.convergence.size()) +
         "; convergence after each: " + rates + ". The table shows the first.</p>\n";
}

// Where anything is narrower than double: what that saved, and what had to be wider.
std::string storages(const RunResult& run) {
  double bytes = 0, inDouble = 0;
  std::string widened;
  for (std::size_t i = 0; i < run.levels.size(); ++i) {
    bytes += run.levels[i].bytes.value_or(0);
    inDouble += run.levels[i].bytesInDouble.value_or(0);
    for (const std::string& line : run.levels[i].widened)
      widened += "<p>Level " + std::to_string(i) + ": " + htmlEscaped(line) + ".</p>\n";
  }
  if (inDouble == 0 || (bytes == inDouble && widened.empty())) return "";
  return "<p>Stored in: A / P and R / what the smoother reads. All levels hold " + byteCount(bytes) + ", in double " +
         byteCount(inDouble) + ".</p>\n" + widened;
}

}  // namespace

std::string levelTable(const RunResult& run) {
  if (run.levels.empty()) return "";
  double mostRows = 0;
  for (const LevelResult& level : run.levels) mostRows = std::max(mostRows, level.rows.value_or(0));
  std::string html =
      "<div class=\"wide\"><table class=\"levels\"><thead><tr><th>level</th><th "
      "class=\"middle\">rows</th><th>entries</th>"
      "<th>entries<br>a row</th><th>ranks</th><th>entries<br>of P</th><th>memory</th><th class=\"text\">stored in</th>"
      "<th>set-up</th>"
      "<th class=\"text\">smoother</th><th>density</th><th class=\"text\">coarsening</th>"
      "<th class=\"text\">interpolation</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < run.levels.size(); ++i) {
    const LevelResult& level = run.levels[i];
    html += "<tr>" + cell(std::to_string(i), "number") + cell(bar(level.rows, mostRows), "bar") +
            cell(count(level.entries), "number") + cell(significant(level.entriesPerRow), "number") +
            cell(count(level.activeRanks), "number") + cell(count(level.prolongationEntries), "number") +
            cell(byteCount(level.bytes), "number") + cell(word(level.storage), "text") +
            cell(level.seconds.empty() ? "\u2013" : secondsText(seconds(level)), "number") +
            cell(word(level.smoother), "text") + cell(significant(level.smootherDensity), "number") +
            cell(word(level.coarsening), "text") + cell(word(level.interpolation), "text") + "</tr>\n";
  }
  return html + "</tbody></table></div>\n" + storages(run) + hierarchies(run);
}

}  // namespace Chronos::Command
