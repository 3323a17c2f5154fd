// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_JACOBIREFERENCE_HPP
#define CHRONOS_JACOBIREFERENCE_HPP

#include <cmath>
#include <map>

namespace Chronos::Test {

/// One row of A for a Jacobi step: columns and values, and the columns of weak entries.
struct JacobiReferenceRow {
  std::map<long long, double> entries;
  std::map<long long, bool> weak;

  /// The row with weak entries added to the diagonal, unless too little of the diagonal is left.
  std::map<long long, double> lumped(long long diagonal) const {
    std::map<long long, double> result{{diagonal, 0.0}};
    for (const auto& [col, value] : entries) result[col == diagonal || weak.at(col) ? diagonal : col] += value;
    const double before = entries.count(diagonal) ? entries.at(diagonal) : 0;
    if (result[diagonal] > 0.1 * before) return result;
    result = entries;
    result[diagonal] += 0;
    return result;
  }

  /// Row of I - omega D^{-1} A, entries that vanish included.
  std::map<long long, double> step(long long diagonal, double omega, bool kept) const {
    if (kept || !entries.count(diagonal) || entries.at(diagonal) <= 0) return {{diagonal, 1.0}};
    std::map<long long, double> row = lumped(diagonal);
    const double d = row[diagonal];
    for (auto& [col, value] : row) value *= -omega / d;
    row[diagonal] += 1;
    return row;
  }

  double ratio(long long diagonal, bool kept) const {
    if (kept || !entries.count(diagonal) || entries.at(diagonal) <= 0) return 0;
    double sum = 0;
    std::map<long long, double> row = lumped(diagonal);
    for (const auto& [col, value] : row) sum += std::abs(value);
    return sum / row[diagonal];
  }
};

}  // namespace Chronos::Test

#endif
