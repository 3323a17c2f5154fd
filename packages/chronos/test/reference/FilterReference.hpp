// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FILTERREFERENCE_HPP
#define CHRONOS_FILTERREFERENCE_HPP

#include "Chronos_FilterRows.hpp"

#include <Teuchos_LAPACK.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace Chronos::Test {

/// One row to be filtered: entries by global column.
struct FilterReferenceRow {
  struct Entry {
    GlobalOrdinal global;
    double value;
    bool mustStay;
    std::vector<double> v;  ///< row of the test space
  };
  std::vector<Entry> entries;

  double magnitudes() const {
    double sum = 0;
    for (const Entry& entry : entries) sum += std::abs(entry.value);
    return sum;
  }

  /// Entries that stay by the rule alone; sorts the row.
  std::size_t numByRule(const FilterRule& rule, double numSteps) {
    double largest = 0;
    for (const Entry& entry : entries) largest = std::max(largest, std::abs(entry.value));
    const auto steps = [&](const Entry& entry) {
      return std::floor(std::abs(entry.value) * (numSteps / largest) + 0.5);
    };
    std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
      if (a.mustStay != b.mustStay) return a.mustStay;
      return steps(a) != steps(b) ? steps(a) > steps(b) : a.global < b.global;
    });
    if (entries.size() <= 1 || largest == 0) return entries.size();
    std::size_t numKept = 0, numFixed = 0;
    for (double kept = 0; numKept < entries.size() && kept < rule.share * magnitudes() * (1 - 1e-10); ++numKept)
      kept += std::abs(entries[numKept].value);
    if (rule.share >= 1) numKept = entries.size();
    if (rule.maxEntries > 0) numKept = std::min<std::size_t>(numKept, rule.maxEntries);
    for (const Entry& entry : entries) numFixed += entry.mustStay;
    return std::max({numKept, numFixed, std::size_t(1)});
  }

  /// The correction of least norm for the first numKept entries by singular values; empty where it is not
  /// exact or too large.
  std::vector<double> correction(std::size_t numKept, double maxCorrection) const {
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
    int rank = 0, info = 0;
    Teuchos::LAPACK<int, double>().GELSS(t, m, 1, a.data(), t, b.data(), most, singular.data(), 1e-6, &rank,
                                         work.data(), static_cast<int>(work.size()), nullptr, &info);
    delta.assign(b.begin(), b.begin() + m);
    double size = 0;
    for (int j = 0; j < m; ++j) {
      size += std::abs(delta[j]);
      for (int k = 0; k < t; ++k) residual[k] -= delta[j] * entries[j].v[k];
    }
    for (int k = 0; k < t; ++k)
      if (std::abs(residual[k]) > 1e-10 * sizes[k]) return {};
    return info == 0 && size <= maxCorrection * magnitudes() ? delta : std::vector<double>();
  }

  /// The filtered row by global column.
  std::map<GlobalOrdinal, double> filtered(const FilterRule& rule, double numSteps = 1073741824.0) {
    std::size_t numKept = numByRule(rule, numSteps);
    std::vector<double> delta;
    const std::size_t t = entries.empty() ? 0 : entries[0].v.size();
    while (t > 0 && numKept < entries.size()) {
      delta = correction(numKept, rule.maxCorrection);
      if (!delta.empty()) break;
      numKept = std::min(entries.size(), numKept < t ? t : numKept + 1 + numKept / 4);
    }
    std::map<GlobalOrdinal, double> result;
    for (std::size_t j = 0; j < numKept; ++j)
      result[entries[j].global] = entries[j].value + (numKept < entries.size() && t > 0 ? delta[j] : 0);
    return result;
  }
};

}  // namespace Chronos::Test

#endif
