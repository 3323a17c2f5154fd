// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_RowOrder.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SmootherTable.hpp"
#include "Chronos_SortRows.hpp"
#include "Chronos_TriangularRows.hpp"
#include "Chronos_VectorUpdate.hpp"
#include "Chronos_WorkBlock.hpp"

#include <cmath>
#include <utility>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct GaussSeidelParameters {
  int rowsOfPiece = 0;  ///< 0: by the number of rows
};

void bindGaussSeidel(ParameterBinding& list, GaussSeidelParameters& p) {
  list.integer(
      "rows of a piece", p.rowsOfPiece, 0, 1 << 30,
      "Consecutive rows that one thread walks through, rounded up to a power of two; rows of every second piece "
      "that couple are left to the residual, so pieces should be longer than couplings reach. 0: 2048, or as "
      "many as make at most 32 pieces; on a GPU 32 rows.");
}

// Pieces depend on the number of rows alone, so that threads change no bit. On a host they are long: a row is seldom
// coupled to one farther away than the next piece. A GPU wants many.
constexpr int fewestBitsOnHost = 11, mostPiecesOnHost = 32, bitsOnDevice = 5;

int pieceBits(int numRows, int rowsOfPiece) {
  int bits = 0;
  if (rowsOfPiece > 0) {
    while (1 << bits < rowsOfPiece) ++bits;
    return bits;
  }
  if (!runsOnHost<Device>) return bitsOnDevice;
  bits = fewestBitsOnHost;
  while (numRows >> bits >= mostPiecesOnHost) ++bits;
  return bits;
}

// Counts rows whose diagonal is not stored, not positive or no number.
struct PlaceFunctor {
  TriangularRows rows;
  Kokkos::View<int*, Device> places;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numWrong) const {
    const std::int64_t piece = row >> rows.pieceBits;
    const int diagonal = placeOf(row, row);
    places(4 * std::size_t(row)) = diagonal;
    places(4 * std::size_t(row) + 1) = placeOf(row, piece << rows.pieceBits);
    places(4 * std::size_t(row) + 2) = placeOf(row, min(std::int64_t(rows.A.numRows), (piece + 1) << rows.pieceBits));
    places(4 * std::size_t(row) + 3) = numApart(row);
    const Offset entry = rows.A.rowPtr(row) + diagonal;
    const bool isStored = entry < rows.A.rowPtr(row + 1) && rows.A.colInd(entry) == row;
    const double value = isStored ? rows.A.values(entry) : 0;
    if (!(value > 0 && value - value == 0)) ++numWrong;  // infinity less itself is no number
  }

 private:
  // Of the first column that is not before this one.
  KOKKOS_INLINE_FUNCTION int placeOf(int row, std::int64_t column) const {
    Offset entry = rows.A.rowPtr(row);
    while (entry < rows.A.rowPtr(row + 1) && rows.A.colInd(entry) < column) ++entry;
    return static_cast<int>(entry - rows.A.rowPtr(row));
  }
  // Stored zeros among them: nobody else may read what other threads write, or what is not there.
  KOKKOS_INLINE_FUNCTION int numApart(int row) const {
    int number = 0;
    for (Offset entry = rows.A.rowPtr(row); entry < rows.A.rowPtr(row + 1); ++entry)
      number += rows.partOf(row, rows.A.colInd(entry)) == TriangularRows::Part::apart ? 1 : 0;
    return number;
  }
  KOKKOS_INLINE_FUNCTION static std::int64_t min(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
};

// Half of E in a row, by sizes; counts rows that have some.
struct ShiftFunctor {
  TriangularRows rows;
  Vector shifts, inverses;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numApart) const {
    using std::abs;
    double sum = 0, diagonal = 0;
    for (Offset entry = rows.A.rowPtr(row); entry < rows.A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal column = rows.A.colInd(entry);
      if (column == row) diagonal = rows.A.values(entry);
      else if (rows.partOf(row, column) == TriangularRows::Part::apart) sum += abs(rows.A.values(entry));
    }
    numApart += rows.places(4 * std::size_t(row) + 3) > 0 ? 1 : 0;
    shifts(row) = sum / 2;
    inverses(row) = 1 / (diagonal + sum / 2);
  }
};

// What the two halves and the whole share.
class Triangles {
 public:
  // Collective.
  Triangles(const Teuchos::RCP<const DistMatrix<double>>& A, int rowsOfPiece)
      : A_(A),
        hasHalo_(maxOverRanks(*A->rowMap()->getComm(), static_cast<long long>(A->halo()->numHalo())) > 0),
        work_("Chronos::GaussSeidel work", A->numRows()) {
    rows_.A = sortedRows(A->local());
    rows_.pieceBits = pieceBits(A->numRows(), rowsOfPiece);
    findDiagonals();
    const auto shifts = allocate<Vector>("Chronos::GaussSeidel shifts", A->numRows());
    const auto inverses = allocate<Vector>("Chronos::GaussSeidel inverses", A->numRows());
    Kokkos::parallel_reduce("Chronos::GaussSeidel::shifts", rowPolicy(), ShiftFunctor{rows_, shifts, inverses},
                            numApart_);
    rows_.shifts = shifts;
    rows_.inverses = inverses;
  }

