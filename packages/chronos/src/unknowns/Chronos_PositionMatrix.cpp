// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PositionMatrix.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_HaloPattern.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>;

// 1 where a row couples with another one, 0 where its diagonal is alone: what a support or a plane of symmetry took.
struct FreeFunctor {
  CsrMatrix<double, Device> A;
  Vector isFree;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    isFree(row) = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      if (A.colInd(entry) != row && A.values(entry) != 0) isFree(row) = 1;
  }
};

// Which unknowns are free: those of a rank, and others of its columns.
struct FreeUnknowns {
  LocalOrdinal numOwned;
  ConstVector owned;
  Kokkos::View<const double*, Device> halo;
  KOKKOS_INLINE_FUNCTION bool operator()(LocalOrdinal column) const {
    return (column < numOwned ? owned(column) : halo(column - numOwned)) != 0;
  }
};

// Unknowns that are not free, of nodes of which another one is.
struct LackingFunctor {
  ConstVector isFree;
  int size;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row, long long& count) const {
    const LocalOrdinal first = row - row % size;
    bool isBesideFree = false;
    for (int other = 0; other < size; ++other) isBesideFree = isBesideFree || isFree(first + other) != 0;
    if (isFree(row) == 0 && isBesideFree) ++count;
  }
};

// Collective.
double lackingShare(const Map& rows, const ConstVector& isFree, int size) {
  long long count = 0;
  Kokkos::parallel_reduce("Chronos::positionMatrix::lacking", RowPolicy(0, static_cast<LocalOrdinal>(isFree.extent(0))),
                          LackingFunctor{isFree, size}, count);
  return double(sumOverRanks(*rows.getComm(), count)) / double(std::max(1LL, TrilinosVersion::numGlobal(rows)));
}

// Nodes that lack an unknown hold others where they are, in H, where they are few: a cycle for H is nearer to H' then.
// In a plane structure, where all nodes lack the same, that would hold each at its place.
constexpr double fewLack = 0.1;

// Blocks of two nodes, entry by entry, and what is known of them.
struct NodeBlocks {
  CsrMatrix<double, Device> A;
  int size;
  FreeUnknowns isFree;

  KOKKOS_INLINE_FUNCTION Offset at(LocalOrdinal first, Offset block, int row, int column) const {
    return A.rowPtr(first + row) + block + column;
  }
  KOKKOS_INLINE_FUNCTION bool isKnown(LocalOrdinal first, Offset block, int row, int column) const {
    return isFree(first + row) && isFree(A.colInd(at(first, block, row, column)));
  }
  KOKKOS_INLINE_FUNCTION double meanDiagonal(LocalOrdinal first, Offset block, double otherwise) const {
    double sum = 0;
    int count = 0;
    for (int row = 0; row < size; ++row)
      if (isKnown(first, block, row, row)) sum += A.values(at(first, block, row, row)), ++count;
    return count > 0 ? sum / count : otherwise;
  }
};

// As they are, but for what stands alone on the diagonal, whose size is anybody's choice: it counts as large as the
// node's other unknowns, or not at all unless nothing else is left.
struct GivenBlocks {
  NodeBlocks blocks;
  bool holds;

  KOKKOS_INLINE_FUNCTION double operator()(LocalOrdinal first, Offset block, int row, int column) const {
    return blocks.A.values(blocks.at(first, block, row, column));
  }
  KOKKOS_INLINE_FUNCTION double diagonalBeside(LocalOrdinal first, Offset block, int row) const {
    const bool isOwn = blocks.A.colInd(blocks.at(first, block, row, 0)) == first;
    const double mean = blocks.meanDiagonal(first, block, (*this)(first, block, row, row));
    double sum = 0;
    int numLacking = 0;
    for (int other = 0; other < blocks.size; ++other)
      if (other != row && isOwn && !blocks.isFree(first + other)) ++numLacking;
      else if (other != row) sum += (*this)(first, block, other, other);
    const bool isAlone = numLacking == blocks.size - 1;
    return holds || isAlone ? sum + numLacking * mean : sum;
  }
};

