// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FILTERREFERENCE_HPP
#define CHRONOS_FILTERREFERENCE_HPP

#include "Chronos_FilterRows.hpp"

#include <Teuchos_LAPACK.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace Chronos::Test {

/// \brief One row to be filtered, and what makes another row its filtered one.
///
/// Says what a result must be, not how it comes about: corrections by singular values, each from the row as it was.
struct FilterReferenceRow {
  struct Entry {
    GlobalOrdinal global;
    double value;
    bool mustStay;
    std::vector<double> v;  ///< row of the test space
  };
  std::vector<Entry> entries;
  FilterRule rule;
  double numSteps = 1073741824.0;  ///< of the largest magnitude, in which magnitudes are compared

  double magnitudes() const {
    double sum = 0;
    for (const Entry& entry : entries) sum += std::abs(entry.value);
    return sum;
  }

  /// Those that must stay, then by magnitude, then by global index.
  void rank() {
    double largest = 0;
    for (const Entry& entry : entries) largest = std::max(largest, std::abs(entry.value));
    const auto steps = [&](const Entry& entry) {
      return std::floor(std::abs(entry.value) * (numSteps / largest) + 0.5);
    };
    std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
      if (a.mustStay != b.mustStay) return a.mustStay;
      return steps(a) != steps(b) ? steps(a) > steps(b) : a.global < b.global;
    });
  }

  /// Of a ranked row: the entries that stay before the test space is looked at.
  std::size_t numByRule() const {
    const std::size_t all = entries.size();
    const double wanted = rule.share * magnitudes() * (1 - 1e-10);
    if (all <= 1 || magnitudes() == 0) return all;
    std::size_t numKept = 0, numFixed = 0;
    for (double kept = 0; numKept < all && kept < wanted; ++numKept) kept += std::abs(entries[numKept].value);
    if (rule.share >= 1) numKept = all;
    if (rule.maxEntries > 0) numKept = std::min<std::size_t>(numKept, rule.maxEntries);
    for (const Entry& entry : entries) numFixed += entry.mustStay;
    return std::max({numKept, numFixed, std::size_t(1)});
  }

  /// The correction of least norm on the first numKept entries; empty where none is exact and small enough.
  std::vector<double> correction(std::size_t numKept) const {
    const int t = static_cast<int>(entries[0].v.size()), m = static_cast<int>(numKept), most = std::max(m, t);
    std::vector<double> a(std::size_t(t) * m), b(most, 0.0), singular(std::min(t, m)), work(20 * most + 100);
    std::vector<double> sizes(t, 0.0);
    for (std::size_t j = 0; j < entries.size(); ++j)
      for (int k = 0; k < t; ++k) {
        sizes[k] += std::abs(entries[j].value * entries[j].v[k]);
        if (j < numKept) a[j * t + k] = entries[j].v[k];
        else b[k] += entries[j].value * entries[j].v[k];
      }
    std::vector<double> residual(b.begin(), b.begin() + t), delta;
    int numericalRank = 0, info = 0;
    Teuchos::LAPACK<int, double>().GELSS(t, m, 1, a.data(), t, b.data(), most, singular.data(), 1e-6, &numericalRank,
                                         work.data(), static_cast<int>(work.size()), nullptr, &info);
    delta.assign(b.begin(), b.begin() + m);
    double size = 0;
    for (int j = 0; j < m; ++j) {
      size += std::abs(delta[j]);
      for (int k = 0; k < t; ++k) residual[k] -= delta[j] * entries[j].v[k];
    }
    for (int k = 0; k < t; ++k)
      if (std::abs(residual[k]) > 1e-10 * sizes[k]) return {};
    return info == 0 && size <= rule.maxCorrection * magnitudes() ? delta : std::vector<double>();
  }

  /// Whether a shorter row that cannot be corrected explains why so many entries stay: it is within a quarter and one
  /// entry, or the number of vectors, of them.
  bool neededSoMany(std::size_t numKept, std::size_t atLeast) const {
    for (std::size_t shorter = atLeast; shorter < numKept; ++shorter)
      if (numKept <= std::max(entries[0].v.size(), shorter + 1 + shorter / 4) && correction(shorter).empty())
        return true;
    return false;
  }

  /// Tests a filtered row, given by global column. Returns whether it has more entries than the rule says.
  bool expectFiltered(const std::map<GlobalOrdinal, double>& filtered, double tolerance) {
    rank();
    const std::size_t numKept = filtered.size(), byRule = numByRule();
    const bool compensates = !entries.empty() && !entries[0].v.empty(), isWhole = numKept == entries.size();
    EXPECT_GE(numKept, byRule);
    if (numKept > byRule) {
      EXPECT_TRUE(compensates && neededSoMany(numKept, byRule)) << numKept << " for " << byRule;
    }
    const std::vector<double> delta =
        compensates && !isWhole ? correction(numKept) : std::vector<double>(entries.size(), 0.0);
    EXPECT_GE(delta.size(), numKept) << "no correction is exact and small enough";
    for (std::size_t j = 0; j < std::min(numKept, delta.size()); ++j) {
      const auto found = filtered.find(entries[j].global);
      EXPECT_NE(found, filtered.end()) << "lacks column " << entries[j].global << ", rank " << j;
      if (found == filtered.end()) continue;
      EXPECT_NEAR(found->second, entries[j].value + delta[j], isWhole ? 0 : tolerance) << entries[j].global;
    }
    return numKept > byRule;
  }
};

}  // namespace Chronos::Test

#endif
