// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_RowOrder.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SmootherTable.hpp"
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
      "that couple are left to the residual, so pieces should be longer than couplings reach. 0: 512 to 4096, "
      "by the number of rows; on a GPU 32.");
}

// Pieces depend on the number of rows alone, so that threads change no bit: on a host enough of them for many threads,
// on small levels, too, none so short that most of a row is left to the residual. A GPU wants many.
constexpr int fewestBitsOnHost = 9, mostBitsOnHost = 12, enoughPieces = 32, bitsOnDevice = 5;

int pieceBits(int numRows, int rowsOfPiece) {
  int bits = 0;
  if (rowsOfPiece > 0) {
    while (1 << bits < rowsOfPiece) ++bits;
    return bits;
  }
  if (!runsOnHost<Device>) return bitsOnDevice;
  bits = fewestBitsOnHost;
  while (bits < mostBitsOnHost && numRows >> bits >= enoughPieces) ++bits;
  return bits;
}

// Rows counted while they are marked.
enum RowCount : int {
  wrongRows,  // their diagonal is not stored, not positive or no number
  apartRows,  // with entries in E
  mixedRows,  // whose entries in E are not the last ones
  numRowCounts
};

// All that is known of a row, in one reading. Without init and join of its own, see Chronos_RowBins.cpp.
struct MarkRowsFunctor {
  using value_type = int[];
  unsigned value_count;
  TriangularRows rows;
  Kokkos::View<int*, Device> marks;
  Vector diagonals, shifts, inverses;

  KOKKOS_INLINE_FUNCTION void operator()(int row, value_type counts) const {
    using std::abs;
    const int piece = row >> rows.pieceBits;
    const Offset begin = rows.A.rowPtr(row), end = rows.A.rowPtr(row + 1);
    int before = 0, beforePiece = 0, inPiece = 0, numApart = 0;
    double diagonal = 0, apart = 0;
    bool isMixed = false;
    for (Offset entry = begin; entry < end; ++entry) {
      const LocalOrdinal column = rows.A.colInd(entry);
      const double value = rows.A.values(entry);
      if (column == row) diagonal = value;
      else if (rows.partOf(row, column) == TriangularRows::Part::apart) {
        // Stored zeros among them: nobody may read what other threads write, or what is not there.
        ++numApart;
        apart += abs(value);
        continue;
      }
      isMixed = isMixed || numApart > 0;
      before += column < row ? 1 : 0;
      beforePiece += column >> rows.pieceBits < piece ? 1 : 0;
      inPiece += column >> rows.pieceBits == piece ? 1 : 0;
    }
    mark(row, TriangularRows::diagonal, before);
    mark(row, TriangularRows::ownBegin, beforePiece);
    mark(row, TriangularRows::ownEnd, beforePiece + inPiece);
    mark(row, TriangularRows::apart, static_cast<int>(end - begin) - numApart);
    diagonals(row) = diagonal;
    shifts(row) = apart / 2;
    inverses(row) = 1 / (diagonal + apart / 2);
    counts[wrongRows] += diagonal > 0 && diagonal - diagonal == 0 ? 0 : 1;  // infinity less itself is no number
    counts[apartRows] += numApart > 0 ? 1 : 0;
    counts[mixedRows] += isMixed ? 1 : 0;
  }

 private:
  KOKKOS_INLINE_FUNCTION void mark(int row, TriangularRows::Mark kind, int number) const {
    marks(TriangularRows::placeOf(row, kind)) = number;
  }
};

// Entries in their order, those of E behind the others.
struct MoveApartFunctor {
  TriangularRows rows;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  Kokkos::View<double*, Device> values;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    Offset next = rows.A.rowPtr(row), nextApart = next + rows.markOf(row, TriangularRows::apart);
    for (Offset entry = next, end = rows.A.rowPtr(row + 1); entry < end; ++entry) {
      const LocalOrdinal column = rows.A.colInd(entry);
      const bool isApart = column != row && rows.partOf(row, column) == TriangularRows::Part::apart;
      const Offset place = isApart ? nextApart++ : next++;
      colInd(place) = column;
      values(place) = rows.A.values(entry);
    }
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
    rows_.A = withSortedRows(A->local());
    rows_.pieceBits = pieceBits(A->numRows(), rowsOfPiece);
    int counts[numRowCounts] = {};
    markRows(counts);
    breakDownIfAny(*A->rowMap()->getComm(),
                   counts[wrongRows] == 0
                       ? ""
                       : "Gauss-Seidel divides by the diagonal, which is zero, negative or not a number in " +
                             std::to_string(counts[wrongRows]) + " rows.");
    hasApart_ = counts[apartRows] > 0;
    if (counts[mixedRows] > 0) moveApart();
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
    if (hasApart_) Kokkos::deep_copy(Device::execution_space(), before, x);
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
    const bool isCopy = rows_.A.colInd.data() != A_->local().colInd.data();
    return (diagonal_.extent(0) + rows_.shifts.extent(0) + rows_.inverses.extent(0)) * sizeof(double) +
           rows_.marks.extent(0) * sizeof(int) + work_.numBytes() +
           (isCopy ? rows_.A.numEntries() * (sizeof(LocalOrdinal) + sizeof(double)) : 0);
  }

 private:
  RowPolicy rowPolicy() const { return RowPolicy(0, A_->numRows()); }

  void markRows(int (&counts)[numRowCounts]) {
    const std::size_t numRows = A_->numRows();
    const auto marks =
        allocate<Kokkos::View<int*, Device>>("Chronos::GaussSeidel marks", TriangularRows::numMarks * numRows);
    const auto shifts = allocate<Vector>("Chronos::GaussSeidel shifts", numRows);
    const auto inverses = allocate<Vector>("Chronos::GaussSeidel inverses", numRows);
    diagonal_ = allocate<Vector>("Chronos::GaussSeidel diagonal", numRows);
    Kokkos::parallel_reduce("Chronos::GaussSeidel::markRows", rowPolicy(),
                            MarkRowsFunctor{numRowCounts, rows_, marks, diagonal_, shifts, inverses}, counts);
    rows_.marks = marks;
    rows_.shifts = shifts;
    rows_.inverses = inverses;
  }

  void moveApart() {
    const auto colInd = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::column indices", rows_.A.numEntries());
    const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::values", rows_.A.numEntries());
    Kokkos::parallel_for("Chronos::GaussSeidel::moveApart", rowPolicy(), MoveApartFunctor{rows_, colInd, values});
    rows_.A.colInd = colInd;
    rows_.A.values = values;
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
  bool hasApart_ = false;
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
/// The order is that of TriangularRows, L, D, U and E as there: pieces of 512 to 4096 consecutive rows on a host, the
/// even ones first; of 32 on a GPU, where polynomials are the better smoothers. It depends on the number of rows
/// alone, so that any number of threads forms the same bits. E and what couples ranks is left to the residual, and S
/// is D and half of the sum of their sizes in a row. With M = S + L then M + M^T - A >= D, so a sweep converges on any
/// number of ranks (Baker, Falgout, Kolev, Yang, Multigrid smoothers for ultraparallel computing, SIAM J. Sci. Comput.
/// 33, 2011, section 6, where it is the whole sum): no relaxation, and no eigenvalue to be estimated. M^{-1} A of the
/// preconditioner has no eigenvalue above 1.
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