// As they were before a component was taken from one of the nodes. Those of elasticity are symmetric but for nodes that
// are both on a surface: a row that is gone is the column that is left, and a diagonal entry is near the mean of the
// others.
struct FilledBlocks {
  NodeBlocks blocks;
  KOKKOS_INLINE_FUNCTION double operator()(LocalOrdinal first, Offset block, int row, int column) const {
    const double value = blocks.A.values(blocks.at(first, block, row, column));
    if (blocks.isKnown(first, block, row, column)) return value;
    if (row == column) return blocks.meanDiagonal(first, block, value);
    return blocks.isKnown(first, block, column, row) ? blocks.A.values(blocks.at(first, block, column, row)) : value;
  }
  KOKKOS_INLINE_FUNCTION double diagonalBeside(LocalOrdinal first, Offset block, int row) const {
    double sum = 0;
    for (int other = 0; other < blocks.size; ++other)
      if (other != row) sum += (*this)(first, block, other, other);
    return sum;
  }
};

// Values of H in the rows of whole blocks, and their sums by unknowns.
template <class Blocks>
struct ValuesFunctor {
  CsrMatrix<double, Device> A;
  int size;
  Blocks blocks;
  Vector values;
  TestVectors sums;

  KOKKOS_INLINE_FUNCTION double entry(LocalOrdinal first, Offset block, int row, int column) const {
    return row == column ? blocks.diagonalBeside(first, block, row) : -blocks(first, block, column, row);
  }
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    const int mine = row % size;
    const LocalOrdinal first = row - mine;
    const Offset begin = A.rowPtr(row), length = A.rowPtr(row + 1) - begin;
    for (int column = 0; column < size; ++column) sums(row, column) = 0;
    for (Offset block = 0; block < length; block += size)
      for (int column = 0; column < size; ++column) {
        const double value = entry(first, block, mine, column);
        values(begin + block + column) = value;
        sums(row, column) += value;
      }
  }
};

struct SubtractSumsFunctor {
  TestVectors sums;
  int size;
  ConstVector x;
  Vector y;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    double sum = 0;
    for (int column = 0; column < size; ++column) sum += sums(row, column) * x(row - row % size + column);
    y(row) -= sum;
  }
};

struct ConstantFunctor {
  CsrMatrix<double, Device> H;
  int size;
  TestVectors V;

  KOKKOS_INLINE_FUNCTION bool isConnected(LocalOrdinal first) const {
    for (Offset entry = H.rowPtr(first); entry < H.rowPtr(first + size); ++entry)
      if (H.values(entry) != 0 && (H.colInd(entry) < first || H.colInd(entry) >= first + size)) return true;
    return false;
  }
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    const double one = isConnected(node * size) ? 1 : 0;
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) V(node * size + row, column) = row == column ? one : 0;
  }
};

// A node is out of balance where its force is more than this share of what its neighbours' each alone would be.
constexpr double balanced = 0.1;

// Of each node, in the place of its first unknown: whether it is out of balance, and whether it has neighbours. By
// differences: penalties on the diagonal leave nothing of forces that are told by H x and S x.
struct ForcesFunctor {
  static constexpr int mostUnknowns = 3;

  CsrMatrix<double, Device> H;
  int size;
  LocalOrdinal numOwned;
  ConstVector x;
  Kokkos::View<const double*, Device> halo;
  TestVectors forces;

