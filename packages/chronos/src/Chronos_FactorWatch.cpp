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
// Minimum degree takes 3 to 5 us a node, METIS 6 to 19, while a core reads an entry of A in 1.2 ns. So much is spent
// on iterations first, and four times as much must be left.
constexpr double entriesOfNode = 3000, dissectionOverDegree = 4, shareOfAnalysis = 0.25;
// In the time of reading an entry CHOLMOD makes so many operations of dense blocks (13 of its 20 GFlop/s, where BLAS is
// a good one); an entry of the factor takes it 55 ns: docs/performance/choice.md, "Factors as a way out".
constexpr double operationsOfEntry = 16, entriesOfFactor = 45;
// The factorisation orders single unknowns, and by METIS too where the first ordering has so many operations an entry
// and so many entries for one of a triangle of A (cholmod_analyze.c); METIS takes it 6 to 33 us an unknown.
constexpr double analysesOfFactor = 2, entriesOfDissectedUnknown = 20000;
constexpr double manyOperations = 500, manyEntries = 5;
// On solids METIS made up to five times fewer operations and twice fewer entries. With less left than a little better
// than that would take nobody need look.
constexpr double operationsSaved = 6, entriesSaved = 2.5;
// Of one of A: a factor of 8 bytes an entry is larger than 16 matrices then.
constexpr double mostEntries = 25;
// A factor has a cost that is known; the iterations that are left are a guess.
constexpr double margin = 1.5;
constexpr double tooMuch = std::numeric_limits<double>::infinity();

// What finds no memory is no way out.
template <class Count>
double unlessTooLarge(const Count& count) {
  try {
    return count();
  } catch (const std::bad_alloc&) {
    return tooMuch;
  }
}

// As CHOLMOD asks itself, whose entries are those of one triangle.
bool isDissected(const FactorCount& byDegree, double entriesOfMatrix) {
  return byDegree.numOperations >= manyOperations * byDegree.numEntries &&
         byDegree.numEntries >= manyEntries * entriesOfMatrix / 2;
}

}  // namespace

bool FactorWatch::wants(double spent, double left) {
  if (spent < leastSpent || left < leastLeft || !maySpend(readingsOfAnalysis(), spent, left)) return false;
  wanted_ = FactorOrdering::minimumDegree;
  if (left > margin * readingsOf(wanted_)) return true;
  if (!mayGainByDissection(left) || !maySpend(dissectionOverDegree * readingsOfAnalysis(), spent, left)) return false;
  wanted_ = FactorOrdering::nestedDissection;
  return left > margin * readingsOf(wanted_);
}

bool FactorWatch::maySpend(double readings, double spent, double left) const {
  return spent >= readings && shareOfAnalysis * left >= readings;
}

std::string FactorWatch::reason() const {
  const FactorCount& count = (wanted_ == FactorOrdering::minimumDegree ? byDegree_ : byDissection_)->count;
  char text[200];
  std::snprintf(
      text, sizeof text,
      "a factor of %.3g entries and %.3g operations, as counted, ends sooner than the iterations that were left: "
      "the matrix is factored",
      count.numEntries, count.numOperations);
  return text;
}

// Minimum degree takes ten times as long where rows are hubs: nothing is counted there.
double FactorWatch::readingsOfAnalysis() {
  if (analysis_) return *analysis_;
  const auto averageRow = static_cast<Offset>(A_.numEntries()) / std::max(1, A_.numRows);
  analysis_ = unlessTooLarge([&] {
    if (isHub(static_cast<Offset>(longestRow_), averageRow)) return tooMuch;
    rowsOfNode_ = rowsOfNode(A_);
    return entriesOfNode * A_.numRows / rowsOfNode_ / numEntries_;
  });
  return *analysis_;
}

// What METIS takes is that of the factorisation, which orders by it anew.
double FactorWatch::readingsOf(const FactorCount& count, bool byMetis) const {
  if (count.numEntries > mostEntries * numEntries_) return tooMuch;
  const double analyses =
      byMetis ? entriesOfDissectedUnknown * A_.numRows / numEntries_ : analysesOfFactor * *analysis_;
  return analyses + (count.numOperations / operationsOfEntry + count.numEntries * entriesOfFactor) / numEntries_;
}

double FactorWatch::readingsOf(FactorOrdering ordering) {
  std::optional<Counted>& counted = ordering == FactorOrdering::minimumDegree ? byDegree_ : byDissection_;
  if (counted) return counted->readings;
  counted = Counted{{}, tooMuch};
  counted->readings = unlessTooLarge([&] {
    const std::optional<FactorCount> count = countFactor(A_, rowsOfNode_, ordering);
    if (!count) return tooMuch;
    counted->count = *count;
    return readingsOf(*count, isDissected(byDegree_->count, numEntries_));
  });
  return counted->readings;
}

bool FactorWatch::mayGainByDissection(double left) const {
  const FactorCount& count = byDegree_->count;
  if (!isDissected(count, numEntries_)) return false;
  const FactorCount least{count.numEntries / entriesSaved, count.numOperations / operationsSaved};
  return left > margin * readingsOf(least, true);
}

}  // namespace Chronos
