// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockProduct.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_Orthonormalise.hpp"
#include "Chronos_SmallBasis.hpp"
#include "Chronos_SmallEigen.hpp"
#include "Chronos_TestSpaceMethods.hpp"

#include <cmath>
#include <utility>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// A preconditioned residual is made orthonormal to 1e-13 or better: Rayleigh-Ritz with the identity for the inner
// products then loses nothing that a few iterations could see.
constexpr double wellConditioned = 1e-3;

// r = A x - theta x
struct ResidualFunctor {
  ConstVector x, Ax;
  double theta;
  Vector r;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { r(row) = Ax(row) - theta * x(row); }
};

// D^{1/2}, one where the diagonal is not positive.
struct RootFunctor {
  Vector d;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    using std::sqrt;
    d(row) = d(row) > 0 ? sqrt(d(row)) : 1;
  }
};

enum class Scaling { multiply, divide };

// y = D^{1/2} x or D^{-1/2} x; y may be x.
struct ScaleFunctor {
  ConstVector d, x;
  Scaling scaling;
  Vector y;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    y(row) = scaling == Scaling::multiply ? d(row) * x(row) : x(row) / d(row);
  }
};

// Every rank has the same small matrices, so all throw.
[[noreturn]] void breakDown() {
  throw BreakdownError(
      "The test space cannot be improved: products with the matrix or the smoother are not finite. Look for entries "
      "near the "
      "largest double, or take the improvement 'none'.");
}

class RayleighMinimiser {
 public:
  RayleighMinimiser(const DistMatrix<double>& A, const Operator& M, const TestSpace& V, TestSpaceWeight weight)
      : A_(A), M_(M), comm_(*A.rowMap()->getComm()), numRows_(V.extent(0)) {
    if (weight == TestSpaceWeight::diagonal) {
      root_ = diagonalOf(A);
      Kokkos::parallel_for("Chronos::SRQCG::root", RowPolicy(0, static_cast<int>(numRows_)), RootFunctor{root_});
    }
    const TestVectors start = allocateVectors("Chronos::SRQCG start", numRows_, V.extent(1));
    Kokkos::deep_copy(Device::execution_space(), start, V);
    scale(start, Scaling::multiply, start);
    const TestSpace basis = orthonormalBasis(comm_, start);
    numVectors_ = static_cast<int>(basis.extent(1));
    if (numVectors_ == 0) return;
    for (TestVectors* block : {&XP_, &AXP_, &next_})
      *block = allocateVectors("Chronos::SRQCG block", numRows_, 2 * numVectors_);
    for (TestVectors* block : {&W_, &AW_, &scratch_})
      *block = allocateVectors("Chronos::SRQCG block", numRows_, numVectors_);
    Kokkos::deep_copy(Device::execution_space(), X(), basis);
    multiply(X(), columnsOf(AXP_, 0, numVectors_));
    H_ = tallProducts(comm_, {{X(), columnsOf(AXP_, 0, numVectors_)}})[0];
    rotate({});
  }

  // False when there is no direction left.
  bool step() {
    if (numVectors_ == 0) return false;
    residual(scratch_);
    scale(scratch_, Scaling::multiply, scratch_);
    applyToColumns(M_, scratch_, W_);
    scale(W_, Scaling::multiply, W_);
    const int numNew = orthonormalise(comm_, basis(), W_, scratch_, wellConditioned);
    if (numNew == 0) return false;
    const TestVectors W = columnsOf(W_, 0, numNew), AW = columnsOf(AW_, 0, numNew);
    multiply(W, AW);
    const auto products = tallProducts(comm_, {{basis(), AW}, {W, AW}});
    H_ = stack(beside(H_, products[0]), beside(transposed(products[0]), products[1]));
    rotate(W);
    return true;
  }

  // Orthonormal to rounding once more: each step leaves a little.
  TestSpace takeVectors() {
    if (numVectors_ == 0) return allocateVectors("Chronos::test space", numRows_, 0);
    scale(X(), Scaling::divide, X());
    return orthonormalBasis(comm_, X());
  }

 private:
  TestVectors X() const { return columnsOf(XP_, 0, numVectors_); }
  TestVectors basis() const { return columnsOf(XP_, 0, numVectors_ + numDirections_); }