  KOKKOS_INLINE_FUNCTION double difference(LocalOrdinal column, LocalOrdinal row) const {
    return (column < numOwned ? x(column) : halo(column - numOwned)) - x(row);
  }
  // Adds the force of a neighbour, and returns the most that it could be.
  KOKKOS_INLINE_FUNCTION double ofNeighbour(LocalOrdinal first, Offset block, double* force) const {
    const LocalOrdinal other = H.colInd(H.rowPtr(first) + block);
    double square = 0, distance = 0;
    for (int column = 0; column < size; ++column) {
      const double d = difference(other + column, first + column);
      distance += d * d;
      for (int row = 0; row < size; ++row) {
        const double value = H.values(H.rowPtr(first + row) + block + column);
        square += value * value;
        force[row] += value * d;
      }
    }
    using std::sqrt;
    return other == first ? 0 : sqrt(square) * sqrt(distance);
  }
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    const LocalOrdinal first = node * size;
    const Offset length = H.rowPtr(first + 1) - H.rowPtr(first);
    double force[mostUnknowns] = {}, square = 0, whole = 0;
    for (Offset block = 0; block < length; block += size) whole += ofNeighbour(first, block, force);
    for (int row = 0; row < size; ++row) {
      square += force[row] * force[row];
      forces(first + row, 0) = forces(first + row, 1) = 0;
    }
    using std::sqrt;
    forces(first, 0) = sqrt(square) > balanced * whole ? 1 : 0;
    forces(first, 1) = whole > 0 ? 1 : 0;
  }
};

}  // namespace

PositionMatrix::PositionMatrix(const DistMatrix<double>& A, int size)
    : size_(size), sums_(allocateVectors("Chronos::sums of blocks", static_cast<std::size_t>(A.numRows()), size)) {
  const auto owned = allocate<Vector>("Chronos::free unknowns", A.numRows());
  Kokkos::parallel_for("Chronos::positionMatrix::free", RowPolicy(0, A.numRows()), FreeFunctor{A.local(), owned});
  HaloExchange<double> exchange(A.halo());
  exchange.start(owned);
  const FreeUnknowns isFree{A.numOwnedCols(), owned, exchange.finish()};
  const NodeBlocks blocks{A.local(), size, isFree};
  const double lacking = lackingShare(*A.rowMap(), owned, size);
  H_ = formed(A, GivenBlocks{blocks, lacking <= fewLack});
  filled_ = lacking == 0 ? H_ : formed(A, FilledBlocks{blocks});
}

template <class Blocks>
Teuchos::RCP<const DistMatrix<double>> PositionMatrix::formed(const DistMatrix<double>& A, const Blocks& blocks) const {
  const auto values = allocate<Vector>("Chronos::position matrix", A.local().numEntries());
  Kokkos::parallel_for("Chronos::positionMatrix", RowPolicy(0, A.numRows()),
                       ValuesFunctor<Blocks>{A.local(), size_, blocks, values, sums_});
  return Teuchos::rcp(new DistMatrix<double>(A.withValues(values)));
}

void PositionMatrix::apply(const ConstVector& x, const Vector& y) const {
  filled_->apply(asBlock(x), asBlock(y));
  Kokkos::parallel_for("Chronos::positionMatrix::sums", RowPolicy(0, H_->numRows()),
                       SubtractSumsFunctor{sums_, size_, x, y});
}

TestVectors PositionMatrix::constants() const {
  const TestVectors V = allocateVectors("Chronos::constants", static_cast<std::size_t>(H_->numRows()), size_);
  Kokkos::parallel_for("Chronos::positionMatrix::constants", RowPolicy(0, H_->numRows() / size_),
                       ConstantFunctor{H_->local(), size_, V});
  return V;
}

double PositionMatrix::unbalancedShare(const ConstVector& x) const {
  HaloExchange<double> exchange(filled_->halo());
  exchange.start(x);
  const Kokkos::View<const double*, Device> halo = exchange.finish();
  const TestVectors forces = allocateVectors("Chronos::forces", x.extent(0), 2);
  Kokkos::parallel_for("Chronos::positionMatrix::forces", RowPolicy(0, filled_->numRows() / size_),
                       ForcesFunctor{filled_->local(), size_, filled_->numOwnedCols(), x, halo, forces});
  const SmallMatrix counts = tallProducts(*filled_->rowMap()->getComm(), {{forces, forces}})[0];
  return counts(1, 1) > 0 ? counts(0, 0) / counts(1, 1) : 0;
}

}  // namespace Chronos
