// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ReportTables.hpp"

#include "Chronos_HtmlText.hpp"
#include "Chronos_SvgConvergence.hpp"

#include <algorithm>

namespace Chronos::Command {
namespace {

using Text = std::function<std::string(const RunResult&)>;

std::string size(const RunResult& run) {
  return count(run.rows) + " rows, " + count(run.entries) + " entries";
}

std::string machine(const RunResult& run) {
  return (run.device.empty() ? "unknown device" : run.device) + ", " + run.executionSpace;
}

std::string ranks(const RunResult& run) {
  return count(run.ranks) + (run.ranks == 1.0 ? " rank, " : " ranks, ") + count(run.threadsPerRank) +
         (run.threadsPerRank == 1.0 ? " thread each" : " threads each");
}

std::string versions(const RunResult& run) {
  std::string all;
  for (const auto& [name, version] : run.versions) all += (all.empty() ? "" : ", ") + name + " " + version;
  return all;
}

std::string item(const char* name, const std::vector<RunResult>& runs, const Text& what) {
  std::vector<std::string> values;
  for (const RunResult& run : runs) {
    const std::string value = what(run);
    if (!value.empty() && std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  if (values.empty()) return "";
  std::string html = std::string("<div><dt>") + name + "</dt>";
  for (const std::string& value : values) html += "<dd>" + htmlEscaped(value) + "</dd>";
  return html + "</div>\n";
}

// 2026-05-01T12:00:00Z for people.
std::string date(const RunResult& run) {
  std::string text = run.date;
  if (text.size() != 20 || text[10] != 'T' || text.back() != 'Z') return text;
  text[10] = ' ';
  return text.substr(0, 16) + " UTC";
}

// A column of the comparison; only those that some run has something for are shown.
struct Column {
  const char* title;
  std::function<Known(const RunResult&)> value;
  std::string (*format)(Known);
  bool isTime;
};

std::string threeDigits(Known value) {
  return significant(value);
}

std::vector<Column> columns(const std::vector<RunResult>& runs) {
  const std::vector<Column> all = {
      {"iterations", [](const RunResult& run) { return run.iterations; }, count, false},
      {"relative<br>residual", [](const RunResult& run) { return run.relativeResidual; }, scientific, false},
      {"set\u2011up<br>[s]", [](const RunResult& run) { return run.setupSeconds; }, threeDigits, true},
      {"solve<br>[s]", [](const RunResult& run) { return run.solveSeconds; }, threeDigits, true},
      {"total<br>[s]", [](const RunResult& run) { return run.totalSeconds(); }, threeDigits, true},
      {"factor<br>density", [](const RunResult& run) { return run.factorDensity; }, threeDigits, false},
      {"levels",
       [](const RunResult& run) {
         return run.levels.empty() ? Known() : Known(static_cast<double>(run.levels.size()));
       },
       count, false},
      {"grid<br>compl.", [](const RunResult& run) { return run.gridComplexity; }, threeDigits, false},
      {"operator<br>compl.", [](const RunResult& run) { return run.operatorComplexity; }, threeDigits, false},
      {"precond.<br>memory", [](const RunResult& run) { return run.preconditionerBytes; }, byteCount, false},
      {"peak<br>memory", [](const RunResult& run) { return run.peakBytes; }, byteCount, false},
      {"GPU<br>memory", [](const RunResult& run) { return run.deviceBytes; }, byteCount, false},
  };
  std::vector<Column> shown;
  for (const Column& column : all)
    if (std::any_of(runs.begin(), runs.end(), [&](const RunResult& run) { return bool(column.value(run)); }))
      shown.push_back(column);
  return shown;
}

bool isBest(const RunResult& run, const Column& column, const std::vector<RunResult>& runs) {
  if (!column.isTime || run.status != "converged" || !column.value(run)) return false;
  const auto isWorse = [&](const RunResult& other) {
    return other.status != "converged" || !column.value(other) || *column.value(other) >= *column.value(run);
  };
  return runs.size() > 1 && std::all_of(runs.begin(), runs.end(), isWorse);
}

// What tells runs apart stands below the name: columns of its own would push the last numbers out of sight.
std::string runCell(const std::vector<RunResult>& runs, std::size_t i) {
  const RunResult& run = runs[i];
  const auto differs = [&](const Text& what) { return !agree(runs, what); };
  const auto line = [](const std::string& text) { return "<small>" + htmlEscaped(text) + "</small>"; };
  std::string html = "<td class=\"run\">" + swatch(i) + htmlEscaped(run.name);
  html += line(methodName(run));
  if (differs([](const RunResult& other) { return other.matrix; }))
    html += line(matrixName(run) + ", " + count(run.rows) + " rows");
  if (differs([](const RunResult& other) { return machine(other) + ranks(other); }))
    html += line(machine(run) + ", " + ranks(run));
  return html + "</td>";
}

}  // namespace

bool agree(const std::vector<RunResult>& runs, const Text& what) {
  return std::all_of(runs.begin(), runs.end(), [&](const RunResult& run) { return what(run) == what(runs.front()); });
}

std::string matrixName(const RunResult& run) {
  // Without a slash, find_last_of gives npos, and npos + 1 is 0.
  return run.matrix.substr(run.matrix.find_last_of('/') + 1);
}

std::string methodName(const RunResult& run) {
  if (run.preset.empty() || run.preset == run.preconditioner) return run.preconditioner;
  return run.preset + ": " + run.preconditioner;
}

std::string swatch(std::size_t run) {
  return "<span class=\"" + runClass(run) +
         "\"><svg class=\"swatch\" viewBox=\"0 0 12 12\"><rect class=\"key\" width=\"12\" height=\"12\" "
         "rx=\"2\"/></svg></span>";
}

std::string headList(const std::vector<RunResult>& runs) {
  return "<dl>\n" + item("Matrix", runs, [](const RunResult& run) { return run.matrix; }) + item("Size", runs, size) +
         item("Right-hand side", runs, [](const RunResult& run) { return run.rightHandSide; }) +
         item("Machine", runs, machine) + item("Processes", runs, ranks) + item("Date", runs, date) +
         item("Versions", runs, versions) + "</dl>\n";
}

std::string comparisonTable(const std::vector<RunResult>& runs) {
  const std::vector<Column> shown = columns(runs);
  const bool sameMatrix = agree(runs, [](const RunResult& run) { return run.matrix; });
  std::string html = "<div class=\"wide\"><table><thead><tr><th class=\"text\">run</th>";
  html += "<th class=\"text\">status</th>";
  for (const Column& column : shown) html += std::string("<th>") + column.title + "</th>";
  html += "</tr></thead><tbody>\n";
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunResult& run = runs[i];
    html += "<tr>" + runCell(runs, i);
    html += std::string("<td class=\"text") + (run.status == "converged" ? "" : " bad") + "\">" +
            htmlEscaped(run.status) + "</td>";
    for (const Column& column : shown)
      html += std::string("<td class=\"number") + (sameMatrix && isBest(run, column, runs) ? " best" : "") + "\">" +
              column.format(column.value(run)) + "</td>";
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string differingParameters(const std::vector<RunResult>& runs) {
  std::vector<std::string> names;
  for (const RunResult& run : runs)
    for (const auto& parameter : run.parameters)
      if (std::find(names.begin(), names.end(), parameter.first) == names.end()) names.push_back(parameter.first);
  std::string rows;
  for (const std::string& name : names) {
    const auto valueOf = [&](const RunResult& run) {
      for (const auto& parameter : run.parameters)
        if (parameter.first == name) return parameter.second;
      return std::string("\u2013");
    };
    if (agree(runs, valueOf)) continue;
    rows += "<tr><td class=\"text\">" + htmlEscaped(name) + "</td>";
    for (const RunResult& run : runs) rows += "<td class=\"word\">" + htmlEscaped(valueOf(run)) + "</td>";
    rows += "</tr>\n";
  }
  if (rows.empty()) return "";
  std::string html = "<div class=\"wide\"><table class=\"parameters\"><thead><tr><th class=\"text\">parameter</th>";
  for (std::size_t i = 0; i < runs.size(); ++i) html += "<th>" + swatch(i) + htmlEscaped(runs[i].name) + "</th>";
  return html + "</tr></thead><tbody>\n" + rows + "</tbody></table></div>\n";
}

}  // namespace Chronos::Command
