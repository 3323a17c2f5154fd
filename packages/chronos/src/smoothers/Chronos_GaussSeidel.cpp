// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_RowOrder.hpp"
#include "Chronos_RowWaves.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SmootherTable.hpp"
#include "Chronos_SortRows.hpp"
#include "Chronos_TriangularRows.hpp"
#include "Chronos_VectorUpdate.hpp"
#include "Chronos_WorkBlock.hpp"

#include <cmath>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Direction = TriangularRows::Direction;

// Waves of fewer rows on average take threads of a host longer than one of them alone takes for all rows.
constexpr LocalOrdinal fewestRowsOfWave = 256;

struct OffRankFunctor {
  CsrMatrix<double, Device> A;
  Vector diagonal;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    using std::abs;
    double sum = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      if (A.colInd(entry) >= A.numRows) sum += abs(A.values(entry));
    diagonal(row) += sum / 2;
  }
};

struct InvertFunctor {
  ConstVector values;
  Vector inverses;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { inverses(i) = 1 / values(i); }
};

template <class RowFunctor>
struct OneByOneFunctor {
  RowFunctor functor;
  int numRows;
  bool isForward;
  KOKKOS_INLINE_FUNCTION void operator()(int) const {
    if (isForward)
      for (int row = 0; row < numRows; ++row) functor(row);
    else
      for (int row = numRows - 1; row >= 0; --row) functor(row);
  }
};

template <class RowFunctor>
struct WaveFunctor {
  RowFunctor functor;
  Kokkos::View<const LocalOrdinal*, Device> rows;
  KOKKOS_INLINE_FUNCTION void operator()(int place) const { functor(rows(place)); }
};

// What the two halves and the whole share: the couplings of a rank's own unknowns, cut at the diagonal, and an order.
class Triangles {
 public:
  // Collective.
  explicit Triangles(const Teuchos::RCP<const DistMatrix<double>>& A)
      : A_(A),
        hasHalo_(maxOverRanks(*A->rowMap()->getComm(), static_cast<long long>(A->halo()->numHalo())) > 0),
        diagonal_(diagonalOf(*A)),
        inverses_(allocate<Vector>("Chronos::GaussSeidel inverses", A->numRows())) {
    const RowPolicy rows(0, A->numRows());
    Vector stable = diagonal_;
    if (hasHalo_) {
      stable = allocate<Vector>("Chronos::GaussSeidel diagonal", A->numRows());
      Kokkos::deep_copy(stable, diagonal_);
      Kokkos::parallel_for("Chronos::GaussSeidel::offRank", rows, OffRankFunctor{A->local(), stable});
    }
    Kokkos::parallel_for("Chronos::GaussSeidel::invert", rows, InvertFunctor{stable, inverses_});
    triangles_ = TriangularRows(sortedRows(A->local()), inverses_);
    planWaves();
  }

  const DistMatrix<double>& A() const { return *A_; }
  bool hasHalo() const { return hasHalo_; }
  const Vector& diagonal() const { return diagonal_; }

  // x = (D + L)^{-1} b or (D + U)^{-1} b from zero, x + that of b - A x in place from a given x.
  void solve(Direction direction, Guess guess, const ConstBlock& b, const Block& x) const {
    if (direction == Direction::forward) solve<Direction::forward>(guess, b, x);
    else solve<Direction::backward>(guess, b, x);
  }

  // r = b - A x behind a forward solve from zero: -U x.
  void residualBehindStart(const ConstBlock& x, const Block& r) const {
    withWidth(widthOf(x), [&](auto width) {
      using Row = TriangularRows::UpperResidualFunctor<decltype(width)::value>;
      Kokkos::parallel_for("Chronos::GaussSeidel::residual", RowPolicy(0, A_->numRows()),
                           Row{triangles_, x.data(), r.data()});
    });
  }

  std::size_t numBytes() const {
    return (diagonal_.extent(0) + inverses_.extent(0)) * sizeof(double) + triangles_.numBytes() +
           waves_.rows.extent(0) * sizeof(LocalOrdinal) + sortedBytes_;
  }

 private:
  template <Direction direction>
  void solve(Guess guess, const ConstBlock& b, const Block& x) const {
    const auto walkRows = [&](auto width, auto isGiven) {
      using Row = TriangularRows::SolveFunctor<decltype(width)::value, direction, decltype(isGiven)::value>;
      walk("Chronos::GaussSeidel::solve", direction == Direction::forward, Row{triangles_, b.data(), x.data()});
    };
    withWidth(widthOf(b), [&](auto width) {
      if (guess == Guess::given) walkRows(width, std::true_type());
      else walkRows(width, std::false_type());
    });
  }

  CsrMatrix<double, Device> sortedRows(const CsrMatrix<double, Device>& A) {
    if (rowsAreSorted(A)) return A;
    const auto columns = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::GaussSeidel columns", A.numEntries());
    const auto values = allocate<Vector>("Chronos::GaussSeidel values", A.numEntries());
    Kokkos::deep_copy(columns, A.colInd);
    Kokkos::deep_copy(values, A.values);
    sortRows<LocalOrdinal, double, Device>(Device::execution_space(), A.rowPtr, columns, values);
    sortedBytes_ = A.numEntries() * (sizeof(LocalOrdinal) + sizeof(double));
    return {A.numRows, A.numCols, A.rowPtr, columns, values};
  }

  void planWaves() {
    if (runsOnHost<Device> && Device::execution_space().concurrency() == 1) return;
    RowWaves<Device> waves = rowWaves(A_->local());
    const bool isNarrow = A_->numRows() < fewestRowsOfWave * waves.number();
    if (!runsOnHost<Device> || !isNarrow) waves_ = waves;
  }

