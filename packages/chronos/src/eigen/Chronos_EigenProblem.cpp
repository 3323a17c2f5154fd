// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenProblem.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_Orthonormalise.hpp"
#include "Chronos_SmallBasis.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace Chronos {
namespace {

// A third pass mends what a second one leaves of columns that nearly depend on others.
constexpr int maxPasses = 3;

// Up to eight columns at a time, so that a matrix is read once for all of them.
void applyToBlocks(const Operator& op, const TestVectors& X, const TestVectors& Y) {
  const int count = static_cast<int>(X.extent(1));
  for (int first = 0; first < count; first += widestBlock) {
    const int width = blockWidth(count - first);
    if (width == 1) {
      op.apply(asBlock(ConstVector(column(X, first))), asBlock(column(Y, first)));
      continue;
    }
    const Block in = allocateBlock("Chronos::eigen packed", X.extent(0), width);
    const Block out = allocateBlock("Chronos::eigen packed", Y.extent(0), width);
    packBlock(X, first, in);
    op.apply(in, out);
    unpackBlock(out, Y, first);
  }
}

std::vector<double> inverseLengths(const SmallMatrix& G, const char* what) {
  std::vector<double> inverse(G.numCols);
  for (int col = 0; col < G.numCols; ++col) {
    const double square = G(col, col);
    if (!std::isfinite(square))
      throw BreakdownError(std::string("Eigenpairs: products with the ") + what +
                           " or the preconditioner are not finite.");
    if (square < 0)
      throw BreakdownError(
          "Eigenpairs: the mass matrix is not positive definite: x^T M x is negative for a vector that was met.");
    inverse[col] = square > 0 ? 1 / std::sqrt(square) : 0;
  }
  return inverse;
}

}  // namespace

EigenProblem::EigenProblem(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                           const Teuchos::RCP<const Operator>& T, SpectrumEnd which)
    : A_(A),
      M_(M),
      T_(T),
      which_(which),
      map_(A->domainMap()),
      numRows_(TrilinosVersion::numLocal(*map_)),
      room_(allocateVectors("Chronos::eigen room", numRows_, 0)) {}

ImagedVectors EigenProblem::allocate(int count) const {
  ImagedVectors V;
  V.own = allocateVectors("Chronos::eigen vectors", numRows_, count);
  V.image = allocateVectors("Chronos::eigen images", numRows_, count);
  V.mass = isPlain() ? V.own : allocateVectors("Chronos::eigen masses", numRows_, count);
  return V;
}

void EigenProblem::multiply(const ImagedVectors& V) {
  applyToBlocks(*A_, V.own, V.image);
  counts.products += V.count();
}

void EigenProblem::multiplyByMass(const ImagedVectors& V) {
  if (isPlain()) return;
  applyToBlocks(*M_, V.own, V.mass);
  counts.massProducts += V.count();
}

void EigenProblem::precondition(const TestVectors& R, const TestVectors& W) {
  if (T_.is_null()) {
    Kokkos::deep_copy(Device::execution_space(), W, R);
    return;
  }
  applyToBlocks(*T_, R, W);
  counts.preconditionings += static_cast<long long>(R.extent(1));
}

TestVectors& EigenProblem::room(std::size_t count) {
  if (room_.extent(1) < count) room_ = allocateVectors("Chronos::eigen room", numRows_, count);
  return room_;
}

int EigenProblem::orthonormalise(const ImagedVectors& Q, ImagedVectors& W, double enough) {
  const Device::execution_space space;
  int kept = W.count();
  for (int pass = 0; pass < maxPasses && kept > 0; ++pass) {
    const ImagedVectors current = W.columns(0, kept);
    const auto products = tallProducts(comm(), {{current.own, current.mass}, {Q.own, current.mass}});
    double leastPivot = 1;
    const SmallMatrix C = invertFactor(minus(products[0], transposedProduct(products[1], products[1])),
                                       inverseLengths(products[0], isPlain() ? "matrix" : "mass matrix"), leastPivot);
    const SmallMatrix projection = negative(product(products[1], C));
    const auto update = [&](TestVectors& V, const TestVectors& basis) {
      const TestVectors from = columnsOf(V, 0, kept), to = columnsOf(room(kept), 0, C.numCols);
      combineTall<Device>(space, from, C, to);
      combineTall<Device>(space, basis, projection, to, Columns::add);
      Kokkos::deep_copy(space, columnsOf(V, 0, C.numCols), to);
    };
    update(W.own, Q.own);
    if (!isPlain()) update(W.mass, Q.mass);
    kept = C.numCols;
    if (leastPivot > enough) break;
  }
  return kept;
}

void EigenProblem::combine(ImagedVectors& V, const SmallMatrix& C) {
  combine(V, C.numRows, V.columns(0, 0), C);
}

void EigenProblem::combine(ImagedVectors& V, int numOld, const ImagedVectors& W, const SmallMatrix& C) {
  const Device::execution_space space;
  const SmallMatrix ofOld = part(C, 0, numOld, 0, C.numCols);
  const SmallMatrix ofNew = part(C, numOld, C.numRows - numOld, 0, C.numCols);
  const auto update = [&](TestVectors& old, const TestVectors& added) {
    const TestVectors to = columnsOf(room(V.own.extent(1)), 0, C.numCols);
    combineTall<Device>(space, columnsOf(old, 0, numOld), ofOld, to);
    if (ofNew.numRows > 0) combineTall<Device>(space, columnsOf(added, 0, ofNew.numRows), ofNew, to, Columns::add);
    Kokkos::deep_copy(space, columnsOf(old, 0, C.numCols), to);
  };
  update(V.own, W.own);
  update(V.image, W.image);
  if (!isPlain()) update(V.mass, W.mass);
}

SmallEigen wantedRitzPairs(const SmallMatrix& H, int count, SpectrumEnd which) {
  SmallEigen all = symmetricEigen(H);
  if (all.values.empty() && H.numRows > 0)
    throw BreakdownError(
        "Eigenpairs: products with the matrix or the preconditioner are not finite. Look for entries near the largest "
        "double.");
  const int n = H.numRows;
  if (which == SpectrumEnd::largest) {
    std::reverse(all.values.begin(), all.values.end());
    SmallMatrix reversed(n, n);
    for (int col = 0; col < n; ++col)
      for (int row = 0; row < n; ++row) reversed(row, col) = all.vectors(row, n - 1 - col);
    all.vectors = reversed;
  }
  all.values.resize(count);
  all.vectors = part(all.vectors, 0, n, 0, count);
  return all;
}

}  // namespace Chronos
