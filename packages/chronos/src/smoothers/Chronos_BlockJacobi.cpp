// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_DistinctValues.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_SmallInverse.hpp"
#include "Chronos_SingleVectors.hpp"
#include "Chronos_SmootherTable.hpp"
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {
namespace {

using Execution = Device::execution_space;
using RowPolicy = Kokkos::RangePolicy<Execution, Kokkos::IndexType<int>>;
using EntryPolicy = Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>;
using Ints = Kokkos::View<LocalOrdinal*, Device>;
using ConstInts = Kokkos::View<const LocalOrdinal*, Device>;

/// Rows in the order of their blocks: those of block b are row(begin(b)) .. row(begin(b + 1) - 1), ascending.
struct BlockRows {
  Ints begin;  // number of blocks + 1
  Ints row;
  Ints place;       // of a row in that order: the inverse of row
  Ints first;       // of the block that a place belongs to
  ConstInts block;  // of a row

  int numBlocks() const { return static_cast<int>(begin.extent(0)) - 1; }
};

struct IotaFunctor {
  Ints values;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { values(i) = i; }
};

struct CountFunctor {
  ConstInts block;
  Ints counts;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { Kokkos::atomic_add(&counts(block(row)), 1); }
};

// From counts to the begins of blocks; the last count is 0.
struct BeginFunctor {
  Ints begin;
  KOKKOS_INLINE_FUNCTION void operator()(int block, int& next, bool final) const {
    const int count = begin(block);
    if (final) begin(block) = next;
    next += count;
  }
};

// In any order: SortFunctor follows.
struct ScatterFunctor {
  BlockRows rows;
  Ints filled;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const int block = rows.block(row);
    rows.row(rows.begin(block) + Kokkos::atomic_fetch_add(&filled(block), 1)) = row;
  }
};

struct SortFunctor {
  BlockRows rows;
  KOKKOS_INLINE_FUNCTION void operator()(int block) const {
    const int begin = rows.begin(block), end = rows.begin(block + 1);
    for (int i = begin + 1; i < end; ++i) {
      const LocalOrdinal row = rows.row(i);
      int to = i;
      for (; to > begin && rows.row(to - 1) > row; --to) rows.row(to) = rows.row(to - 1);
      rows.row(to) = row;
    }
    for (int i = begin; i < end; ++i) {
      rows.place(rows.row(i)) = i;
      rows.first(i) = begin;
    }
  }
};

// The blocks' rows one after the other, each as long as its block; the first begins at 0.
struct RowPtrFunctor {
  BlockRows rows;
  Kokkos::View<Offset*, Device> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(int place, Offset& next, bool final) const {
    const int block = rows.block(rows.row(place));
    next += static_cast<Offset>(rows.begin(block + 1) - rows.begin(block));
    if (final) rowPtr(place + 1) = next;
  }
};

// Row map and domain map are alike, so an owned column has the number of its row.
struct GatherFunctor {
  CsrMatrix<double, Device> A;
  BlockRows rows;
  Kokkos::View<const Offset*, Device> rowPtr;
  Vector values;

  KOKKOS_INLINE_FUNCTION void operator()(int place) const {
    for (Offset i = rowPtr(place); i < rowPtr(place + 1); ++i) values(i) = 0;
    const LocalOrdinal row = rows.row(place);
    const int block = rows.block(row), first = rows.first(place);
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = A.colInd(entry);
      if (col < A.numRows && rows.block(col) == block)
        values(rowPtr(place) + static_cast<Offset>(rows.place(col) - first)) += A.values(entry);
    }
  }
};

// Counts the rows that keep their diagonal alone.
struct InvertFunctor {
  BlockRows rows;
  Kokkos::View<const Offset*, Device> rowPtr;
  ConstVector diagonal;
  Vector values;

  KOKKOS_INLINE_FUNCTION void operator()(int block, long long& numJacobiRows) const {
    const int begin = rows.begin(block), n = rows.begin(block + 1) - begin;
    const SmallInverse small{&values(rowPtr(begin)), n, n};
    if (small.invert()) return;
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col) small.at(row, col) = row == col ? 1 / diagonal(rows.row(begin + row)) : 0;
    numJacobiRows += n;
  }
};

struct SizeFunctor {
  Ints begin;
  KOKKOS_INLINE_FUNCTION void operator()(int block, int& largest) const {
    const int n = begin(block + 1) - begin(block);
    if (n > largest) largest = n;
  }
};

// An entry of z from a row of an inverse block.
template <class Scalar, int width>
struct ApplyFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  ConstInts row, first;
  Kokkos::View<const Scalar*, Device> values;
  const Scalar* r;
  Scalar alpha, beta;
  Scalar* z;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const int place = static_cast<int>(i / width), column = static_cast<int>(i % width);
    const LocalOrdinal* rows = &row(first(place));
    Scalar sum = 0;
    for (Offset entry = rowPtr(place); entry < rowPtr(place + 1); ++entry)
      sum += values(entry) * r[static_cast<std::int64_t>(*rows++) * width + column];
    Scalar* to = z + static_cast<std::int64_t>(row(place)) * width + column;
    *to = updated(beta, to, alpha * sum);
  }
};

