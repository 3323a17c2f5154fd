// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SEQUENCEREPORT_HPP
#define CHRONOS_SEQUENCEREPORT_HPP

#include "Chronos_Renewal.hpp"
#include "Chronos_SolveReport.hpp"

#include <iosfwd>

namespace Chronos::Command {

/// One system of a series and how it went.
struct StepReport {
  int line = 0;  ///< of the list
  Renewal renewal = Renewal::setUp;
  std::string reason;  ///< of the rule
  SolveReport solve;
};

/// All of a series, as far as it came. The same on all ranks.
struct SequenceReport {
  std::string list;
  int numListed = 0;
  std::vector<StepReport> steps;
  double totalSeconds = 0;

  /// The worst status: interrupted, breakdown, not converged, converged.
  SolveStatus status() const;
  /// Of the worst step.
  int exitStatus() const;
  int count(Renewal renewal) const;
  double setupSeconds() const;
  double solveSeconds() const;
};

/// \brief A line a step, the sums, then what the last set-up was. Local.
void printSequence(const SequenceReport& report, std::ostream& out);

/// \brief One object with a member `steps`: each is what `chronos solve --json` writes, and how it was renewed.
///        Collective.
/// \throws InputError on all ranks when the file cannot be written
void writeJson(const SequenceReport& report, const std::string& path, const Comm& comm);

}  // namespace Chronos::Command

#endif
