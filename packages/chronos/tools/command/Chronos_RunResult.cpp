// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RunResult.hpp"

#include "Chronos_Error.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace Chronos::Command {
namespace {

using Json = nlohmann::ordered_json;

std::string readText(const std::string& path) {
  const std::string help = "'; name a file that chronos solve --json has written.";
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError("Cannot read the folder '" + path + help);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("Cannot open '" + path + help);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return text;
}

const Json& at(const Json& object, const char* key) {
  static const Json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(key);
  return found == object.end() ? nothing : *found;
}

Known number(const Json& value) {
  return value.is_number() ? Known(value.get<double>()) : Known();
}
Known number(const Json& object, const char* key) {
  return number(at(object, key));
}

std::string text(const Json& object, const char* key) {
  const Json& value = at(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

NamedNumbers numbers(const Json& object) {
  NamedNumbers result;
  if (!object.is_object()) return result;
  for (const auto& [name, value] : object.items())
    if (value.is_number()) result.emplace_back(name, value.template get<double>());
  return result;
}

// Lists within lists become one row of names with slashes, as --set takes them.
void flatten(const Json& object, const std::string& prefix, NamedTexts& result) {
  if (!object.is_object()) return;
  for (const auto& [name, value] : object.items()) {
    if (value.is_object()) flatten(value, prefix + name + "/", result);
    else result.emplace_back(prefix + name, value.is_string() ? value.template get<std::string>() : value.dump());
  }
}

NamedTexts texts(const Json& object) {
  NamedTexts result;
  flatten(object, "", result);
  return result;
}

std::string storage(const Json& json) {
  const std::string matrix = text(json, "matrix"), transfers = text(json, "transfers"),
                    smoother = text(json, "smoother");
  return matrix == transfers && matrix == smoother ? matrix : matrix + " / " + transfers + " / " + smoother;
}

LevelResult readLevel(const Json& json) {
  LevelResult level;
  level.rows = number(json, "rows");
  level.entries = number(json, "entries");
  level.entriesPerRow = number(json, "entries_per_row");
  level.activeRanks = number(json, "active_ranks");
  level.smoother = text(json, "smoother");
  level.smootherDensity = number(json, "smoother_density");
  level.coarsening = text(json, "coarsening");
  level.interpolation = text(json, "interpolation");
  level.prolongationEntries = number(json, "prolongation_entries");
  level.bytes = number(json, "bytes");
  level.bytesInDouble = number(json, "bytes_in_double");
  level.storage = storage(at(json, "storage"));
  if (at(json, "widened").is_array())
    for (const Json& line : at(json, "widened"))
      if (line.is_string()) level.widened.push_back(line.get<std::string>());
  level.seconds = numbers(at(json, "seconds"));
  return level;
}

// Other things that the command writes as JSON are told by members that no solve has.
void refuseOthers(const Json& json, const std::string& path) {
  const std::string why = ", which chronos report does not show. ", members = "; docs/json.md explains the members.";
  if (at(json, "steps").is_array() && at(json, "sequence").is_string())
    throw InputError("'" + path + "' is the result of a series (chronos solve --sequence)" + why +
                     "The table of that command shows it" + members +
                     " For a page solve the systems one by one, each with its own --json.");
  if (at(json, "pairs").is_array() && at(json, "which").is_string())
    throw InputError("'" + path + "' is a result of eigenpairs (chronos eigen)" + why +
                     "The table of that command shows it, --vectors writes the vectors" + members);
}

void checkResult(const Json& json, const std::string& path) {
  const auto fail = [&](const std::string& why) {
    throw InputError("'" + path + "' is JSON, but no result of chronos solve --json: " + why + ".");
  };
  if (!json.is_object()) fail("it is no object");
  refuseOthers(json, path);
  for (const char* key : {"status", "matrix", "preconditioner"})
    if (!at(json, key).is_string()) fail(std::string("there is no text \"") + key + "\"");
  for (const char* key : {"n", "nnz"})
    if (!at(json, key).is_number()) fail(std::string("there is no number \"") + key + "\"");
  if (!at(json, "residual_history").is_array()) fail("there is no array \"residual_history\"");
}

RunResult fromJson(const Json& json) {
  RunResult run;
  run.status = text(json, "status");
  run.message = text(json, "message");
  for (const Json& notice : at(json, "notices"))
    if (notice.is_string()) run.notices.push_back(notice.get<std::string>());
  run.matrix = text(json, "matrix");
  run.rightHandSide = text(json, "right_hand_side");
  run.preconditioner = text(json, "preconditioner");
  run.preset = text(json, "preset");
  run.executionSpace = text(json, "execution_space");
  run.device = text(json, "device");
  run.command = text(json, "command");
  run.date = text(json, "date");
  run.rows = number(json, "n");
  run.entries = number(json, "nnz");
  run.ranks = number(json, "ranks");
  run.threadsPerRank = number(json, "threads_per_rank");
  run.iterations = number(json, "iterations");
  run.relativeResidual = number(json, "relative_residual");
  run.tolerance = number(at(at(json, "parameters"), "solver"), "tolerance");
  run.setupSeconds = number(json, "setup_seconds");
  run.solveSeconds = number(json, "solve_seconds");
  run.factorDensity = number(json, "factor_density");
  run.gridComplexity = number(json, "grid_complexity");
  run.operatorComplexity = number(json, "operator_complexity");
  run.preconditionerBytes = number(json, "memory_bytes");
  if (!run.preconditionerBytes) run.preconditionerBytes = number(json, "factor_bytes");
  run.peakBytes = number(json, "peak_memory_bytes");
  run.deviceBytes = number(json, "device_memory_bytes");
  for (const Json& value : at(json, "residual_history")) run.residualHistory.push_back(number(value));
  run.phases = numbers(at(json, "phases"));
  run.traffic = numbers(at(json, "traffic"));
  run.parameters = texts(at(json, "parameters"));
  run.versions = texts(at(json, "versions"));
  if (at(json, "levels").is_array())
    for (const Json& level : at(json, "levels")) run.levels.push_back(readLevel(level));
  if (at(json, "hierarchies").is_array())
    for (const Json& hierarchy : at(json, "hierarchies")) run.convergence.push_back(number(hierarchy, "convergence"));
  return run;
}

}  // namespace

Known RunResult::totalSeconds() const {
  return setupSeconds && solveSeconds ? Known(*setupSeconds + *solveSeconds) : Known();
}

RunResult readRunResult(const std::string& path) {
  const std::string content = readText(path);
  Json json;
  try {
    json = Json::parse(content);
  } catch (const Json::exception& error) {
    throw InputError("'" + path + "' is not JSON: " + error.what() + ".");
  }
  checkResult(json, path);
  return fromJson(json);
}

}  // namespace Chronos::Command
