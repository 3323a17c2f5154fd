// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_SmootherTable.hpp"
#include "Chronos_VectorUpdate.hpp"
#include "Chronos_WorkBlock.hpp"

#include <utility>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

struct TwoStageGaussSeidelParameters {
  int innerSweeps = 1;  ///< m
};

void bindTwoStageGaussSeidel(ParameterBinding& list, TwoStageGaussSeidelParameters& p) {
  list.integer("inner sweeps", p.innerSweeps, 0, 100,
               "Jacobi sweeps in place of each triangular solve, every one a pass over the matrix. 0: Jacobi.");
}

enum class Triangle { lower, upper };

struct InvertFunctor {
  Vector values;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { values(i) = 1 / values(i); }
};

template <int width>
struct ScaleFunctor {
  const double *inverseDiagonal, *r;
  double alpha, beta;
  double* z;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    z[i] = updated(beta, z + i, alpha * inverseDiagonal[i / width] * r[i]);
  }
};

// A step of the forward half, D^{-1} (b - L x), or of the backward half, b - D^{-1} U x: z = beta z + alpha times that.
// Row map and domain map are alike, so an owned column has the number of its row.
template <int width>
struct InnerSweepFunctor {
  CsrMatrix<double, Device> A;
  Triangle triangle;
  const double *inverseDiagonal, *b, *x;
  double alpha, beta;
  double* z;

  KOKKOS_INLINE_FUNCTION bool isIn(int row, LocalOrdinal col) const {
    return triangle == Triangle::lower ? col < row : col > row && col < A.numRows;
  }
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    double sums[width] = {};
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = A.colInd(entry);
      if (!isIn(row, col)) continue;
      const double value = A.values(entry);
      const double* from = x + static_cast<std::int64_t>(col) * width;
      for (int j = 0; j < width; ++j) sums[j] += value * from[j];
    }
    const std::int64_t begin = static_cast<std::int64_t>(row) * width;
    const double scale = inverseDiagonal[row];
    for (int j = 0; j < width; ++j) {
      const double given = b[begin + j];
      const double next = triangle == Triangle::lower ? scale * (given - sums[j]) : given - scale * sums[j];
      z[begin + j] = updated(beta, z + begin + j, alpha * next);
    }
  }
};

