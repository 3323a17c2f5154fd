// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolveJson.hpp"

#include "Chronos_PlacementText.hpp"
#include "Chronos_SolveJsonObject.hpp"
#include "Chronos_TextFromRoot.hpp"

#include <cstdio>

namespace Chronos::Command {
namespace {

using Json = nlohmann::ordered_json;

// Numbers that are not finite become null in nlohmann's output, as JSON wants.
Json toJson(const Teuchos::ParameterList& list) {
  Json json = Json::object();
  for (auto item = list.begin(); item != list.end(); ++item) {
    const std::string& name = list.name(item);
    if (list.isSublist(name)) json[name] = toJson(list.sublist(name));
    else if (list.isType<int>(name)) json[name] = list.get<int>(name);
    else if (list.isType<double>(name)) json[name] = list.get<double>(name);
    else if (list.isType<bool>(name)) json[name] = list.get<bool>(name);
    else if (list.isType<std::string>(name)) json[name] = list.get<std::string>(name);
  }
  return json;
}

Json toJson(const std::vector<std::pair<std::string, double>>& pairs) {
  Json json = Json::object();
  for (const auto& [name, value] : pairs) json[name] = value;
  return json;
}

Json toJson(const std::vector<double>& runs) {
  const Spread all = spread(runs);
  return {{"min", all.least}, {"median", all.median}, {"max", all.greatest}, {"runs", runs}};
}

Json phases(const SolveReport& report) {
  Json json = Json::object();
  json["read"] = report.readSeconds;
  json["right-hand side"] = report.rightHandSideSeconds;
  if (report.stage == RunStage::matrix) return json;
  json["initialize"] = report.initializeSeconds;
  json["compute"] = report.computeSeconds;
  for (const auto& [name, value] : report.smoother.phases) json["compute/" + name] = value;
  if (!report.solveSeconds.empty()) json["solve"] = report.solveSeconds.back();
  return json;
}

// As text: a number of 64 bits does not survive readers that keep doubles.
std::string hexadecimal(std::uint64_t number) {
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

Json toJson(const LevelReport& level, std::size_t index) {
  Json json;
  json["level"] = index;
  json["rows"] = level.rows;
  json["entries"] = level.entries;
  json["entries_per_row"] = level.entriesPerRow();
  json["active_ranks"] = level.activeRanks;
  json["smoother"] = level.smoother;
  json["smoother_density"] = level.smootherDensity;
  json["coarsening"] = level.coarsening;
  json["interpolation"] = level.interpolation;
  json["prolongation_entries"] = level.prolongationEntries;
  json["isolated_rows"] = level.isolatedRows;
  json["promoted_rows"] = level.promotedRows;
  json["singles"] = level.singles;
  json["pairwise_steps"] = level.pairwiseSteps;
  json["test_vectors"] = level.testVectors;
  json["distributions"] = Json::object();
  for (const Distribution& distribution : level.distributions)
    for (const auto& [name, count] : distribution.counts) json["distributions"][distribution.name][name] = count;
  json["bytes"] = static_cast<long long>(level.bytes);
  json["bytes_in_double"] = static_cast<long long>(level.bytesInDouble);
  json["storage"] = {{"matrix", level.matrixStorage},
                     {"transfers", level.transferStorage},
                     {"smoother", level.smootherStorage},
                     {"vectors", level.vectorStorage}};
  json["widened"] = level.widened;
  json["entries_left_out"] = level.entriesLeftOut;
  json["seconds"] = toJson(level.seconds);
  json["traffic"] = toJson(level.traffic);
  if (level.matrixFingerprint != 0) {
    json["matrix_fingerprint"] = hexadecimal(level.matrixFingerprint);
    json["splitting_fingerprint"] = hexadecimal(level.splittingFingerprint);
  }
  return json;
}

Json choice(const SolveReport& report) {
  if (report.choice.is_null()) return Json();
  Json json;
  json["methods"] = Json::array();
  for (const CountedMethod& method : report.choice->rungs) json["methods"].push_back(method.name);
  json["because"] = report.choice->because;
  json["otherwise"] = report.choice->otherwise;
  return json;
}

Json stages(const SolveReport& report) {
  Json json = Json::array();
  for (const SolveStage& stage : report.stages)
    json.push_back({{"method", stage.method},
                    {"setup_seconds", stage.setupSeconds},
                    {"solve_seconds", stage.solveSeconds},
                    {"iterations", stage.iterations},
                    {"relative_residual", stage.relativeResidual},
                    {"ended", stage.ended}});
  return json;
}

Json hierarchies(const SolveReport& report) {
  Json json = Json::array();
  for (const HierarchySummary& hierarchy : report.hierarchies)
    json.push_back({{"convergence", hierarchy.convergence},
                    {"levels", hierarchy.numLevels},
                    {"operator_complexity", hierarchy.operatorComplexity},
                    {"memory_bytes", static_cast<long long>(hierarchy.bytes)}});
  return json;
}

void addLevels(const SetupReport& setup, Json& json) {
  const bool isMultigrid = !setup.levels.empty();
  json["levels"] = Json::array();
  for (std::size_t index = 0; index < setup.levels.size(); ++index)
    json["levels"].push_back(toJson(setup.levels[index], index));
  json["grid_complexity"] = isMultigrid ? Json(setup.gridComplexity()) : Json();
  json["operator_complexity"] = isMultigrid ? Json(setup.operatorComplexity()) : Json();
  json["memory_bytes"] = isMultigrid ? Json(static_cast<long long>(setup.bytes())) : Json();
  json["storage_difference"] = setup.storageDifference < 0 ? Json() : Json(setup.storageDifference);
  json["vector_difference"] = setup.vectorDifference < 0 ? Json() : Json(setup.vectorDifference);
  json["coarsening_stop"] = isMultigrid ? Json(setup.stop) : Json();
  json["setup_notes"] = setup.notes;
}

Json toJson(const ColumnResult& column) {
  Json json;
  json["status"] = statusName(column.status);
  json["message"] = column.message;
  json["iterations"] = column.iterations;
  json["restarts"] = column.restarts;
  json["corrections"] = column.corrections;
  json["relative_residual"] = column.relativeResidual;
  json["residual_norm"] = column.residualNorm;
  json["rhs_norm"] = column.rightHandSideNorm;
  json["condition_estimate"] = column.conditionEstimate > 0 ? Json(column.conditionEstimate) : Json();
  json["residual_history"] = column.residualHistory;
  return json;
}

Json toJson(const KrylovCounts& counts) {
  return {{"first_steps", counts.firstSteps},
          {"second_steps", counts.secondSteps},
          {"not_positive", counts.notPositive},
          {"dependent", counts.dependent}};
}

// Of one right-hand side the members of the result itself tell all.
Json columns(const SolveResult& result) {
  Json json = Json::array();
  if (result.columns.size() > 1)
    for (const ColumnResult& column : result.columns) json.push_back(toJson(column));
  return json;
}

}  // namespace

// Members that need a stage which was not reached are null: a reader finds every key in every file.
nlohmann::ordered_json solveJson(const SolveReport& report) {
  const bool isSetUp = report.stage != RunStage::matrix, isSolved = report.stage == RunStage::solve;
  const auto when = [](bool known, const Json& value) { return known ? value : Json(); };
  const SolveResult& result = report.result;
  const SmootherReport& smoother = report.smoother;
  Json json;
  json["status"] = statusName(result.status);
  json["converged"] = result.status == SolveStatus::converged;
  json["message"] = result.message;
  json["matrix"] = report.matrixName;
  json["n"] = report.numRows;
  json["nnz"] = report.numEntries;
  json["right_hand_side"] = report.rightHandSide;
  json["right_hand_sides"] = report.numRightHandSides;
  json["ranks"] = report.numRanks;
  json["components"] = report.components;
  json["partition"] = placementJson(report.placement);
  json["execution_space"] = report.machine.executionSpace;
  json["threads_per_rank"] = report.machine.threadsPerRank;
  json["device"] = report.machine.device;
  json["device_of_rank"] = report.machine.deviceOfRank;
  json["transport"] = report.machine.transport;
  json["preconditioner"] = smoother.name;
  json["choice"] = choice(report);
  json["stages"] = stages(report);
  json["preset"] = report.preset;
  json["notices"] = report.notices;
  json["krylov_method"] = when(isSolved, nameOf(result.method));
  json["krylov_cycle"] = when(isSolved && report.krylovCounts.firstSteps > 0, toJson(report.krylovCounts));
  json["iterations"] = when(isSolved, result.iterations);
  json["restarts"] = when(isSolved, result.restarts);
  json["corrections"] = when(isSolved, result.corrections);
  json["relative_residual"] = when(isSolved, result.relativeResidual);
  json["residual_norm"] = when(isSolved, result.residualNorm);
  json["rhs_norm"] = when(isSolved, result.rightHandSideNorm);
  json["residual_scaling"] = report.parameters.solver.residualScaling == ResidualScaling::initial ? "initial" : "rhs";
  json["attainable_residual"] = report.limits ? Json(report.limits->attainable) : Json();
  json["scaled_residual"] = report.limits ? Json(report.limits->scaledResidual) : Json();
  json["rounding_residual"] = report.limits ? Json(report.limits->rounding) : Json();
  json["condition_estimate"] = when(isSolved && result.conditionEstimate > 0, result.conditionEstimate);
  const bool hasFactor = isSetUp && report.setup.levels.empty();
  json["factor_density"] = when(hasFactor, smoother.density);
  json["factor_longest_row"] = when(hasFactor, smoother.longestRow);
  json["factor_bytes"] = when(isSetUp, static_cast<long long>(smoother.bytes));
  json["fallback_rows"] = when(isSetUp, smoother.numFallbackRows);
  json["jacobi_rows"] = when(isSetUp, smoother.numJacobiRows);
  json["gathered_rows"] = when(isSetUp, smoother.numGatheredRows);
  json["hierarchies"] = hierarchies(report);
  addLevels(report.setup, json);
  // Of several hierarchies the finest matrix counts once.
  if (report.hierarchies.size() > 1) json["memory_bytes"] = static_cast<long long>(smoother.bytes);
  json["matrix_read_seconds"] = report.readSeconds;
  json["setup_seconds"] = when(!report.setupSeconds.empty(), spread(report.setupSeconds).median);
  json["solve_seconds"] = when(!report.solveSeconds.empty(), spread(report.solveSeconds).median);
  json["total_seconds"] = report.totalSeconds;
  if (report.repeated) {
    json["repeat"] = {{"count", report.setupSeconds.size()},
                      {"setup_seconds", toJson(report.setupSeconds)},
                      {"solve_seconds", toJson(report.solveSeconds)}};
  }
  json["phases"] = phases(report);
  json["traffic"] = toJson(smoother.traffic);
  json["peak_memory_bytes"] = static_cast<long long>(report.peakMemoryBytes);
  json["device_memory_bytes"] = when(report.deviceBytes > 0, static_cast<long long>(report.deviceBytes));
  json["parameters"] = toJson(*toParameterList(report.parameters));
  json["versions"] = Json::object();
  for (const auto& [name, version] : versions()) json["versions"][name] = version;
  json["command"] = report.command;
  json["date"] = report.date;
  json["residual_history"] = result.residualHistory;
  json["columns"] = columns(result);
  return json;
}

void writeJsonText(const nlohmann::ordered_json& json, const std::string& path, const Comm& comm) {
  // Names of files need not be UTF-8: what is not becomes a replacement character.
  writeFromRoot(comm, path, [&] { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; });
}

void writeJson(const SolveReport& report, const std::string& path, const Comm& comm) {
  writeJsonText(solveJson(report), path, comm);
}

}  // namespace Chronos::Command
