// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WIDEENTRIES_HPP
#define CHRONOS_WIDEENTRIES_HPP

#include "Chronos_WideProduct.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {

/// Of any kind of vector.
inline std::vector<double> randomEntries(std::size_t n, std::uint64_t seed) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = globalUniform(seed, i);
  return x;
}

/// Owned part and halo of vectors of `width` columns.
struct SplitEntries {
  std::vector<double> all, owned, halo;
  SplitEntries(LocalOrdinal numCols, LocalOrdinal numOwned, int width)
      : all(randomEntries(std::size_t(numCols) * width, 1)),
        owned(all.begin(), all.begin() + std::size_t(numOwned) * width),
        halo(all.begin() + std::size_t(numOwned) * width, all.end()) {}
};

/// One of the columns of vectors whose entries lie row by row.
inline std::vector<double> columnOf(const std::vector<double>& wide, int width, int column) {
  std::vector<double> result;
  for (std::size_t i = column; i < wide.size(); i += width) result.push_back(wide[i]);
  return result;
}

template <class DeviceType>
WideVectors<DeviceType> toWide(const std::vector<double>& entries, int width) {
  const std::size_t numRows = entries.size() / width;
  const auto flat = toView<DeviceType>("entries", entries);
  const WideVectors<DeviceType> wide("wide", numRows, width);
  Kokkos::deep_copy(Kokkos::View<double*, DeviceType>(wide.data(), entries.size()), flat);
  return wide;
}

template <class DeviceType>
std::vector<double> fromWide(const WideVectors<DeviceType>& wide) {
  return toVector(Kokkos::View<const double*, DeviceType>(wide.data(), wide.size()));
}

inline void expectColumns(const std::vector<double>& y, const std::vector<std::vector<double>>& expected,
                          double tolerance) {
  const int width = static_cast<int>(expected.size());
  for (int c = 0; c < width; ++c) {
    const auto column = columnOf(y, width, c);
    ASSERT_EQ(column.size(), expected[c].size());
    for (std::size_t i = 0; i < column.size(); ++i)
      EXPECT_NEAR(column[i], expected[c][i], tolerance) << "row " << i << ", column " << c;
  }
}

}  // namespace Chronos::Test

#endif
