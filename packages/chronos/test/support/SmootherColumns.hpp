// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMOOTHERCOLUMNS_HPP
#define CHRONOS_SMOOTHERCOLUMNS_HPP

#include "Chronos_Smoother.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {

/// Columns of a block come out as each does alone, in blocks of all widths.
/// \param tolerance relative; 0 asks for the same bits
inline void expectColumnsAsAlone(const Smoother& smoother, const Map& map, double tolerance) {
  const std::size_t numRows = TrilinosVersion::numLocal(map);
  for (const auto& [alpha, beta] : std::vector<std::pair<double, double>>{{1, 0}, {0.375, 1}, {0.375, -2}})
    for (int width : {1, 2, 4, 8}) {
      std::vector<double> r(numRows * width), z(numRows * width);
      for (int j = 0; j < width; ++j) {
        const auto column = ownedVector<double>(map, 10 + j), before = ownedVector<double>(map, 20 + j);
        for (std::size_t i = 0; i < numRows; ++i) {
          r[i * width + j] = column[i];
          z[i * width + j] = before[i];
        }
      }
      const auto from = toView("r", r), to = toView("z", z);
      smoother.apply(ConstBlock(from.data(), numRows, width), Block(to.data(), numRows, width), alpha, beta);
      const auto together = toVector(to);
      for (int j = 0; j < width; ++j) {
        const auto single = toView("z", ownedVector<double>(map, 20 + j));
        smoother.apply(asBlock(toView("r", ownedVector<double>(map, 10 + j))), asBlock(single), alpha, beta);
        const auto alone = toVector(single);
        for (std::size_t i = 0; i < numRows; ++i)
          EXPECT_NEAR(together[i * width + j], alone[i], tolerance * (1 + std::abs(alone[i])));
      }
    }
}

}  // namespace Chronos::Test

#endif
