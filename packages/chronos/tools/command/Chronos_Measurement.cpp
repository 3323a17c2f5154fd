// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Measurement.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_FileEnding.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace Chronos::Command {
namespace {

using Json = nlohmann::json;

std::string systemName(const std::string& matrix) {
  std::string name = matrix.substr(matrix.find_last_of('/') + 1);
  for (const std::string ending : {".gz", ".mtx", ".bin"})
    if (hasEnding(name, ending)) name.erase(name.size() - ending.size());
  return name;
}

// Reads the members of one line; `place` is the file and the line, for messages.
class Line {
 public:
  Line(const std::string& text, std::string place) : place_(std::move(place)) {
    try {
      json_ = Json::parse(text);
    } catch (const Json::exception&) {
      fail("it is not JSON");
    }
    if (!json_.is_object()) fail("it is no object");
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(place_ + " is no result of a solver: " + why + ".");
  }

  std::string text(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end() || !found->is_string() || found->get<std::string>().empty())
      fail(std::string("there is no text \"") + key + "\"");
    return found->get<std::string>();
  }

  bool truth(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end() || !found->is_boolean())
      fail(std::string("there is no \"") + key + "\" that is true or false");
    return found->get<bool>();
  }

  // Absent and null are the same.
  Known number(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end() || found->is_null()) return {};
    if (!found->is_number()) fail(std::string("\"") + key + "\" is no number");
    if (found->get<double>() < 0) fail(std::string("\"") + key + "\" is below zero");
    return found->get<double>();
  }

 private:
  std::string place_;
  Json json_;
};

Measurement readMeasurement(const Line& line) {
  Measurement result;
  result.system = systemName(line.text("matrix"));
  result.solver = line.text("peer");
  result.configuration = line.text("configuration");
  result.isSolved = line.truth("converged");
  result.setupSeconds = line.number("setup_seconds");
  result.solveSeconds = line.number("solve_seconds");
  result.iterations = line.number("iterations");
  result.relativeResidual = line.number("relative_residual");
  result.operatorComplexity = line.number("operator_complexity");
  result.peakBytes = line.number("peak_memory_bytes");
  if (result.isSolved && !(result.totalSeconds().value_or(0) > 0))
    line.fail("it has converged, but \"setup_seconds\" and \"solve_seconds\" tell no time");
  return result;
}

}  // namespace

Known Measurement::totalSeconds() const {
  return setupSeconds && solveSeconds ? Known(*setupSeconds + *solveSeconds) : Known();
}

std::vector<Measurement> measurementsOf(const std::vector<RunResult>& runs) {
  std::vector<Measurement> measurements;
  std::vector<std::pair<std::string, std::vector<NamedTexts>>> parametersOfName;
  for (const RunResult& run : runs) {
    const std::string name = run.preset.empty() ? run.preconditioner : run.preset;
    auto known = std::find_if(parametersOfName.begin(), parametersOfName.end(),
                              [&](const auto& item) { return item.first == name; });
    if (known == parametersOfName.end()) known = parametersOfName.insert(known, {name, {}});
    std::vector<NamedTexts>& lists = known->second;
    const auto place = std::find(lists.begin(), lists.end(), run.parameters) - lists.begin();
    if (place == static_cast<std::ptrdiff_t>(lists.size())) lists.push_back(run.parameters);

    Measurement measurement;
    measurement.system = systemName(run.matrix);
    measurement.solver = ownName;
    measurement.configuration = name + (place == 0 ? "" : " " + std::to_string(place + 1));
    measurement.isSolved = run.status == "converged" && run.totalSeconds().value_or(0) > 0;
    measurement.setupSeconds = run.setupSeconds;
    measurement.solveSeconds = run.solveSeconds;
    measurement.iterations = run.iterations;
    measurement.relativeResidual = run.relativeResidual;
    measurement.operatorComplexity = run.operatorComplexity;
    measurement.peakBytes = run.peakBytes;
    measurements.push_back(measurement);
  }
  return measurements;
}

std::vector<Measurement> readMeasurements(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError("Cannot read the folder '" + path + "'.");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("Cannot open '" + path + "'; name a file of results, one on each line.");
  std::vector<Measurement> measurements;
  std::string text;
  for (std::size_t number = 1; std::getline(file, text); ++number) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string place = "Line " + std::to_string(number) + " of '" + path + "'";
    measurements.push_back(readMeasurement(Line(text, place)));
  }
  if (measurements.empty()) throw InputError("There is no result in '" + path + "'.");
  return measurements;
}

}  // namespace Chronos::Command
