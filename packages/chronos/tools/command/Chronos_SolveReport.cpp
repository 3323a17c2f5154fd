// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolveReport.hpp"

#include "Chronos_ExitStatus.hpp"

#include <algorithm>

namespace Chronos::Command {

Spread spread(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return {values.front(), (values[(n - 1) / 2] + values[n / 2]) / 2, values.back()};
}

std::string statusName(SolveStatus status) {
  switch (status) {
    case SolveStatus::converged: return "converged";
    case SolveStatus::notConverged: return "not converged";
    case SolveStatus::breakdown: return "breakdown";
    case SolveStatus::interrupted: return "interrupted";
  }
  return "";
}

int exitStatus(const SolveReport& report) {
  switch (report.result.status) {
    case SolveStatus::converged: return exitConverged;
    case SolveStatus::notConverged: return exitNotConverged;
    case SolveStatus::breakdown: return exitBreakdown;
    case SolveStatus::interrupted: return exitInterrupted;
  }
  return exitFailure;
}

}  // namespace Chronos::Command
