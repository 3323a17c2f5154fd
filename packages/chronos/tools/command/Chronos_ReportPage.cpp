// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ReportPage.hpp"

#include "Chronos_ComparisonSection.hpp"
#include "Chronos_HtmlText.hpp"
#include "Chronos_LevelTable.hpp"
#include "Chronos_ReportStyle.hpp"
#include "Chronos_ReportTables.hpp"
#include "Chronos_SvgBars.hpp"
#include "Chronos_SvgConvergence.hpp"

#include <algorithm>

namespace Chronos::Command {
namespace {

const std::string partsPrefix = "compute/";

std::string figure(const std::string& caption, const std::string& content) {
  return content.empty() ? "" : "<figure><figcaption>" + caption + "</figcaption>\n" + content + "</figure>\n";
}

std::string convergence(const std::vector<RunResult>& runs) {
  const std::string charts =
      figure("Relative residual over iterations", convergenceChart(runs, ConvergenceAxis::iterations)) +
      figure("Relative residual over time", convergenceChart(runs, ConvergenceAxis::seconds));
  if (charts.empty()) return "";
  std::string legend = "<p class=\"legend\">";
  for (std::size_t i = 0; i < runs.size(); ++i)
    legend += "<span>" + swatch(i) + htmlEscaped(runs[i].name) + "</span>\n";
  return "<section><h2>Convergence</h2>\n" + legend + "</p>\n<div class=\"charts\">" + charts +
         "</div><p class=\"soft\">Residuals of the recursion of conjugate gradients; over time an iteration "
         "is taken to last "
         "as long as any other of its run.</p></section>\n";
}

std::string phaseBars(const std::vector<RunResult>& runs) {
  std::vector<StackedBar> bars;
  for (const RunResult& run : runs) {
    StackedBar bar{run.name, {}};
    for (const auto& phase : run.phases)
      if (phase.first.find('/') == std::string::npos) bar.parts.push_back(phase);
    bars.push_back(bar);
  }
  return stackedBars(bars, {"read", "right-hand side", "initialize", "compute", "solve"});
}

std::string levelBars(const RunResult& run) {
  std::vector<StackedBar> bars;
  for (std::size_t i = 0; i < run.levels.size(); ++i)
    bars.push_back({"level " + std::to_string(i), run.levels[i].seconds});
  return stackedBars(
      bars, {"smoother", "strength", "coarsening", "interpolation", "galerkin", "coarse solver", "test space",
             "prolongation smoothing", "prolongation filtering", "operator filtering", "matching", "one-level probe",
             "bootstrap", "narrow copies", "storage check", "vector check", "krylov matrix", "agglomeration"});
}

std::string setupParts(const RunResult& run) {
  std::string rows;
  for (const auto& phase : run.phases) {
    const std::string& name = phase.first;
    const double seconds = phase.second;
    if (name.compare(0, partsPrefix.size(), partsPrefix) != 0) continue;
    const std::string part = name.substr(partsPrefix.size());
    const auto traffic = std::find_if(run.traffic.begin(), run.traffic.end(),
                                      [&](const auto& item) { return item.first == part || item.first == name; });
    const bool isKnown = traffic != run.traffic.end() && seconds > 0;
    rows += "<tr><td class=\"text\">" + htmlEscaped(part) + "</td><td class=\"number\">" + secondsText(seconds) +
            "</td><td class=\"number\">" + (isKnown ? significant(traffic->second / seconds / 1e9) : "\u2013") +
            "</td></tr>\n";
  }
  if (rows.empty()) return "";
  return "<details><summary>Parts of the set-up</summary><div class=\"wide\"><table><thead><tr><th "
         "class=\"text\">part</th>"
         "<th>time</th><th>GB/s</th></tr></thead><tbody>\n" +
         rows + "</tbody></table></div></details>\n";
}

std::string parameters(const RunResult& run) {
  if (run.parameters.empty()) return "";
  std::string html = "<details><summary>Parameters</summary><div class=\"wide\"><table><tbody>\n";
  for (const auto& [name, value] : run.parameters)
    html += "<tr><td class=\"text\">" + htmlEscaped(name) + "</td><td class=\"text\">" + htmlEscaped(value) +
            "</td></tr>\n";
  return html + "</tbody></table></div></details>\n";
}

std::string runSection(const RunResult& run, std::size_t index) {
  std::string html = "<section><h2>" + swatch(index) + htmlEscaped(run.name);
  html += " <span class=\"soft\">" + htmlEscaped(methodName(run)) + "</span></h2>\n";
  if (!run.message.empty()) html += "<p class=\"bad\">" + htmlEscaped(run.message) + "</p>\n";
  for (const std::string& notice : run.notices) html += "<p class=\"note\">Note: " + htmlEscaped(notice) + "</p>\n";
  if (!run.command.empty()) html += "<pre>" + htmlEscaped(run.command) + "</pre>\n";
  if (!run.levels.empty())
    html += "<h3>Levels</h3>\n" + levelTable(run) +
            "<p class=\"soft\">Bars: rows, on a logarithmic scale. P: the interpolation from the next "
            "coarser level.</p>\n" +
            figure("Set-up by level and stage", levelBars(run));
  return html + setupParts(run) + parameters(run) + "</section>\n";
}

std::string numbered(std::size_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string title(const std::vector<RunResult>& runs, const SolverComparison& comparison) {
  if (comparison.isTelling())
    return numbered(comparison.solvers().size(), "solver") + " on " + numbered(comparison.systems().size(), "system");
  if (runs.empty()) return "Results of solvers";
  const bool isOne = agree(runs, [](const RunResult& run) { return run.matrix; });
  if (!isOne) return std::to_string(runs.size()) + " runs on several matrices";
  return matrixName(runs.front());
}

std::string subtitle(const std::vector<RunResult>& runs, const std::vector<Measurement>& measurements) {
  std::string text;
  if (!runs.empty())
    text = "Conjugate gradients with Chronos: " +
           (runs.size() == 1 ? htmlEscaped(methodName(runs.front())) : numbered(runs.size(), "run"));
  if (measurements.empty()) return text;
  return text + (runs.empty() ? "" : "; ") + numbered(measurements.size(), "measurement") + " from lines of JSON";
}

// What only a result of `chronos solve` tells.
std::string runSections(const std::vector<RunResult>& runs) {
  if (runs.empty()) return "";
  std::string html = "<section><h2>Results</h2>\n" + comparisonTable(runs) +
                     "<p class=\"soft\">Total: set-up and solve, without reading the matrix.</p></section>\n" +
                     convergence(runs);
  const std::string times = phaseBars(runs);
  if (!times.empty())
    html += "<section><h2>Time</h2>\n" + figure("Phases of the last repetition of each run", times) + "</section>\n";
  const std::string differences = differingParameters(runs);
  if (!differences.empty()) html += "<section><h2>Parameters that differ</h2>\n" + differences + "</section>\n";
  for (std::size_t i = 0; i < runs.size(); ++i) html += runSection(runs[i], i);
  return html;
}

}  // namespace

std::string reportPage(const std::vector<RunResult>& runs, const std::vector<Measurement>& measurements) {
  std::vector<Measurement> all = measurementsOf(runs);
  all.insert(all.end(), measurements.begin(), measurements.end());
  const SolverComparison comparison(all);
  const std::string heading = htmlEscaped(title(runs, comparison));
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Chronos: " +
      heading + "</title>\n<style>" + reportStyle + "</style>\n</head>\n<body>\n";
  html += "<header><h1>" + heading + "</h1>\n<p class=\"soft\">" + subtitle(runs, measurements) + "</p>\n" +
          (runs.empty() ? "" : headList(runs)) + "</header>\n" + comparisonSection(comparison);
  if (!measurements.empty())
    html += std::string("<section><h2>All configurations</h2>\n<details") + (comparison.isTelling() ? "" : " open") +
            "><summary>Medians of each</summary>" + contenderTable(comparison) + "</details></section>\n";
  return html + runSections(runs) + "</body>\n</html>\n";
}

}  // namespace Chronos::Command