  const DistMatrix<double>& A() const { return *A_; }
  bool hasHalo() const { return hasHalo_; }
  Block work(int width) const { return work_(width); }

  // (S + L)^{-1} b or (S + U)^{-1} b.
  void solve(TriangleDirection direction, const ConstBlock& b, const Block& x) const {
    run<false>(direction, b, ConstBlock(), x);
  }

  // A sweep in place; ranks must not be coupled. `before` may be overwritten.
  void sweep(TriangleDirection direction, const ConstBlock& b, const Block& before, const Block& x) const {
    if (numApart_ > 0) Kokkos::deep_copy(Device::execution_space(), before, x);
    run<true>(direction, b, before, x);
  }

  // Behind a forward solve from zero; ranks must not be coupled.
  void residualBehindStart(const ConstBlock& x, const Block& r) const {
    withWidth(widthOf(x), [&](auto width) {
      Kokkos::parallel_for("Chronos::GaussSeidel::residual", rowPolicy(),
                           StartResidualFunctor<decltype(width)::value>{rows_, x.data(), r.data()});
    });
  }

  // x = D x.
  void scale(const Block& x) const { multiplyRows(diagonal_, x, x); }

  std::size_t numBytes() const {
    return (diagonal_.extent(0) + rows_.shifts.extent(0) + rows_.inverses.extent(0)) * sizeof(double) +
           rows_.places.extent(0) * sizeof(int) + work_.numBytes() + sortedBytes_;
  }

 private:
  RowPolicy rowPolicy() const { return RowPolicy(0, A_->numRows()); }

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

  void findDiagonals() {
    const auto places =
        allocate<Kokkos::View<int*, Device>>("Chronos::GaussSeidel places", 4 * std::size_t(A_->numRows()));
    int numWrong = 0;
    Kokkos::parallel_reduce("Chronos::GaussSeidel::places", rowPolicy(), PlaceFunctor{rows_, places}, numWrong);
    breakDownIfAny(*A_->rowMap()->getComm(),
                   numWrong == 0 ? ""
                                 : "Gauss-Seidel divides by the diagonal, which is zero, negative or not a number in " +
                                       std::to_string(numWrong) + " rows.");
    rows_.places = places;
    diagonal_ = diagonalOf(*A_);
  }

  template <bool isGiven>
  void run(TriangleDirection direction, const ConstBlock& b, const ConstBlock& before, const Block& x) const {
    if (direction == TriangleDirection::forward) run<isGiven, TriangleDirection::forward>(b, before, x);
    else run<isGiven, TriangleDirection::backward>(b, before, x);
  }
  template <bool isGiven, TriangleDirection direction>
  void run(const ConstBlock& b, const ConstBlock& before, const Block& x) const {
    withWidth(widthOf(b), [&](auto width) {
      using Functor = TriangularSolveFunctor<decltype(width)::value, direction, isGiven>;
      const int numPieces = rows_.numPieces(), firstKind = Functor::isForward ? 0 : 1;
      for (const int kind : {firstKind, 1 - firstKind}) {
        RowPolicy policy(0, (numPieces + 1 - kind) / 2);
        policy.set_chunk_size(1);
        Kokkos::parallel_for("Chronos::GaussSeidel::solve", policy,
                             Functor{rows_, kind, b.data(), before.data(), x.data()});
      }
    });
  }

  Teuchos::RCP<const DistMatrix<double>> A_;
  bool hasHalo_;
  TriangularRows rows_;
  Vector diagonal_;
  int numApart_ = 0;
  std::size_t sortedBytes_ = 0;
  WorkBlock work_;
};

// Whose matrix a sweep multiplies by.
enum class SweepMatrix {
  own,         // the one that it was set up for, in place where ranks are not coupled
  ofItsLevel,  // which is stored in a narrower form
};

// One of the two sweeps; not symmetric by itself.
class GaussSeidelHalf : public Smoother {
 public:
  GaussSeidelHalf(const Teuchos::RCP<const Triangles>& triangles, TriangleDirection direction, SweepMatrix matrix)
      : Smoother(triangles->A().rowMap()),
        triangles_(triangles),
        direction_(direction),
        isInPlace_(matrix == SweepMatrix::own && !triangles->hasHalo()) {}

  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    if (alpha == 1 && beta == 0) return triangles_->solve(direction_, r, z);
    const Block y = triangles_->work(widthOf(r));
    triangles_->solve(direction_, r, y);
    updateBlock(y, z, alpha, beta);
  }

  void sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
             Guess guess) const override {
    if (guess == Guess::given && isInPlace_ && omega == 1) triangles_->sweep(direction_, b, other, x);
    else Smoother::sweep(A, b, x, other, omega, guess);
  }

  void startSweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& r,
                  double omega) const override {
    if (!isInPlace_ || omega != 1 || direction_ == TriangleDirection::backward)
      return Smoother::startSweep(A, b, x, r, omega);
    triangles_->solve(direction_, b, x);
    triangles_->residualBehindStart(x, r);
  }

  bool isFixedSymmetric() const override { return false; }
  bool needsRelaxation() const override { return false; }
  std::size_t numBytes() const override { return 0; }

 private:
  Teuchos::RCP<const Triangles> triangles_;
  TriangleDirection direction_;
  bool isInPlace_;
};

