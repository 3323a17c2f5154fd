// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_WholeBlocks.hpp"

#include "Chronos_FirstUnknown.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_GlobalColumn.hpp"
#include "Chronos_RowLengths.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>;
using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using GlobalColumns = Kokkos::View<GlobalOrdinal*, Device>;

// Local columns by global numbers, counted from the index base.
struct ColumnNumbers {
  GlobalColumn global;
  GlobalOrdinal base;

  explicit ColumnNumbers(const DistMatrix<double>& A) : global(A), base(firstUnknown(*A.domainMap())) {}

  KOKKOS_INLINE_FUNCTION GlobalOrdinal operator()(LocalOrdinal column) const { return global(column) - base; }
};

// Rows whose columns are not those of whole nodes, or not those of the first row of their node.
struct BrokenRowFunctor {
  CsrMatrix<double, Device> A;
  ColumnNumbers number;
  int size;

  KOKKOS_INLINE_FUNCTION bool isBroken(LocalOrdinal row) const {
    const Offset begin = A.rowPtr(row), first = A.rowPtr(row - row % size);
    const Offset length = A.rowPtr(row + 1) - begin, ofFirst = A.rowPtr(row - row % size + 1) - first;
    if (length != ofFirst || length % size != 0) return true;
    for (Offset entry = 0; entry < length; ++entry) {
      const LocalOrdinal column = A.colInd(begin + entry);
      const auto unknown = static_cast<LocalOrdinal>(entry % size);
      if (column != A.colInd(first + entry - unknown) + unknown || number(column) % size != unknown) return true;
    }
    return false;
  }

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row, int& numBroken) const {
    if (isBroken(row)) ++numBroken;
  }
};

bool hasWholeBlocks(const DistMatrix<double>& A, int size) {
  int numBroken = 0;
  Kokkos::parallel_reduce("Chronos::wholeBlocks::look", RowPolicy(0, A.numRows()),
                          BrokenRowFunctor{A.local(), ColumnNumbers(A), size}, numBroken);
  return maxOverRanks(*A.rowMap()->getComm(), static_cast<long long>(numBroken)) == 0;
}

// The nodes that a node's rows reach, each once, in the order of local columns, in which those of a node follow each
// other.
struct NodeWalk {
  CsrMatrix<double, Device> A;
  ColumnNumbers number;
  int size;

  template <class Visit>
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node, const Visit& visit) const {
    Offset next[largestBlock], end[largestBlock];
    for (int unknown = 0; unknown < size; ++unknown) {
      next[unknown] = A.rowPtr(node * size + unknown);
      end[unknown] = A.rowPtr(node * size + unknown + 1);
    }
    for (LocalOrdinal least = leastColumn(next, end); least < A.numCols; least = leastColumn(next, end)) {
      const GlobalOrdinal other = number(least) / size;
      visit.reach(other);
      for (int unknown = 0; unknown < size; ++unknown)
        for (; next[unknown] < end[unknown]; ++next[unknown]) {
          const GlobalOrdinal column = number(A.colInd(next[unknown]));
          if (column / size != other) break;
          visit.take(unknown, static_cast<int>(column % size), A.values(next[unknown]));
        }
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION LocalOrdinal leastColumn(const Offset* next, const Offset* end) const {
    LocalOrdinal least = A.numCols;
    for (int unknown = 0; unknown < size; ++unknown)
      if (next[unknown] < end[unknown] && A.colInd(next[unknown]) < least) least = A.colInd(next[unknown]);
    return least;
  }
};

struct CountNodes {
  Offset& count;
  KOKKOS_INLINE_FUNCTION void reach(GlobalOrdinal) const { ++count; }
  KOKKOS_INLINE_FUNCTION void take(int, int, double) const {}
};

struct LengthFunctor {
  NodeWalk walk;
  Kokkos::View<Offset*, Device> rowPtr;

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    Offset count = 0;
    walk(node, CountNodes{count});
    for (int unknown = 0; unknown < walk.size; ++unknown) rowPtr(node * walk.size + unknown + 1) = count * walk.size;
  }
};

