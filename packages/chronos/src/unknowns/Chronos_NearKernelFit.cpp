// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearKernelFit.hpp"

#include "Chronos_ColumnValues.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_JointReduction.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

// Modes of bodies cancel in 0.96 of the rows or more, rotations by positions of other nodes in 0.02 to 0.07:
// docs/performance/positions-and-numbering.md.
constexpr double cancels = 0.02, mostRows = 0.5, nextToNone = 0.25;

enum Counts { cancelled, examined, numCounts };

struct CancelFunctor {
  using value_type = long long[];
  unsigned value_count;
  CsrMatrix<double, Device> A;
  Kokkos::View<const LocalOrdinal*, Device> diagonalColumns;
  Kokkos::View<const double*, Device> v;  // of columns
  LocalOrdinal stride;

  KOKKOS_INLINE_FUNCTION void operator()(int sample, value_type counts) const {
    const LocalOrdinal row = sample * stride;
    double sum = 0, magnitudes = 0, ofOthers = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const double product = A.values(entry) * v(A.colInd(entry)), magnitude = product < 0 ? -product : product;
      sum += product;
      magnitudes += magnitude;
      ofOthers += A.colInd(entry) == diagonalColumns(row) ? 0 : magnitude;
    }
    counts[examined] += ofOthers > 0;
    counts[cancelled] += ofOthers > 0 && (sum < 0 ? -sum : sum) <= cancels * magnitudes;
  }
};

// Shares no factor with two or three, so that all unknowns of a node have their turn.
LocalOrdinal strideOf(LocalOrdinal numRows) {
  constexpr LocalOrdinal mostSamples = 20'000;
  return (numRows / mostSamples + 5) / 6 * 6 + 1;
}

std::size_t numModes(int dimension) {
  return dimension == 3 ? 6 : 3;
}

// Translations come first.
double leastTranslation(const NearKernelFit& fit, int dimension) {
  return *std::min_element(fit.shares.begin(), fit.shares.begin() + dimension);
}

double bestRotation(const NearKernelFit& fit, int dimension) {
  return *std::max_element(fit.shares.begin() + dimension, fit.shares.end());
}

std::string percent(double share) {
  return std::to_string(std::lround(100 * share)) + " %";
}

}  // namespace

bool NearKernelFit::haveWrongPositions(int dimension) const {
  if (dimension < 2 || shares.size() != numModes(dimension)) return false;
  const double translations = leastTranslation(*this, dimension);
  return translations >= mostRows && bestRotation(*this, dimension) < nextToNone * translations;
}

bool NearKernelFit::isTorn() const {
  if (shares.empty()) return false;
  const auto [worst, best] = std::minmax_element(shares.begin(), shares.end());
  return *best >= mostRows && *worst < nextToNone * *best;
}

NearKernelFit fitOfNearKernel(const DistMatrix<double>& A, const TestSpace& V) {
  const std::size_t numVectors = V.extent(1);
  const LocalOrdinal stride = strideOf(A.numRows()), numSamples = (A.numRows() + stride - 1) / stride;
  const auto columns = diagonalColumns(A);
  std::vector<long long> counts;
  JointReduction all;
  for (std::size_t k = 0; k < numVectors; ++k) {
    const auto v = columnValues(A, columns, Kokkos::subview(V, Kokkos::ALL, k));
    using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
    long long ofVector[numCounts] = {};
    Kokkos::parallel_reduce("Chronos::fitOfNearKernel", Policy(0, numSamples),
                            CancelFunctor{numCounts, A.local(), columns, v, stride}, ofVector);
    counts.insert(counts.end(), ofVector, ofVector + numCounts);
  }
  for (long long& count : counts) all.sum(count);
  all.reduce(*A.rowMap()->getComm());
  NearKernelFit fit;
  for (std::size_t k = 0; k < numVectors; ++k)
    fit.shares.push_back(double(counts[numCounts * k + cancelled]) /
                         double(std::max(1LL, counts[numCounts * k + examined])));
  return fit;
}

std::string textOfPositions(const NearKernelFit& fit, int dimension) {
  return "the coordinates do not fit the matrix: translations cancel in " + percent(leastTranslation(fit, dimension)) +
         " of its rows, rotations in " + percent(bestRotation(fit, dimension)) +
         "; the rows of the coordinates have to be in the order of the nodes of the matrix";
}

std::string textOfVectors(const NearKernelFit& fit) {
  const auto [worst, best] = std::minmax_element(fit.shares.begin(), fit.shares.end());
  return "the near-kernel vectors do not fit the matrix alike: some cancel in " + percent(*best) +
         " of its rows, others in " + percent(*worst) + "; their rows have to be in the order of the unknowns";
}

}  // namespace Chronos