/// \brief Gauss-Seidel: forward before a coarse correction, backward behind it, and both, (S + U)^{-1} D (S + L)^{-1},
/// as a preconditioner.
///
/// The order is that of TriangularRows, L, D, U and E as there: pieces of consecutive rows, the even ones first; at
/// most 32 a rank on a host, each of 2048 rows or more; of 32 rows on a GPU, where polynomials are the better
/// smoothers. It depends on the number of rows alone, so that any number of threads forms the same bits. E and what
/// couples ranks is left to the residual, and S is D and half of the sum of their sizes in a row. With M = S + L then
/// M + M^T - A >= D, so a sweep converges on any number of ranks (Baker, Falgout, Kolev, Yang, Multigrid smoothers
/// for ultraparallel computing, SIAM J. Sci. Comput. 33, 2011, section 6, where it is the whole sum): no relaxation,
/// and no eigenvalue to be estimated. M^{-1} A of the preconditioner has no eigenvalue above 1.
///
/// Where ranks are not coupled a sweep reads the matrix once, as one of Jacobi does, the residual behind the first one
/// included, and takes a core hardly longer; else half as much again.
class GaussSeidel : public Smoother {
 public:
  /// Collective.
  /// \throws BreakdownError on all ranks where a diagonal entry is not positive
  GaussSeidel(const Teuchos::RCP<const DistMatrix<double>>& A, const GaussSeidelParameters& parameters)
      : GaussSeidel(A, Teuchos::rcp(new Triangles(A, parameters.rowsOfPiece)), SweepMatrix::own) {}

  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    const Block y = triangles_->work(widthOf(r));
    triangles_->solve(TriangleDirection::forward, r, y);
    triangles_->scale(y);
    triangles_->solve(TriangleDirection::backward, y, y);
    updateBlock(y, z, alpha, beta);
  }

  const Smoother& before() const override { return forward_; }
  const Smoother& after() const override { return backward_; }
  bool needsRelaxation() const override { return false; }
  double eigenvalueBound(double /*jacobiBound*/) const override { return 1; }
  const DistMatrix<double>* keptMatrix() const override { return A_.get(); }
  std::size_t numBytes() const override { return triangles_->numBytes(); }

  /// For a level whose matrix is stored in a narrower form: the same triangles behind residuals of that matrix, lest a
  /// cycle be unsymmetric by what the two differ in.
  Teuchos::RCP<const Smoother> narrowed(const Teuchos::RCP<const LevelMatrix>& /*A*/, StoragePrecision& precision,
                                        ColumnStorage /*columns*/, std::string& obstacle) const override {
    obstacle = "this kind has no narrower form";
    precision = StoragePrecision::doublePrecision;
    return Teuchos::rcp(new GaussSeidel(A_, triangles_, SweepMatrix::ofItsLevel));
  }

 private:
  GaussSeidel(const Teuchos::RCP<const DistMatrix<double>>& A, const Teuchos::RCP<const Triangles>& triangles,
              SweepMatrix matrix)
      : Smoother(A->rowMap()),
        A_(A),
        triangles_(triangles),
        forward_(triangles, TriangleDirection::forward, matrix),
        backward_(triangles, TriangleDirection::backward, matrix) {
    report_.name = "gauss-seidel";
    report_.density = double(A->rowMap()->getGlobalNumElements()) / double(A->numGlobalEntries());
    report_.longestRow = 1;
    report_.bytes = double(A->rowMap()->getGlobalNumElements()) * sizeof(double);
  }

  Teuchos::RCP<const DistMatrix<double>> A_;
  Teuchos::RCP<const Triangles> triangles_;
  GaussSeidelHalf forward_, backward_;
};

}  // namespace

SmootherMethod gaussSeidel() {
  return {"gauss-seidel", "forward before the coarse correction, backward behind it; for hosts",
          [](const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes&, const std::any& parameters) {
            return Teuchos::RCP<const Smoother>(
                Teuchos::rcp(new GaussSeidel(A, parametersOf<GaussSeidelParameters>(parameters))));
          },
          GaussSeidelParameters(), bindingOf(bindGaussSeidel)};
}

}  // namespace Chronos
