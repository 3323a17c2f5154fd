// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PositionMatrix.hpp"

#include "Chronos_HaloPattern.hpp"
#include "Chronos_InnerProduct.hpp"

#include <cmath>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>;

// Values of H in the rows of whole blocks, and their sums by unknowns.
struct ValuesFunctor {
  CsrMatrix<double, Device> A;
  int size;
  Vector values;
  TestVectors sums;

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    const int mine = row % size;
    const LocalOrdinal first = row - mine;
    const Offset begin = A.rowPtr(row), length = A.rowPtr(row + 1) - begin;
    for (int column = 0; column < size; ++column) sums(row, column) = 0;
    for (Offset block = 0; block < length; block += size)
      for (int column = 0; column < size; ++column) {
        double value = 0;
        if (column != mine) value = -A.values(A.rowPtr(first + column) + block + mine);
        else
          for (int other = 0; other < size; ++other)
            if (other != mine) value += A.values(A.rowPtr(first + other) + block + other);
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
  const auto values = allocate<Vector>("Chronos::position matrix", A.local().numEntries());
  Kokkos::parallel_for("Chronos::positionMatrix", RowPolicy(0, A.numRows()),
                       ValuesFunctor{A.local(), size, values, sums_});
  H_ = Teuchos::rcp(new DistMatrix<double>(A.withValues(values)));
}

void PositionMatrix::apply(const ConstVector& x, const Vector& y) const {
  H_->apply(asBlock(x), asBlock(y));
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
  HaloExchange<double> exchange(H_->halo());
  exchange.start(x);
  const Kokkos::View<const double*, Device> halo = exchange.finish();
  const TestVectors forces = allocateVectors("Chronos::forces", x.extent(0), 2);
  Kokkos::parallel_for("Chronos::positionMatrix::forces", RowPolicy(0, H_->numRows() / size_),
                       ForcesFunctor{H_->local(), size_, H_->numOwnedCols(), x, halo, forces});
  const SmallMatrix counts = tallProducts(*H_->rowMap()->getComm(), {{forces, forces}})[0];
  return counts(1, 1) > 0 ? counts(0, 0) / counts(1, 1) : 0;
}

}  // namespace Chronos