// The same where blocks have `n` rows each, in the order of the matrix: nothing to look up.
template <class Scalar, int width, int n>
struct ApplyUniformFunctor {
  Kokkos::View<const Scalar*, Device> values;
  const Scalar* r;
  Scalar alpha, beta;
  Scalar* z;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const std::int64_t row = i / width, column = i % width;
    const Scalar* from = r + (row - row % n) * width + column;
    Scalar sum = 0;
    for (int k = 0; k < n; ++k) sum += values(row * n + k) * from[k * width];
    z[i] = updated(beta, z + i, alpha * sum);
  }
};

struct DisorderFunctor {
  BlockRows rows;
  int size;
  KOKKOS_INLINE_FUNCTION void operator()(int place, int& numOther) const {
    if (rows.row(place) != place || rows.first(place) != place - place % size) ++numOther;
  }
};

/// The number of rows of every block where these are the same and follow each other; 0 elsewhere.
int uniformSize(const BlockRows& rows, int numRows, int largest) {
  if (largest < 1 || numRows != largest * rows.numBlocks()) return 0;
  int numOther = 0;
  Kokkos::parallel_reduce("Chronos::BlockJacobi::order", RowPolicy(0, numRows), DisorderFunctor{rows, largest},
                          numOther);
  return numOther == 0 ? largest : 0;
}

/// A block for each node, or for each row where no nodes are known.
BlockRows sortRows(const DistMatrix<double>& A, const UnknownNodes& nodes) {
  const int numRows = A.numRows();
  const RowPolicy all(0, numRows);
  int numBlocks = numRows;
  BlockRows rows;
  if (nodes.extent(0) == 0) {
    const auto own = allocate<Ints>("Chronos::BlockJacobi blocks", numRows);
    Kokkos::parallel_for("Chronos::BlockJacobi::ownBlocks", all, IotaFunctor{own});
    rows.block = own;
  } else {
    const DistinctValues<Device> distinct = distinctValues<Device>(Execution(), nodes);
    rows.block = distinct.positions;
    numBlocks = static_cast<int>(distinct.values.extent(0));
  }
  rows.begin = allocateZeros<Ints>("Chronos::BlockJacobi begins", numBlocks + 1);
  rows.row = allocate<Ints>("Chronos::BlockJacobi rows", numRows);
  rows.place = allocate<Ints>("Chronos::BlockJacobi places", numRows);
  rows.first = allocate<Ints>("Chronos::BlockJacobi first rows", numRows);
  Kokkos::parallel_for("Chronos::BlockJacobi::count", all, CountFunctor{rows.block, rows.begin});
  Kokkos::parallel_scan("Chronos::BlockJacobi::begins", RowPolicy(0, numBlocks + 1), BeginFunctor{rows.begin});
  Kokkos::parallel_for("Chronos::BlockJacobi::scatter", all,
                       ScatterFunctor{rows, allocateZeros<Ints>("Chronos::BlockJacobi filled", numBlocks)});
  Kokkos::parallel_for("Chronos::BlockJacobi::sort", RowPolicy(0, numBlocks), SortFunctor{rows});
  return rows;
}

// Where blocks of a matrix and their inverses lie.
struct BlockPlaces {
  int uniformSize = 0;                         // of the blocks, where nothing has to be looked up
  ConstInts row, first;                        // of each place
  Kokkos::View<const Offset*, Device> rowPtr;  // where the row of an inverse begins that belongs to a place
};

// z = alpha B^{-1} r + beta z.
template <class Scalar, int width>
void applyBlocks(const BlockPlaces& places, const Kokkos::View<const Scalar*, Device>& values, std::int64_t numEntries,
                 const Scalar* r, Scalar alpha, Scalar beta, Scalar* z) {
  const EntryPolicy all(0, numEntries);
  switch (places.uniformSize) {
    case 3:
      return Kokkos::parallel_for("Chronos::BlockJacobi::applyUniform", all,
                                  ApplyUniformFunctor<Scalar, width, 3>{values, r, alpha, beta, z});
    case 6:
      return Kokkos::parallel_for("Chronos::BlockJacobi::applyUniform", all,
                                  ApplyUniformFunctor<Scalar, width, 6>{values, r, alpha, beta, z});
    default:
      Kokkos::parallel_for(
          "Chronos::BlockJacobi::apply", all,
          ApplyFunctor<Scalar, width>{places.rowPtr, places.row, places.first, values, r, alpha, beta, z});
  }
}

