// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FactorWatch.hpp"

#include "Chronos_FsaiHubs.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <new>

namespace Chronos {
namespace {

// Rows are compared, one reading, where so much has been spent and is left.
constexpr double leastSpent = 100, leastLeft = 400;
// Minimum degree takes 3 to 5 us a node while a core reads an entry of A in 1.2 ns. So much is spent on iterations
// first, and four times as much must be left.
constexpr double entriesOfNode = 3000, shareOfAnalysis = 0.25;
// In the time of reading an entry CHOLMOD makes so many operations of dense blocks; an entry of the factor, which is
// written, and read in a solution, takes it as long as so many are read. Of the systems of docs/performance/choice.md,
// "Factors as a way out".
constexpr double operationsOfEntry = 4.5, entriesOfFactor = 20;
// The factorisation orders single unknowns, by more than one method where the first one fills much.
constexpr double analysesOfFactor = 2;
// Of one of A: a factor of 8 bytes an entry is larger than 16 matrices then.
constexpr double mostEntries = 25;
// A factor has a cost that is known; the iterations that are left are a guess.
constexpr double margin = 1.5;

// What finds no memory is no way out.
template <class Count>
double unlessTooLarge(const Count& count) {
  try {
    return count();
  } catch (const std::bad_alloc&) {
    return std::numeric_limits<double>::infinity();
  }
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

// Minimum degree takes ten times as long where rows are hubs: nothing is counted there.
double FactorWatch::readingsOfAnalysis() {
  if (analysis_) return *analysis_;
  const auto averageRow = static_cast<Offset>(A_.numEntries()) / std::max(1, A_.numRows);
  analysis_ = unlessTooLarge([&] {
    if (isHub(static_cast<Offset>(longestRow_), averageRow)) return std::numeric_limits<double>::infinity();
    rowsOfNode_ = rowsOfNode(A_);
    return entriesOfNode * A_.numRows / rowsOfNode_ / numEntries_;
  });
  return *analysis_;
}

double FactorWatch::readingsOfFactor() {
  if (factor_) return *factor_;
  factor_ = unlessTooLarge([&] {
    const std::optional<FactorCount> count = countFactor(A_, rowsOfNode_);
    if (!count || count->numEntries > mostEntries * numEntries_) return std::numeric_limits<double>::infinity();
    count_ = *count;
    return analysesOfFactor * readingsOfAnalysis() +
           (count_.numOperations / operationsOfEntry + count_.numEntries * entriesOfFactor) / numEntries_;
  });
  return *factor_;
}

}  // namespace Chronos
