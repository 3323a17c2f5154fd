// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ComparisonSection.hpp"

#include "Chronos_HtmlText.hpp"
#include "Chronos_RatioSummary.hpp"
#include "Chronos_ReportTables.hpp"
#include "Chronos_SvgProfile.hpp"

#include <algorithm>

namespace Chronos::Command {
namespace {

std::string item(const std::string& name, const std::string& value) {
  return "<div><dt>" + name + "</dt><dd>" + value + "</dd></div>\n";
}

std::string systems(std::size_t number) {
  return std::to_string(number) + (number == 1 ? " system" : " systems");
}

SolveTime leastOf(const SolverComparison& comparison, std::size_t system) {
  SolveTime least;
  for (std::size_t solver = 0; solver < comparison.solvers().size(); ++solver)
    if (const SolveTime time = comparison.time(system, solver)) least = std::min(least.value_or(*time), *time);
  return least;
}

std::string legend(const SolverComparison& comparison) {
  std::string html = "<p class=\"legend\">";
  for (std::size_t solver = 0; solver < comparison.solvers().size(); ++solver) {
    std::size_t numFastest = 0, numSolved = 0;
    for (std::size_t system = 0; system < comparison.systems().size(); ++system) {
      const SolveTime time = comparison.time(system, solver);
      numSolved += time ? 1 : 0;
      numFastest += time && *time == *leastOf(comparison, system) ? 1 : 0;
    }
    html += "<span>" + swatch(solver) + htmlEscaped(comparison.solvers()[solver]) +
            " <span class=\"soft\">fastest on " + std::to_string(numFastest) + ", solved " + std::to_string(numSolved) +
            " of " + std::to_string(comparison.systems().size()) + "</span></span>\n";
  }
  return html + "</p>\n";
}

// The system whose ratio it is, for the extremes.
std::string ratioAt(const SolverComparison& comparison, const SolveTime& ratio) {
  const auto pairs = comparison.againstOthers();
  for (std::size_t system = 0; system < pairs.size(); ++system) {
    const auto& [own, other] = pairs[system];
    if (ratio && own && other && *own / *other == *ratio)
      return significant(*ratio) + " (" + htmlEscaped(comparison.systems()[system]) + ")";
  }
  return significant(ratio);
}

std::string ratioList(const SolverComparison& comparison) {
  const auto pairs = comparison.againstOthers();
  if (pairs.empty()) return "";
  const RatioSummary summary = summarizeRatios(pairs);
  const std::string own = ownName;
  std::string html = "<dl>\n" +
                     item("Geometric mean of " + own + " over the best other",
                          significant(summary.geometricMean) + " on " + systems(summary.numRatios)) +
                     item("Best case", ratioAt(comparison, summary.least)) +
                     item("Worst case", ratioAt(comparison, summary.greatest)) +
                     item("Faster", own + " on " + systems(summary.numFirstFaster) + ", another on " +
                                        systems(summary.numSecondFaster));
  if (summary.numOnlyFirst > 0) html += item("Solved by " + own + " alone", systems(summary.numOnlyFirst));
  if (summary.numOnlySecond > 0) html += item("Not solved by " + own, systems(summary.numOnlySecond));
  if (summary.numNeither > 0) html += item("Solved by none", systems(summary.numNeither));
  return html + "</dl>\n";
}

// What names of configurations have in common with their solver's says nothing.
std::string shortName(const Contender& contender) {
  const std::string prefix = contender.solver + "-";
  return contender.configuration.compare(0, prefix.size(), prefix) == 0 ? contender.configuration.substr(prefix.size())
                                                                        : contender.configuration;
}

std::string timeCell(const std::optional<Contender>& contender, bool isBest, bool namesConfiguration) {
  if (!contender) return "<td class=\"number\">\u2013</td>";
  std::string detail = namesConfiguration ? htmlEscaped(shortName(*contender)) : "";
  if (contender->iterations) detail += (detail.empty() ? "" : ", ") + count(contender->iterations) + "\u00a0it";
  return std::string("<td class=\"time") + (isBest ? " best" : "") + (contender->isSolved ? "" : " bad") + "\">" +
         (contender->isSolved ? significant(contender->totalSeconds) : "not solved") + "<small>" + detail +
         "</small></td>";
}

std::string systemTable(const SolverComparison& comparison) {
  const auto pairs = comparison.againstOthers();
  std::string html = "<div class=\"wide\"><table class=\"systems\"><thead><tr><th class=\"text\">system</th>";
  for (std::size_t solver = 0; solver < comparison.solvers().size(); ++solver)
    html += "<th>" + swatch(solver) + htmlEscaped(comparison.solvers()[solver]) + "<br>[s]</th>";
  if (!pairs.empty()) html += std::string("<th>") + ownName + "<br>over best other</th>";
  html += "</tr></thead><tbody>\n";
  for (std::size_t system = 0; system < comparison.systems().size(); ++system) {
    html += "<tr><td class=\"run\">" + htmlEscaped(comparison.systems()[system]) + "</td>";
    const SolveTime least = leastOf(comparison, system);
    for (std::size_t solver = 0; solver < comparison.solvers().size(); ++solver) {
      const SolveTime time = comparison.time(system, solver);
      const std::optional<Contender>& contender = comparison.best(system, solver);
      html += timeCell(contender, time && *time == *least,
                       contender && contender->configuration != comparison.solvers()[solver]);
    }
    if (!pairs.empty()) {
      const auto& [own, other] = pairs[system];
      const bool isKnown = own && other;
      html += std::string("<td class=\"number") + (isKnown && *own < *other ? " best" : "") + "\">" +
              (isKnown ? significant(*own / *other) : "\u2013") + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

}  // namespace

std::string comparisonSection(const SolverComparison& comparison) {
  if (!comparison.isTelling()) return "";
  const PerformanceProfile profile(comparison.times());
  const std::string chart = profileChart(profile, comparison.solvers());
  std::string html = "<section><h2>Solvers side by side</h2>\n" + ratioList(comparison) + legend(comparison);
  if (!chart.empty())
    html += "<figure class=\"profile\"><figcaption>Share of " + systems(comparison.systems().size()) +
            " solved within a factor of the least total time</figcaption>\n" + chart + "</figure>\n";
  return html + systemTable(comparison) +
         "<p class=\"soft\">Total: set-up and solve, medians where runs were repeated; of each solver the "
         "configuration "
         "that was fastest on that system, its iterations. A run that failed or did not converge, or a solver that was "
         "not run, counts as never solved. The profile is that of Dolan and Mor\u00e9 (2002): higher is better; at the "
         "left "
         "edge is how often a solver was the fastest, at the right edge how many systems it solved.</p></section>\n";
}

std::string contenderTable(const SolverComparison& comparison) {
  std::string html =
      "<div class=\"wide\"><table><thead><tr><th class=\"text\">system</th><th class=\"text\">solver</th><th "
      "class=\"text\">configuration</th><th class=\"text\">status</th><th>runs</th><th>iterations</th><th>relative<br>"
      "residual</th><th>set\u2011up<br>[s]</th><th>solve<br>[s]</th><th>total<br>[s]</th><th>operator<br>compl.</"
      "th><th>peak<br>memory</th></tr></thead><tbody>\n";
  const auto text = [](const std::string& content, const char* kind) {
    return std::string("<td class=\"") + kind + "\">" + htmlEscaped(content) + "</td>";
  };
  for (const Contender& row : comparison.contenders())
    html += "<tr>" + text(row.system, "run") + text(row.solver, "text") + text(row.configuration, "text") +
            text(row.isSolved ? "converged" : "not solved", row.isSolved ? "text" : "text bad") +
            text(std::to_string(row.numRuns), "number") + text(count(row.iterations), "number") +
            text(scientific(row.relativeResidual), "number") + text(significant(row.setupSeconds), "number") +
            text(significant(row.solveSeconds), "number") + text(significant(row.totalSeconds), "number") +
            text(significant(row.operatorComplexity), "number") + text(byteCount(row.peakBytes), "number") + "</tr>\n";
  return html + "</tbody></table></div>\n";
}

}  // namespace Chronos::Command