class SingleVectorBlocks : public SingleVectorSmoother {
 public:
  SingleVectorBlocks(const BlockPlaces& places, const ConstVector& values)
      : places_(places), values_(inSingle(values)) {}

  void apply(const ConstSingleVector& r, const SingleVector& z, float alpha, float beta) const override {
    applyBlocks<float, 1>(places_, values_, static_cast<std::int64_t>(r.extent(0)), r.data(), alpha, beta, z.data());
  }
  std::size_t numBytes() const override { return values_.extent(0) * sizeof(float); }

 private:
  BlockPlaces places_;
  SingleVector values_;
};

/// \brief M the block diagonal of A, a block for the unknowns of each node that the rank owns.
///
/// The blocks' inverses are stored (Saad, Iterative Methods for Sparse Linear Systems, 2nd edition, 12.2: block Jacobi
/// without overlap), rows one after the other, from the lower triangle of A. M is symmetric positive definite when A
/// is, since each block is a principal submatrix. A block that rounding or A itself keeps from being positive definite
/// is replaced by its diagonal. Blocks may have any size; one takes n^3 operations of a single thread. The unknowns of
/// a node need not be neighbours. An application costs a pass over the inverses. The same bits on any number of
/// threads; on any number of ranks where no node is on two.
class BlockJacobi : public Smoother {
 public:
  /// Collective.
  BlockJacobi(const DistMatrix<double>& A, const UnknownNodes& nodes) : Smoother(A.rowMap()) {
    const Comm& comm = *A.rowMap()->getComm();
    const int numRows = A.numRows();
    Kokkos::Timer timer;
    const BlockRows rows = sortRows(A, nodes);
    places_.row = rows.row;
    places_.first = rows.first;
    const auto rowPtr = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::BlockJacobi offsets", numRows + 1);
    Offset numEntries = 0;
    scanTotal("Chronos::BlockJacobi::offsets", RowPolicy(0, numRows), RowPtrFunctor{rows, rowPtr}, numEntries);
    places_.rowPtr = rowPtr;
    const auto values = allocate<Vector>("Chronos::BlockJacobi inverses", numEntries);
    Kokkos::parallel_for("Chronos::BlockJacobi::gather", RowPolicy(0, numRows),
                         GatherFunctor{A.local(), rows, places_.rowPtr, values});
    long long numJacobiRows = 0;
    Kokkos::parallel_reduce("Chronos::BlockJacobi::invert", RowPolicy(0, rows.numBlocks()),
                            InvertFunctor{rows, places_.rowPtr, diagonalOf(A), values}, numJacobiRows);
    values_ = values;
    int largest = 0;
    Kokkos::parallel_reduce("Chronos::BlockJacobi::sizes", RowPolicy(0, rows.numBlocks()), SizeFunctor{rows.begin},
                            Kokkos::Max<int>(largest));
    places_.uniformSize = uniformSize(rows, numRows, largest);
    report_.name = "block jacobi";
    report_.density = double(numEntries);
    report_.numJacobiRows = numJacobiRows;
    // Without blocks the reduction leaves the identity of a maximum.
    report_.longestRow = largest > 0 ? largest : 0;
    report_.bytes = double(numBytes());
    report_.phases = {{"block jacobi inverses", timer.seconds()}};
    double numAll = double(A.local().numEntries());
    JointReduction all;
    all.sum(numAll);
    all.sum(report_.density);
    all.sum(report_.numJacobiRows);
    all.max(report_.longestRow);
    all.sum(report_.bytes);
    all.max(report_.phases.front().second);
    all.reduce(comm);
    report_.density /= numAll;
  }

  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    withWidth(widthOf(r), [&](auto width) {
      applyBlocks<double, decltype(width)::value>(places_, values_, static_cast<std::int64_t>(r.size()), r.data(),
                                                  alpha, beta, z.data());
    });
  }

  Teuchos::RCP<const SingleVectorSmoother> forSingleVectors(const SingleVectorMatrix& /*A*/) const override {
    return Teuchos::rcp(new SingleVectorBlocks(places_, values_));
  }

  std::size_t numBytes() const override {
    return values_.extent(0) * sizeof(double) + places_.rowPtr.extent(0) * sizeof(Offset) +
           (places_.row.extent(0) + places_.first.extent(0)) * sizeof(LocalOrdinal);
  }

 private:
  BlockPlaces places_;
  ConstVector values_;
};

}  // namespace

SmootherMethod blockJacobi() {
  return {"block jacobi",
          "dense diagonal blocks of A, one for the unknowns of a node, which coordinates, `number of equations` or, on "
          "levels, "
          "`degrees of freedom` of the test space tell; as jacobi where nothing does",
          [](const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes& nodes, const std::any&) {
            return Teuchos::RCP<const Smoother>(Teuchos::rcp(new BlockJacobi(*A, nodes)));
          },
          {},
          {},
          {true}};
}

}  // namespace Chronos
