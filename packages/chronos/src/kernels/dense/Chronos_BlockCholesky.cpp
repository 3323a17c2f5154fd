// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockCholesky.hpp"

#include "Chronos_DynamicFor.hpp"

#include <cmath>

namespace Chronos {
namespace {

// Of a pivot beside its diagonal entry, at and below which the block is singular to rounding.
constexpr double smallestPivot = 1e-14;

// Several sums, or each product would wait for the one before.
KOKKOS_INLINE_FUNCTION double dotOf(const double* a, const double* b, int length) {
  constexpr int lanes = 8;
  double sums[lanes] = {};
  int i = 0;
  for (; i + lanes <= length; i += lanes)
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  double sum = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
  for (; i < length; ++i) sum += a[i] * b[i];
  return sum;
}

struct FactorFunctor {
  EnvelopeBlocks blocks;
  Kokkos::View<int*, Device> isSingular;
  Kokkos::View<int*, Device> numSingular;

  // Where the entry of column 0 of the block would lie.
  KOKKOS_INLINE_FUNCTION double* originOf(int first, int row) const {
    return blocks.entries.data() + (static_cast<std::int64_t>(blocks.rowPtr(first + row + 1)) - 1 - row);
  }
  KOKKOS_INLINE_FUNCTION int firstColumn(int first, int row) const {
    return row + 1 - static_cast<int>(blocks.rowPtr(first + row + 1) - blocks.rowPtr(first + row));
  }

  KOKKOS_INLINE_FUNCTION void operator()(int block) const {
    using std::sqrt;
    const int first = blocks.firstRow(block), n = blocks.firstRow(block + 1) - first;
    bool isDefinite = true;
    for (int row = 0; row < n; ++row) {
      double* const L = originOf(first, row);
      const int begin = firstColumn(first, row);
      for (int col = begin; col < row; ++col) {
        const double* const other = originOf(first, col);
        const int from = begin > firstColumn(first, col) ? begin : firstColumn(first, col);
        L[col] = (L[col] - dotOf(L + from, other + from, col - from)) / other[col];
      }
      const double diagonal = L[row], pivot = diagonal - dotOf(L + begin, L + begin, row - begin);
      isDefinite = isDefinite && pivot > smallestPivot * diagonal;
      L[row] = sqrt(pivot);
    }
    if (!isDefinite) Kokkos::atomic_add(&numSingular(0), 1);
    if (isSingular.extent(0) > 0) isSingular(block) = isDefinite ? 0 : 1;
  }
};

template <int width>
struct SolveFunctor {
  EnvelopeBlocks factors;
  const double* x;
  double *work, *y;
  double alpha, beta;

  KOKKOS_INLINE_FUNCTION void operator()(int block) const {
    const int first = factors.firstRow(block), end = factors.firstRow(block + 1);
    for (int row = first; row < end; ++row) {
      const double* const entries = factors.entries.data() + factors.rowPtr(row);
      const int count = static_cast<int>(factors.rowPtr(row + 1) - factors.rowPtr(row)) - 1;
      const double* const from = x + static_cast<std::int64_t>(factors.order(row)) * width;
      double* const z = work + static_cast<std::int64_t>(row) * width;
      const double* const before = z - count * width;
      if (width == 1) {
        z[0] = (from[0] - dotOf(entries, before, count)) / entries[count];
        continue;
      }
      double sum[width];
      for (int c = 0; c < width; ++c) sum[c] = from[c];
      for (int i = 0; i < count; ++i)
        for (int c = 0; c < width; ++c) sum[c] -= entries[i] * before[i * width + c];
      for (int c = 0; c < width; ++c) z[c] = sum[c] / entries[count];
    }
    for (int row = end - 1; row >= first; --row) {
      const double* const entries = factors.entries.data() + factors.rowPtr(row);
      const int count = static_cast<int>(factors.rowPtr(row + 1) - factors.rowPtr(row)) - 1;
      double* const to = y + static_cast<std::int64_t>(factors.order(row)) * width;
      double* const z = work + static_cast<std::int64_t>(row) * width;
      double* const before = z - count * width;
      double value[width];
      for (int c = 0; c < width; ++c) value[c] = z[c] / entries[count];
      for (int i = 0; i < count; ++i)
        for (int c = 0; c < width; ++c) before[i * width + c] -= entries[i] * value[c];
      for (int c = 0; c < width; ++c) to[c] = beta == 0 ? alpha * value[c] : alpha * value[c] + beta * to[c];
    }
  }
};

}  // namespace

int factorBlocks(const EnvelopeBlocks& blocks, const Kokkos::View<int*, Device>& isSingular) {
  const auto numSingular = allocateZeros<Kokkos::View<int*, Device>>("Chronos::singular blocks", 1);
  // Blocks differ in size, so a thread takes the next one when it is done.
  dynamicFor("Chronos::BlockCholesky::factor", Device::execution_space(), blocks.numBlocks(), 1,
             FactorFunctor{blocks, isSingular, numSingular});
  int count = 0;
  Kokkos::deep_copy(count, Kokkos::subview(numSingular, 0));
  return count;
}

void solveBlocks(const EnvelopeBlocks& factors, const ConstBlock& x, const Block& work, const Block& y, double alpha,
                 double beta) {
  withWidth(widthOf(x), [&](auto width) {
    dynamicFor("Chronos::BlockCholesky::solve", Device::execution_space(), factors.numBlocks(), 1,
               SolveFunctor<decltype(width)::value>{factors, x.data(), work.data(), y.data(), alpha, beta});
  });
}

}  // namespace Chronos