  template <class RowFunctor>
  void walk(const char* label, bool isForward, const RowFunctor& functor) const {
    if (waves_.begins.empty()) {
      Kokkos::parallel_for(label, RowPolicy(0, 1), OneByOneFunctor<RowFunctor>{functor, A_->numRows(), isForward});
      return;
    }
    for (int turn = 0; turn < waves_.number(); ++turn) {
      const int wave = isForward ? turn : waves_.number() - 1 - turn;
      Kokkos::parallel_for(label, RowPolicy(waves_.begins[wave], waves_.begins[wave + 1]),
                           WaveFunctor<RowFunctor>{functor, waves_.rows});
    }
  }

  Teuchos::RCP<const DistMatrix<double>> A_;
  bool hasHalo_;
  Vector diagonal_, inverses_;
  std::size_t sortedBytes_ = 0;
  TriangularRows triangles_;
  RowWaves<Device> waves_;
};

// One of the two sweeps; not symmetric by itself.
class GaussSeidelHalf : public Smoother {
 public:
  GaussSeidelHalf(const Teuchos::RCP<const Triangles>& triangles, Direction direction, const WorkBlock& work)
      : Smoother(triangles->A().rowMap()), triangles_(triangles), direction_(direction), work_(work) {}

  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    if (alpha == 1 && beta == 0) return triangles_->solve(direction_, Guess::zero, r, z);
    const Block y = work_(widthOf(r));
    triangles_->solve(direction_, Guess::zero, r, y);
    updateBlock(y, z, alpha, beta);
  }

  void sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
             Guess guess) const override {
    if (omega != 1 || (guess == Guess::given && triangles_->hasHalo()))
      return Smoother::sweep(A, b, x, other, omega, guess);
    triangles_->solve(direction_, guess, b, x);
  }

  void startSweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& r,
                  double omega) const override {
    if (omega != 1 || triangles_->hasHalo() || direction_ == Direction::backward)
      return Smoother::startSweep(A, b, x, r, omega);
    triangles_->solve(direction_, Guess::zero, b, x);
    triangles_->residualBehindStart(x, r);
  }

  bool needsRelaxation() const override { return false; }
  std::size_t numBytes() const override { return 0; }

 private:
  Teuchos::RCP<const Triangles> triangles_;
  Direction direction_;
  WorkBlock work_;
};

/// \brief Gauss-Seidel in the order of a rank's rows: forward before a coarse correction, backward behind it, and the
/// one after the other, (D + U)^{-1} D (D + L)^{-1}, as a preconditioner.
///
/// D, L and U are diagonal and strict triangles of what of A couples a rank's own unknowns; couplings of ranks are left
/// to the residual, and half of the sum of their sizes is added to the diagonal of a row that has some, with which a
/// sweep converges on any number of ranks: M + M^T - A is positive definite for M = D + L then (Baker, Falgout, Kolev,
/// Yang, Multigrid smoothers for ultraparallel computing, SIAM J. Sci. Comput. 33, 2011, section 6, where it is the whole
/// sum). So there is no relaxation and no eigenvalue to be estimated. M^{-1} A of the preconditioner has no eigenvalue
/// above 1.
///
/// A sweep is one reading of the matrix, as one of Jacobi is, and takes a core as long. Threads share the rows of a wave
/// (rowWaves()), and have the bits of one; a GPU does so with a launch a wave, which is no use but to have the same
/// iterations.
class GaussSeidel : public Smoother {
 public:
  /// Collective. The diagonal must be positive, which checkMatrix ensures.
  explicit GaussSeidel(const Teuchos::RCP<const DistMatrix<double>>& A)
      : Smoother(A->rowMap()),
        A_(A),
        triangles_(Teuchos::rcp(new Triangles(A))),
        work_("Chronos::GaussSeidel work", A->numRows()),
        forward_(triangles_, Direction::forward, work_),
        backward_(triangles_, Direction::backward, work_) {
    report_.name = "gauss-seidel";
    report_.density = double(A->rowMap()->getGlobalNumElements()) / double(A->numGlobalEntries());
    report_.longestRow = 1;
    report_.bytes = double(A->rowMap()->getGlobalNumElements()) * sizeof(double);
  }

  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    const Block y = work_(widthOf(r));
    triangles_->solve(Direction::forward, Guess::zero, r, y);
    multiplyRows(triangles_->diagonal(), y, y);
    triangles_->solve(Direction::backward, Guess::zero, y, y);
    updateBlock(y, z, alpha, beta);
  }

  const Smoother& before() const override { return forward_; }
  const Smoother& after() const override { return backward_; }
  bool needsRelaxation() const override { return false; }
  double eigenvalueBound(double /*jacobiBound*/) const override { return 1; }
  const DistMatrix<double>* keptMatrix() const override { return A_.get(); }
  std::size_t numBytes() const override { return triangles_->numBytes() + work_.numBytes(); }

 private:
  Teuchos::RCP<const DistMatrix<double>> A_;
  Teuchos::RCP<const Triangles> triangles_;
  WorkBlock work_;
  GaussSeidelHalf forward_, backward_;
};

}  // namespace

SmootherMethod gaussSeidel() {
  return {"gauss-seidel", "forward before the coarse correction, backward behind it; for hosts",
          [](const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes&, const std::any&) {
            return Teuchos::RCP<const Smoother>(Teuchos::rcp(new GaussSeidel(A)));
          }};
}

}  // namespace Chronos
