// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockCholesky.hpp"

#include "Chronos_BorderedCholesky.hpp"

#include <cmath>

namespace Chronos {
namespace {

// Blocks differ in size, so a thread takes the next one when it is done.
using BlockPolicy =
    Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>, Kokkos::Schedule<Kokkos::Dynamic>>;

// Of a pivot beside its diagonal entry, at and below which the block is singular to rounding.
constexpr double smallestPivot = 1e-14;

struct FactorFunctor {
  PackedBlocks blocks;

  KOKKOS_INLINE_FUNCTION void operator()(int block, int& numSingular) const {
    using std::sqrt;
    const int n = blocks.firstRow(block + 1) - blocks.firstRow(block);
    const ContiguousSystem<double> system{blocks.entries.data() + blocks.firstEntry(block), nullptr, nullptr};
    bool isDefinite = true;
    for (int row = 0; row < n; ++row) {
      for (int col = 0; col < row; ++col)
        system.L(row, col) = (system.L(row, col) - system.dotRows(row, col, col)) / system.L(col, col);
      const double diagonal = system.L(row, row), pivot = diagonal - system.dotRows(row, row, row);
      isDefinite = isDefinite && pivot > smallestPivot * diagonal;
      system.L(row, row) = sqrt(pivot);
    }
    if (!isDefinite) ++numSingular;
  }
};

template <int width>
struct SolveFunctor {
  PackedBlocks factors;
  double* x;

  KOKKOS_INLINE_FUNCTION void operator()(int block) const {
    const int first = factors.firstRow(block), n = factors.firstRow(block + 1) - first;
    const double* const L = factors.entries.data() + factors.firstEntry(block);
    double* const y = x + static_cast<std::int64_t>(first) * width;
    for (int row = 0; row < n; ++row) {
      const double* const entries = L + packedSize(row);
      double sum[width];
      for (int c = 0; c < width; ++c) sum[c] = y[row * width + c];
      for (int col = 0; col < row; ++col)
        for (int c = 0; c < width; ++c) sum[c] -= entries[col] * y[col * width + c];
      for (int c = 0; c < width; ++c) y[row * width + c] = sum[c] / entries[row];
    }
    for (int row = n - 1; row >= 0; --row) {
      const double* const entries = L + packedSize(row);
      double value[width];
      for (int c = 0; c < width; ++c) value[c] = y[row * width + c] /= entries[row];
      for (int col = 0; col < row; ++col)
        for (int c = 0; c < width; ++c) y[col * width + c] -= entries[col] * value[c];
    }
  }
};

}  // namespace

int factorBlocks(const PackedBlocks& blocks) {
  int numSingular = 0;
  Kokkos::parallel_reduce("Chronos::BlockCholesky::factor", BlockPolicy(0, blocks.numBlocks()), FactorFunctor{blocks},
                          numSingular);
  return numSingular;
}

void solveBlocks(const PackedBlocks& factors, const Block& x) {
  withWidth(widthOf(x), [&](auto width) {
    Kokkos::parallel_for("Chronos::BlockCholesky::solve", BlockPolicy(0, factors.numBlocks()),
                         SolveFunctor<decltype(width)::value>{factors, x.data()});
  });
}

}  // namespace Chronos
