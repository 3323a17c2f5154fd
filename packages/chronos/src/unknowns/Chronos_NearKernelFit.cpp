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

// Modes of eleven bodies cancel in 0.96 of the rows or more, rotations by positions of other nodes in 0.02 to 0.07.
constexpr double cancels = 0.02, mostRows = 0.5, nextToNone = 0.25;

enum Counts { cancelled, examined, numCounts };

struct CancelFunctor {
  using value_type = long long[];
  unsigned value_count;
  CsrMatrix<double, Device> A;
  Kokkos::View<const double*, Device> v;  // of columns
  LocalOrdinal stride;

  KOKKOS_INLINE_FUNCTION void operator()(int sample, value_type counts) const {
    const LocalOrdinal row = sample * stride;
    double sum = 0, magnitudes = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const double product = A.values(entry) * v(A.colInd(entry));
      sum += product;
      magnitudes += product < 0 ? -product : product;
    }
    counts[examined] += magnitudes > 0;
    counts[cancelled] += magnitudes > 0 && (sum < 0 ? -sum : sum) <= cancels * magnitudes;
  }
};

// Shares no factor with two or three, so that all unknowns of a node have their turn.
LocalOrdinal strideOf(LocalOrdinal numRows) {
  constexpr LocalOrdinal mostSamples = 20'000;
  return (numRows / mostSamples + 5) / 6 * 6 + 1;
}

int percent(double share) {
  return static_cast<int>(std::lround(100 * share));
}

}  // namespace

double NearKernelFit::best() const {
  return shares.empty() ? 1 : *std::max_element(shares.begin(), shares.end());
}

double NearKernelFit::worst() const {
  return shares.empty() ? 1 : *std::min_element(shares.begin(), shares.end());
}

bool NearKernelFit::isTorn() const {
  return best() >= mostRows && worst() < nextToNone * best();
}

NearKernelFit fitOfNearKernel(const DistMatrix<double>& A, const TestSpace& V) {
  const std::size_t numVectors = V.extent(1);
  const LocalOrdinal stride = strideOf(A.numRows()), numSamples = (A.numRows() + stride - 1) / stride;
  const auto columns = diagonalColumns(A);
  std::vector<long long> counts(numCounts * numVectors);
  JointReduction all;
  for (std::size_t k = 0; k < numVectors; ++k) {
    const auto v = columnValues(A, columns, Kokkos::subview(V, Kokkos::ALL, k));
    using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
    Kokkos::parallel_reduce("Chronos::fitOfNearKernel", Policy(0, numSamples),
                            CancelFunctor{numCounts, A.local(), v, stride}, &counts[numCounts * k]);
  }
  for (long long& count : counts) all.sum(count);
  all.reduce(*A.rowMap()->getComm());
  NearKernelFit fit;
  for (std::size_t k = 0; k < numVectors; ++k)
    fit.shares.push_back(double(counts[numCounts * k + cancelled]) /
                         double(std::max(1LL, counts[numCounts * k + examined])));
  return fit;
}

std::string textOf(const NearKernelFit& fit, NearKernelSource source) {
  const std::string best = std::to_string(percent(fit.best())), worst = std::to_string(percent(fit.worst()));
  if (source == NearKernelSource::coordinates)
    return "the coordinates do not fit the matrix: translations cancel in " + best + " % of its rows, rotations in " +
           worst + " %; their rows have to be in the order of the nodes, in the axes of the displacements";
  return "the near-kernel vectors do not fit the matrix alike: some cancel in " + best + " % of its rows, others in " +
         worst + " %; their rows have to be in the order of the unknowns";
}

}  // namespace Chronos
