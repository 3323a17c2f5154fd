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
#include <limits>
#include <numeric>
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

// Beyond it the work of Jacobi's rotations shows.
constexpr int mostRotated = 200;

// Jacobi's method. Of matrices whose small values stand beside large ones, as those of X beside those of W, it finds
// the small ones to a relative accuracy (Demmel and Veselic 1992); LAPACK's to that of the largest one.
SmallEigen eigenByRotations(SmallMatrix H) {
  constexpr int mostSweeps = 30;
  const int n = H.numRows;
  if (!std::all_of(H.values.begin(), H.values.end(), [](double value) { return std::isfinite(value); })) return {};
  SmallMatrix V(n, n);
  for (int j = 0; j < n; ++j) V(j, j) = 1;
  const auto turn = [n](SmallMatrix& A, int p, int q, double c, double s) {
    for (int row = 0; row < n; ++row) {
      const double a = A(row, p), b = A(row, q);
      A(row, p) = c * a - s * b;
      A(row, q) = s * a + c * b;
    }
  };
  bool isDone = false;
  for (int sweep = 0; sweep < mostSweeps && !isDone; ++sweep) {
    isDone = true;
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) {
        const double off = H(p, q), rounding = std::numeric_limits<double>::epsilon() / 2;
        if (std::abs(off) <= rounding * std::sqrt(std::abs(H(p, p))) * std::sqrt(std::abs(H(q, q)))) continue;
        if (std::abs(off) < std::numeric_limits<double>::min()) continue;
        isDone = false;
        const double zeta = (H(q, q) - H(p, p)) / (2 * off);
        const double t = (zeta >= 0 ? 1 : -1) / (std::abs(zeta) + std::hypot(1.0, zeta));
        const double c = 1 / std::sqrt(1 + t * t), s = c * t;
        const double first = H(p, p) - t * off, second = H(q, q) + t * off;
        turn(H, p, q, c, s);
        for (int k = 0; k < n; ++k) {
          if (k == p || k == q) continue;
          H(p, k) = H(k, p);
          H(q, k) = H(k, q);
        }
        H(p, p) = first;
        H(q, q) = second;
        H(p, q) = H(q, p) = 0;
        turn(V, p, q, c, s);
      }
  }
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return H(a, a) < H(b, b); });
  SmallEigen eigen{std::vector<double>(n), SmallMatrix(n, n)};
  for (int j = 0; j < n; ++j) {
    eigen.values[j] = H(order[j], order[j]);
    for (int row = 0; row < n; ++row) eigen.vectors(row, j) = V(row, order[j]);
  }
  return eigen;
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
  SmallEigen all = H.numRows <= mostRotated ? eigenByRotations(H) : symmetricEigen(H);
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
