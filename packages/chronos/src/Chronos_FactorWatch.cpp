// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FactorWatch.hpp"

#include "Chronos_HostCopy.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace Chronos {
namespace {

// Rows are compared, one reading, where so much has been spent and is left.
constexpr double leastSpent = 100, leastLeft = 400;
// Minimum degree takes 3 to 5 us a node while a core reads an entry of A in 1.2 ns. So much is spent on iterations
// first, and four times as much must be left.
constexpr double entriesOfNode = 3000, shareOfAnalysis = 0.25;
// Minimum degree takes ten times as long where a row has more entries, and more of the others' on average, than these:
// nothing is counted there.
constexpr double longestOfRows = 512, longestOfAverage = 16;
// In the time of reading an entry CHOLMOD makes so many operations of dense blocks; an entry of the factor, which is
// written, and read in a solution, takes it as long as so many are read. Of the systems of docs/performance/choice.md,
// "Factors as a way out".
constexpr double operationsOfEntry = 4.5, entriesOfFactor = 20;
// Of one of A: a factor of 8 bytes an entry is larger than 16 matrices then.
constexpr double mostEntries = 25;
// A factor has a cost that is known; the iterations that are left are a guess.
constexpr double margin = 1.5;

bool hasHubs(const CsrMatrix<double, Device>& A) {
  const auto rowPtr = toVector(A.rowPtr);
  double longest = 0;
  for (std::size_t row = 1; row < rowPtr.size(); ++row)
    longest = std::max(longest, double(rowPtr[row] - rowPtr[row - 1]));
  return longest > longestOfRows && longest * A.numRows > longestOfAverage * double(A.numEntries());
}

}  // namespace

bool FactorWatch::wants(double spent, double left) {
  if (spent < leastSpent || left < leastLeft) return false;
  if (spent < readingsOfAnalysis() || shareOfAnalysis * left < readingsOfAnalysis()) return false;
  return left > margin * readingsOfFactor();
}

std::string FactorWatch::reason() const {
  char text[200];
  std::snprintf(
      text, sizeof text,
      "a factor of %.3g entries and %.3g operations, as counted, ends sooner than the iterations that were left: "
      "the matrix is factored",
      count_.numEntries, count_.numOperations);
  return text;
}

double FactorWatch::readingsOfAnalysis() {
  if (analysis_) return *analysis_;
  const double numNodes = double(A_.numRows) / rowsOfNode(A_);
  analysis_ = hasHubs(A_) ? std::numeric_limits<double>::infinity()
                          : entriesOfNode * numNodes / std::max(1.0, double(A_.numEntries()));
  return *analysis_;
}

// With the analysis, which the factorisation repeats.
double FactorWatch::readingsOfFactor() {
  if (factor_) return *factor_;
  factor_ = std::numeric_limits<double>::infinity();
  const std::optional<FactorCount> count = countFactor(A_);
  const double numEntries = std::max(1.0, double(A_.numEntries()));
  if (!count || count->numEntries > mostEntries * numEntries) return *factor_;
  count_ = *count;
  factor_ = readingsOfAnalysis() +
            (count_.numOperations / operationsOfEntry + count_.numEntries * entriesOfFactor) / numEntries;
  return *factor_;
}

}  // namespace Chronos
