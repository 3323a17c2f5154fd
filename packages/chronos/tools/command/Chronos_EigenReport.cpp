// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenReport.hpp"

#include "Chronos_FileNumbering.hpp"
#include "Chronos_PlacementText.hpp"
#include "Chronos_SolveJsonObject.hpp"
#include "Chronos_TableText.hpp"

#include <nlohmann/json.hpp>

#include <ostream>

namespace Chronos::Command {
namespace {

using Json = nlohmann::ordered_json;

std::string statusName(EigenStatus status) {
  switch (status) {
    case EigenStatus::converged: return "converged";
    case EigenStatus::interrupted: return "interrupted";
    default: return "not converged";
  }
}

std::string remarkOf(const Eigenpair& pair) {
  if (pair.isZero) return "  zero but for rounding";
  return pair.isConverged ? "" : "  not converged";
}

Json toJson(const Eigenpair& pair) {
  return {{"value", pair.value},
          {"residual", pair.residual},
          {"residual_norm", pair.residualNorm},
          {"converged", pair.isConverged},
          {"zero", pair.isZero}};
}

Json toJson(const EigenReport& report) {
  const EigenResult& result = report.result;
  Json json;
  json["command"] = report.command;
  json["date"] = report.date;
  json["matrix"] = {{"name", report.matrixName}, {"rows", report.numRows}, {"entries", report.numEntries}};
  json["mass"] = report.massName.empty() ? Json(nullptr) : Json(report.massName);
  json["ranks"] = report.numRanks;
  json["components"] = report.components;
  json["partition"] = placementJson(report.placement);
  json["execution_space"] = report.machine.executionSpace;
  json["threads_per_rank"] = report.machine.threadsPerRank;
  json["device"] = report.machine.device;
  json["preconditioner"] = report.preconditioner;
  json["notices"] = report.notices;
  json["method"] = report.parameters.method;
  json["which"] = nameOf(report.parameters.which);
  json["tolerance"] = report.parameters.tolerance;
  json["status"] = statusName(result.status);
  json["message"] = result.message;
  json["iterations"] = result.iterations;
  json["block_size"] = result.blockSize;
  json["products"] = result.products;
  json["mass_products"] = result.massProducts;
  json["preconditionings"] = result.preconditionings;
  json["seconds"] = {{"read", report.readSeconds},
                     {"set-up", report.setupSeconds},
                     {"solve", report.solveSeconds},
                     {"total", report.totalSeconds}};
  json["pairs"] = Json::array();
  for (const Eigenpair& pair : result.pairs) json["pairs"].push_back(toJson(pair));
  json["residual_history"] = result.residualHistory;
  return json;
}

}  // namespace

void printTable(const EigenReport& report, std::ostream& out) {
  const EigenResult& result = report.result;
  const auto row = [&](const char* name, const std::string& value) {
    out << "  " << format("%-20s", name) << value << '\n';
  };
  out << "Chronos eigen\n";
  row("matrix", report.matrixName);
  row("rows, entries", format("%lld, %lld", report.numRows, report.numEntries));
  if (!report.massName.empty()) row("mass matrix", report.massName);
  row("ranks", std::to_string(report.numRanks));
  if (report.components > 0) row("numbered", numberingText(report.components));
  if (report.placement) row("rows of ranks", placementText(*report.placement));
  row("execution space", report.machine.executionSpace);
  row("preconditioner", report.preconditioner);
  row("method", format("%s, the %zu %s, block of %d", report.parameters.method.c_str(), result.pairs.size(),
                       nameOf(report.parameters.which), result.blockSize));
  row("status", statusName(result.status));
  row("iterations", std::to_string(result.iterations));
  row("applications",
      format("%lld of the matrix, %lld of the preconditioner", result.products, result.preconditionings) +
          (report.massName.empty() ? "" : format(", %lld of the mass matrix", result.massProducts)));
  row("seconds", format("read %.3f, set-up %.3f, solve %.3f, total %.3f", report.readSeconds, report.setupSeconds,
                        report.solveSeconds, report.totalSeconds));
  out << "\n   number                 value   residual\n";
  for (std::size_t j = 0; j < result.pairs.size(); ++j) {
    const Eigenpair& pair = result.pairs[j];
    out << format("  %7zu  %20.12e   %8.1e", j + 1, pair.value, pair.residual) << remarkOf(pair) << '\n';
  }
  for (const std::string& notice : report.notices) out << "\nNote: " << notice << '\n';
  out.flush();
}

void writeJson(const EigenReport& report, const std::string& path, const Comm& comm) {
  writeJsonText(toJson(report), path, comm);
}

}  // namespace Chronos::Command