  // Nothing without a diagonal.
  void scale(const TestVectors& from, Scaling scaling, const TestVectors& to) const {
    if (root_.extent(0) != numRows_) return;
    for (std::size_t k = 0; k < from.extent(1); ++k)
      Kokkos::parallel_for("Chronos::SRQCG::scale", RowPolicy(0, static_cast<int>(numRows_)),
                           ScaleFunctor{root_, column(from, k), scaling, column(to, k)});
  }

  // The operator of the chosen weight, D^{-1/2} A D^{-1/2} or A.
  void multiply(const TestVectors& X, const TestVectors& AX) {
    if (root_.extent(0) == 0) {
      A_.apply(X, AX);
      return;
    }
    const TestVectors scaled = columnsOf(scratch_, 0, static_cast<int>(X.extent(1)));
    scale(X, Scaling::divide, scaled);
    A_.apply(scaled, AX);
    scale(AX, Scaling::divide, AX);
  }

  void residual(const TestVectors& R) const {
    for (int k = 0; k < numVectors_; ++k)
      Kokkos::parallel_for(
          "Chronos::SRQCG::residual", RowPolicy(0, static_cast<int>(numRows_)),
          ResidualFunctor{column(XP_, k), column(AXP_, k), theta_[static_cast<std::size_t>(k)], column(R, k)});
  }

  // Rayleigh-Ritz on the orthonormal basis [X P W], with H its projection of A: X becomes the lowest Ritz vectors and P
  // what the old P and W added to them, orthonormal to X. A times each of them follows by the same combinations.
  void rotate(const TestVectors& W) {
    const SmallEigen ritz = symmetricEigen(H_);
    if (ritz.values.empty()) breakDown();
    const int n = H_.numRows, numOld = numVectors_ + numDirections_;
    const SmallMatrix C = part(ritz.vectors, 0, n, 0, numVectors_);
    SmallMatrix added = C;
    for (int col = 0; col < numVectors_; ++col)
      for (int row = 0; row < numVectors_; ++row) added(row, col) = 0;
    const SmallMatrix D = n == numVectors_ ? SmallMatrix(n, 0) : orthonormalBeside(C, added);
    const SmallMatrix all = beside(C, D);
    combine(XP_, numOld, W, all);
    combine(AXP_, numOld, columnsOf(AW_, 0, n - numOld), all);
    H_ = transposedProduct(all, product(H_, all));
    theta_.assign(ritz.values.begin(), ritz.values.begin() + numVectors_);
    numDirections_ = D.numCols;
  }

  void combine(TestVectors& old, int numOld, const TestVectors& added, const SmallMatrix& C) {
    const Device::execution_space space;
    const TestVectors result = columnsOf(next_, 0, C.numCols);
    combineTall<Device>(space, columnsOf(old, 0, numOld), part(C, 0, numOld, 0, C.numCols), result);
    if (C.numRows > numOld)
      combineTall<Device>(space, added, part(C, numOld, C.numRows - numOld, 0, C.numCols), result, Columns::add);
    std::swap(old, next_);
  }

  BlockProduct A_;
  const Operator& M_;
  const Comm& comm_;
  std::size_t numRows_;
  Vector root_;  // of the diagonal; empty with the unit weight
  int numVectors_ = 0, numDirections_ = 0;
  std::vector<double> theta_;
  SmallMatrix H_;                // of [X P], then of [X P W]
  TestVectors XP_, AXP_, next_;  // [X P], A [X P], room for the next of either
  TestVectors W_, AW_, scratch_;
};

}  // namespace

TestSpace improveBySrqcg(const DistMatrix<double>& A, const Operator& M, const TestSpace& V, int iterations,
                         TestSpaceWeight weight) {
  RayleighMinimiser minimiser(A, M, V, weight);
  for (int iteration = 0; iteration < iterations && minimiser.step(); ++iteration) continue;
  return minimiser.takeVectors();
}

std::vector<double> rayleighQuotients(const DistMatrix<double>& A, const TestSpace& V) {
  const TestVectors AV = allocateVectors("Chronos::A V", V.extent(0), V.extent(1));
  BlockProduct(A).apply(V, AV);
  const auto products = tallProducts(*A.rowMap()->getComm(), {{V, AV}, {V, V}});
  std::vector<double> quotients(V.extent(1));
  for (int k = 0; k < static_cast<int>(quotients.size()); ++k)
    quotients[k] = products[1](k, k) > 0 ? products[0](k, k) / products[1](k, k) : 0;
  return quotients;
}

}  // namespace Chronos