// Writes block after block into the rows of a node.
struct BlockWriter {
  const GlobalColumns& columns;
  const Vector& values;
  Offset begin, length;  // of the node's first row
  int size;
  GlobalOrdinal base;
  Offset& block;

  KOKKOS_INLINE_FUNCTION void reach(GlobalOrdinal other) const {
    ++block;
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) {
        columns(place(row, column)) = base + other * size + column;
        values(place(row, column)) = 0;
      }
  }
  KOKKOS_INLINE_FUNCTION void take(int row, int column, double value) const { values(place(row, column)) += value; }

 private:
  KOKKOS_INLINE_FUNCTION Offset place(int row, int column) const {
    return begin + row * length + (block - 1) * size + column;
  }
};

struct FillFunctor {
  NodeWalk walk;
  Kokkos::View<const Offset*, Device> rowPtr;
  GlobalColumns columns;
  Vector values;

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    const Offset begin = rowPtr(node * walk.size), length = rowPtr(node * walk.size + 1) - begin;
    Offset block = 0;
    walk(node, BlockWriter{columns, values, begin, length, walk.size, walk.number.base, block});
  }
};

struct GlobalFunctor {
  CsrMatrix<double, Device> A;
  GlobalColumn global;
  GlobalColumns columns;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const { columns(entry) = global(A.colInd(entry)); }
};

// A column map that lists halo columns of an owner in another order than that of their numbers tears nodes.
DistMatrix<double> withOrderedHalo(const DistMatrix<double>& A) {
  const auto numEntries = static_cast<std::int64_t>(A.local().numEntries());
  const auto columns = allocate<GlobalColumns>("Chronos::global columns", numEntries);
  const auto values = allocate<Vector>("Chronos::values", numEntries);
  const auto rowPtr = allocate<Kokkos::View<Offset*, Device>>("Chronos::rows", A.numRows() + 1);
  Kokkos::deep_copy(values, A.local().values);
  if (A.local().rowPtr.extent(0) == rowPtr.extent(0)) Kokkos::deep_copy(rowPtr, A.local().rowPtr);
  else Kokkos::deep_copy(rowPtr, Offset(0));  // of a rank without rows
  Kokkos::parallel_for("Chronos::wholeBlocks::global", EntryPolicy(0, numEntries),
                       GlobalFunctor{A.local(), GlobalColumn(A), columns});
  return {A.rowMap(), A.domainMap(), rowPtr, columns, values};
}

}  // namespace

Teuchos::RCP<const DistMatrix<double>> withWholeBlocks(const Teuchos::RCP<const DistMatrix<double>>& matrix, int size) {
  if (hasWholeBlocks(*matrix, size)) return matrix;
  const DistMatrix<double> A = withOrderedHalo(*matrix);
  const LocalOrdinal numNodes = A.numRows() / size;
  const NodeWalk walk{A.local(), ColumnNumbers(A), size};
  const auto rowPtr = allocate<Kokkos::View<Offset*, Device>>("Chronos::rows of whole blocks", A.numRows() + 1);
  Kokkos::deep_copy(Device::execution_space(), rowPtr, Offset(0));
  Kokkos::parallel_for("Chronos::wholeBlocks::count", RowPolicy(0, numNodes), LengthFunctor{walk, rowPtr});
  const Offset numEntries = sumLengths<Device>(Device::execution_space(), rowPtr, A.numRows());
  const auto columns = allocate<GlobalColumns>("Chronos::columns of whole blocks", numEntries);
  const auto values = allocate<Vector>("Chronos::values of whole blocks", numEntries);
  Kokkos::parallel_for("Chronos::wholeBlocks::fill", RowPolicy(0, numNodes),
                       FillFunctor{walk, rowPtr, columns, values});
  return Teuchos::rcp(new DistMatrix<double>(A.rowMap(), A.domainMap(), rowPtr, columns, values));
}

}  // namespace Chronos
