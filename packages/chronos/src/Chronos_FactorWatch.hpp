// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FACTORWATCH_HPP
#define CHRONOS_FACTORWATCH_HPP

#include "Chronos_FactorCount.hpp"

#include <algorithm>
#include <string>

namespace Chronos {

/// \brief Says when a matrix that an iteration is slow on had better be factored. Local.
///
/// Nothing is known of the factor until enough has been spent, and more is left, for it to be counted by symbolic
/// analysis: under minimum degree, and where CHOLMOD itself would look for more, by nested dissection. All by counts,
/// so that every run decides alike; they are those of one core, on which a factor is made.
class FactorWatch {
 public:
  /// \param A square; its arrays are kept
  /// \param longestRow entries of its longest row
  FactorWatch(const CsrMatrix<double, Device>& A, long long longestRow)
      : A_(A), numEntries_(std::max(1.0, static_cast<double>(A.numEntries()))), longestRow_(longestRow) {}

  /// \param spent,left what the iteration has taken, and is expected to take still, in readings of A
  bool wants(double spent, double left);

  /// For a choice to tell; valid once wants() has said so.
  std::string reason() const;

 private:
  struct Counted {
    FactorCount count;
    double readings;  // infinity where nothing was counted, or the factor is too large
  };

  double readingsOfAnalysis();
  bool maySpend(double readings, double spent, double left) const;
  double readingsOf(const FactorCount& count, bool byMetis) const;
  double readingsOf(FactorOrdering ordering);
  bool mayGainByDissection(double left) const;

  CsrMatrix<double, Device> A_;
  double numEntries_;
  long long longestRow_;
  int rowsOfNode_ = 1;
  std::optional<double> analysis_;
  std::optional<Counted> byDegree_, byDissection_;
  FactorOrdering wanted_ = FactorOrdering::minimumDegree;
};

}  // namespace Chronos

#endif