/// \brief Symmetric Gauss-Seidel whose triangular solves are a few Jacobi sweeps: M^{-1} = T^T D T,
/// T = sum_{k = 0}^m (-D^{-1} L)^k D^{-1}.
///
/// D and L are diagonal and strict lower triangle of what of A couples a rank's own unknowns, in the order of its rows;
/// couplings of ranks are left to the residual. T is the Neumann series of (D + L)^{-1} up to its power m: m inner
/// Jacobi-Richardson sweeps y <- D^{-1} (r - L y) from y = D^{-1} r (Berger-Vergiat, Kelley, Rajamanickam, Hu,
/// Swirydowicz, Mullowney, Thomas, Yamazaki, Two-Stage Gauss-Seidel Preconditioners and Smoothers for Krylov Solvers on
/// a GPU Cluster, arXiv:2104.01196, 2021). A forward and a backward sweep one after the other are T + T^T - T^T A T,
/// which need not be positive definite for small m. Here D stands between, as in exact symmetric Gauss-Seidel,
/// (D + U)^{-1} D (D + L)^{-1}, which many inner sweeps give: D^{-1} L is nilpotent. T is triangular with a positive
/// diagonal, so T^T D T is symmetric positive definite whatever A and m are, as long as D > 0. How large M^{-1} A
/// becomes for small m is the affair of the relaxation.
///
/// With w = D T r the second half is T^T w = sum_k (-D^{-1} U)^k D^{-1} w, U = L^T: m steps z <- T r - D^{-1} U z from
/// z = T r. An application costs 2 m passes over the owned part of A, without communication. The smoother depends on
/// the number of ranks; it has the same bits on any number of threads.
class TwoStageGaussSeidel : public Smoother {
 public:
  /// Collective. The diagonal must be positive, which checkMatrix ensures.
  TwoStageGaussSeidel(const Teuchos::RCP<const DistMatrix<double>>& A, const TwoStageGaussSeidelParameters& parameters)
      : Smoother(A->rowMap()), A_(A), numSweeps_(parameters.innerSweeps), inverseDiagonal_(diagonalOf(*A)) {
    Kokkos::parallel_for("Chronos::TwoStageGaussSeidel::invert", RowPolicy(0, A->numRows()),
                         InvertFunctor{inverseDiagonal_});
    if (numSweeps_ > 0) {
      forward_ = WorkBlock("Chronos::TwoStageGaussSeidel forward", A->numRows());
      other_ = WorkBlock("Chronos::TwoStageGaussSeidel other", A->numRows());
    }
    if (numSweeps_ > 2) third_ = WorkBlock("Chronos::TwoStageGaussSeidel third", A->numRows());
    report_.name = "two-stage gauss-seidel";
    report_.density = 2 * numSweeps_ + double(A->rowMap()->getGlobalNumElements()) / double(A->numGlobalEntries());
    report_.longestRow = 1;
    report_.bytes = double(A->rowMap()->getGlobalNumElements()) * sizeof(double);
  }

  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    if (numSweeps_ == 0) {
      scale(r, z, alpha, beta);
      return;
    }
    const int width = widthOf(r);
    Block y = forward_(width), other = other_(width);
    scale(r, y, 1, 0);
    for (int step = 0; step < numSweeps_; ++step) {
      innerSweep(Triangle::lower, r, y, other, 1, 0);
      std::swap(y, other);
    }
    // y is T r from here on; z is written in the last step alone, since beta may read it.
    ConstBlock last = y;
    for (int step = 0; step + 1 < numSweeps_; ++step) {
      const Block next = step % 2 == 0 ? other : third_(width);
      innerSweep(Triangle::upper, y, last, next, 1, 0);
      last = next;
    }
    innerSweep(Triangle::upper, y, last, z, alpha, beta);
  }

  const DistMatrix<double>* keptMatrix() const override { return A_.get(); }
  std::size_t numBytes() const override {
    return inverseDiagonal_.extent(0) * sizeof(double) + forward_.numBytes() + other_.numBytes() + third_.numBytes();
  }

 private:
  void scale(const ConstBlock& r, const Block& z, double alpha, double beta) const {
    withWidth(widthOf(r), [&](auto width) {
      Kokkos::parallel_for(
          "Chronos::TwoStageGaussSeidel::scale", EntryPolicy(0, static_cast<std::int64_t>(r.size())),
          ScaleFunctor<decltype(width)::value>{inverseDiagonal_.data(), r.data(), alpha, beta, z.data()});
    });
  }

  void innerSweep(Triangle triangle, const ConstBlock& b, const ConstBlock& x, const Block& z, double alpha,
                  double beta) const {
    withWidth(widthOf(b), [&](auto width) {
      Kokkos::parallel_for("Chronos::TwoStageGaussSeidel::innerSweep", RowPolicy(0, A_->numRows()),
                           InnerSweepFunctor<decltype(width)::value>{A_->local(), triangle, inverseDiagonal_.data(),
                                                                     b.data(), x.data(), alpha, beta, z.data()});
    });
  }

  Teuchos::RCP<const DistMatrix<double>> A_;
  int numSweeps_;
  Vector inverseDiagonal_;
  WorkBlock forward_, other_, third_;
};

}  // namespace

SmootherMethod twoStageGaussSeidel() {
  return {"two-stage gauss-seidel", "symmetric, triangular solves replaced by inner sweeps",
          [](const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes&, const std::any& parameters) {
            return Teuchos::RCP<const Smoother>(
                Teuchos::rcp(new TwoStageGaussSeidel(A, parametersOf<TwoStageGaussSeidelParameters>(parameters))));
          },
          TwoStageGaussSeidelParameters(), bindingOf(bindTwoStageGaussSeidel)};
}

}  // namespace Chronos
