// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Orthonormalise.hpp"

#include "Chronos_InnerProduct.hpp"
#include "Chronos_SmallBasis.hpp"
#include "Chronos_TestSpaceMethods.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

// A column is dropped below this squared sine of its angle with the span of those before: what is left of it has lost
// half of its digits to cancellation.
constexpr double dependentPivot = 1e-12;
// A third pass mends what a second one leaves of columns just above that limit.
constexpr int maxPasses = 3;

std::vector<double> inverseNorms(const SmallMatrix& G) {
  std::vector<double> scale(G.numCols);
  for (int col = 0; col < G.numCols; ++col) {
    const double squaredNorm = G(col, col);
    scale[col] = squaredNorm > 0 && std::isfinite(squaredNorm) ? 1 / std::sqrt(squaredNorm) : 0;
  }
  return scale;
}

}  // namespace

SmallMatrix invertFactor(const SmallMatrix& G, const std::vector<double>& scale, double& leastPivot) {
  const int n = G.numCols;
  SmallMatrix C(n, n);
  int numKept = 0;
  leastPivot = 1;
  for (int col = 0; col < n; ++col) {
    if (scale[col] == 0) continue;
    // The new column, orthogonalised against those before: twice, because the inner products come from G and not from
    // vectors.
    std::vector<double> c(n, 0.0), Gc(n);
    c[col] = scale[col];
    double pivot = 0;
    for (int round = 0; round < 2; ++round) {
      for (int row = 0; row < n; ++row) {
        Gc[row] = 0;
        for (int k = 0; k <= col; ++k) Gc[row] += G(row, k) * c[k];
      }
      for (int kept = 0; kept < numKept; ++kept) {
        double dot = 0;
        for (int k = 0; k <= col; ++k) dot += C(k, kept) * Gc[k];
        for (int k = 0; k <= col; ++k) c[k] -= dot * C(k, kept);
      }
    }
    for (int row = 0; row <= col; ++row)
      for (int k = 0; k <= col; ++k) pivot += c[row] * G(row, k) * c[k];
    if (!(pivot > dependentPivot)) continue;
    leastPivot = std::min(leastPivot, pivot);
    for (int k = 0; k <= col; ++k) C(k, numKept) = c[k] / std::sqrt(pivot);
    ++numKept;
  }
  return part(C, 0, n, 0, numKept);
}

int orthonormalise(const Comm& comm, const TestSpace& Q, TestVectors& W, TestVectors& scratch, double enough) {
  const Device::execution_space space;
  int numCols = static_cast<int>(W.extent(1));
  for (int pass = 0; pass < maxPasses && numCols > 0; ++pass) {
    const TestVectors current = columnsOf(W, 0, numCols);
    const auto products = tallProducts(comm, {{current, current}, {Q, current}});
    double leastPivot = 1;
    const SmallMatrix C = invertFactor(minus(products[0], transposedProduct(products[1], products[1])),
                                       inverseNorms(products[0]), leastPivot);
    const TestVectors next = columnsOf(scratch, 0, C.numCols);
    combineTall<Device>(space, current, C, next);
    combineTall<Device>(space, Q, negative(product(products[1], C)), next, Columns::add);
    std::swap(W, scratch);
    numCols = C.numCols;
    if (leastPivot > enough) break;
  }
  return numCols;
}

TestSpace orthonormalBasis(const Comm& comm, const TestSpace& V) {
  // A pass that had nearly nothing to do leaves a basis that is orthonormal to rounding.
  constexpr double nearlyOrthonormal = 0.5;
  TestVectors W = allocateVectors("Chronos::orthonormal basis", V.extent(0), V.extent(1));
  TestVectors scratch = allocateVectors("Chronos::orthonormal basis", V.extent(0), V.extent(1));
  Kokkos::deep_copy(Device::execution_space(), W, V);
  const int numCols =
      orthonormalise(comm, allocateVectors("Chronos::no columns", V.extent(0), 0), W, scratch, nearlyOrthonormal);
  if (numCols == static_cast<int>(V.extent(1))) return W;
  const TestVectors kept = allocateVectors("Chronos::orthonormal basis", V.extent(0), numCols);
  Kokkos::deep_copy(Device::execution_space(), kept, columnsOf(W, 0, numCols));
  return kept;
}

}  // namespace Chronos
