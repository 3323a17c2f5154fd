// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TRIANGLE_HPP
#define CHRONOS_TRIANGLE_HPP

#include <cmath>
#include <cstdint>
#include <utility>

namespace Chronos {

/// \brief Places of a lower triangle, numbered row by row.
struct Triangle {
  static std::int64_t size(std::int64_t numRows) { return numRows * (numRows + 1) / 2; }
  static std::int64_t numberOf(std::int64_t row, std::int64_t col) { return size(row) + col; }
  static std::pair<std::int64_t, std::int64_t> rowAndCol(std::int64_t number) {
    auto row = static_cast<std::int64_t>((std::sqrt(8.0 * double(number) + 1) - 1) / 2);
    while (size(row) > number) --row;
    while (size(row + 1) <= number) ++row;
    return {row, number - size(row)};
  }
};

}  // namespace Chronos

#endif
