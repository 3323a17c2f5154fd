// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TiledFactor.hpp"

#include "Chronos_InverseFactor.hpp"
#include "Chronos_UnitDiagonal.hpp"

namespace Chronos {
namespace {

constexpr double leastShareStored = 2.0 / 9;

void fill(const RootMatrix& matrix, double shift, const TiledCholesky& tiles) {
  using Policy = Kokkos::RangePolicy<HostDevice::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("Chronos::TiledFactor::fill", Policy(0, matrix.numRows), [&](std::int64_t row) {
    for (std::int64_t e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1] && matrix.colInd[e] <= row; ++e)
      tiles.at(row, matrix.colInd[e]) = matrix.values[e];
    tiles.at(row, row) += shift;
  });
}

class TiledFactor : public RootFactor {
 public:
  std::string build(RootMatrix& matrix) override {
    TiledCholesky tiles(matrix.numRows);
    fill(matrix, 0, tiles);
    if (!(tiles.factor() > singularPivot)) {
      shift_ = singularShift;
      tiles = TiledCholesky(matrix.numRows);
      fill(matrix, shift_, tiles);
      if (!(tiles.factor() > 0)) return notPositiveDefinite(matrix.numRows);
    }
    inverse_ = InverseFactor(tiles);
    return "";
  }

  std::string prepare(int width) override {
    width_ = width;
    vectors_.resize(inverse_.numRows() * width);
    return "";
  }
  double* rightHandSides() override { return vectors_.data(); }
  const double* solve() override {
    inverse_.apply(vectors_.data(), width_);
    return vectors_.data();
  }

  double shift() const override { return shift_; }
  double numEntries() const override { return double(inverse_.numRows()) * double(inverse_.numRows() + 1) / 2; }
  double bytes() const override { return double(inverse_.numBytes()); }

 private:
  InverseFactor inverse_;
  std::vector<double> vectors_;
  int width_ = 0;
  double shift_ = 0;
};

}  // namespace

bool isNearlyFull(std::int64_t numRows, std::int64_t numEntries) {
  return double(numEntries) >= leastShareStored * double(numRows) * double(numRows);
}

std::unique_ptr<RootFactor> tiledFactor() {
  return std::make_unique<TiledFactor>();
}

}  // namespace Chronos
