// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SequenceReport.hpp"
#include "Chronos_SolveJson.hpp"
#include "Chronos_SolveJsonObject.hpp"

namespace Chronos::Command {

void writeJson(const SequenceReport& report, const std::string& path, const Comm& comm) {
  nlohmann::ordered_json json;
  json["status"] = statusName(report.status());
  json["converged"] = report.status() == SolveStatus::converged;
  json["sequence"] = report.list;
  json["systems"] = report.numListed;
  json["setup_seconds"] = report.setupSeconds();
  json["solve_seconds"] = report.solveSeconds();
  json["total_seconds"] = report.totalSeconds;
  json["renewals"] = nlohmann::ordered_json::object();
  for (const Renewal renewal : {Renewal::setUp, Renewal::newValues, Renewal::keep})
    json["renewals"][nameOf(renewal)] = report.count(renewal);
  json["steps"] = nlohmann::ordered_json::array();
  for (const StepReport& step : report.steps) {
    nlohmann::ordered_json object;
    object["line"] = step.line;
    object["renewal"] = nameOf(step.renewal);
    object["renewal_reason"] = step.reason;
    object.update(solveJson(step.solve));
    json["steps"].push_back(object);
  }
  writeJsonText(json, path, comm);
}

}  // namespace Chronos::Command
