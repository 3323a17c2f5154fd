// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeMotions.hpp"

#include "Chronos_Diagonal.hpp"
#include "Chronos_TablePool.hpp"

#include <cmath>
#include <limits>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Indices = Kokkos::View<LocalOrdinal*, Device>;
using ConstIndices = Kokkos::View<const LocalOrdinal*, Device>;
using Motions = Kokkos::View<PackedRow<NodeMotions::mostMotions>*, Device>;
using Inverses = Kokkos::View<double**, Kokkos::LayoutRight, Device>;

struct OwnedColumnFunctor {
  ConstIndices columns, nodeOfUnknown;
  TestSpace V;
  Indices nodeOfColumn;
  Motions ofColumn;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const LocalOrdinal col = columns(row);
    nodeOfColumn(col) = nodeOfUnknown(row);
    for (int k = 0; k < NodeMotions::mostMotions; ++k)
      ofColumn(col).entry[k] = k < static_cast<int>(V.extent(1)) ? V(row, k) : 0;
  }
};

struct ExtentFunctor {
  ConstIndices nodeOfUnknown;
  Indices first, last;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    Kokkos::atomic_fetch_min(&first(nodeOfUnknown(row)), row);
    Kokkos::atomic_fetch_max(&last(nodeOfUnknown(row)), row);
  }
};

// R_I^-1 by Gauss and Jordan with row pivots; before, each row is divided by its largest entry (unknowns have units)
// and each column by its length.
template <int n>
struct SquareInverse {
  static constexpr double smallestPivot = 1e-10;
  double matrix[n][n], inverse[n][n];

  KOKKOS_INLINE_FUNCTION bool invert() {
    using std::abs;
    using std::sqrt;
    double ofRow[n], ofColumn[n];
    for (int row = 0; row < n; ++row) {
      double largest = 0;
      for (int col = 0; col < n; ++col) largest = abs(matrix[row][col]) > largest ? abs(matrix[row][col]) : largest;
      if (!(largest > 0)) return false;
      ofRow[row] = 1 / largest;
    }
    for (int col = 0; col < n; ++col) {
      double sum = 0;
      for (int row = 0; row < n; ++row) {
        matrix[row][col] *= ofRow[row];
        sum += matrix[row][col] * matrix[row][col];
      }
      if (!(sum > 0)) return false;
      ofColumn[col] = 1 / sqrt(sum);
      for (int row = 0; row < n; ++row) {
        matrix[row][col] *= ofColumn[col];
        inverse[row][col] = row == col ? 1 : 0;
      }
    }
    for (int col = 0; col < n; ++col) {
      int pivot = col;
      for (int row = col + 1; row < n; ++row)
        if (abs(matrix[row][col]) > abs(matrix[pivot][col])) pivot = row;
      if (!(abs(matrix[pivot][col]) > smallestPivot)) return false;
      swapRows(col, pivot);
      eliminate(col);
    }
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col) inverse[row][col] *= ofColumn[row] * ofRow[col];
    return true;
  }

 private:
  KOKKOS_INLINE_FUNCTION void swapRows(int a, int b) {
    for (int col = 0; col < n; ++col) {
      const double ofMatrix = matrix[a][col], ofInverse = inverse[a][col];
      matrix[a][col] = matrix[b][col];
      inverse[a][col] = inverse[b][col];
      matrix[b][col] = ofMatrix;
      inverse[b][col] = ofInverse;
    }
  }
  KOKKOS_INLINE_FUNCTION void eliminate(int pivot) {
    const double factor = 1 / matrix[pivot][pivot];
    for (int col = 0; col < n; ++col) {
      matrix[pivot][col] *= factor;
      inverse[pivot][col] *= factor;
    }
    for (int row = 0; row < n; ++row) {
      const double multiple = matrix[row][pivot];
      if (row == pivot || multiple == 0) continue;
      for (int col = 0; col < n; ++col) {
        matrix[row][col] -= multiple * matrix[pivot][col];
        inverse[row][col] -= multiple * inverse[pivot][col];
      }
    }
  }
};

template <int n>
struct InvertFunctor {
  StrongNodes<Device> graph;
  ConstIndices nodeOfUnknown, last;
  TestSpace V;
  Indices first;
  Inverses inverses;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    SquareInverse<n> R;
    const LocalOrdinal begin = first(node);
    bool isKnown = graph.hasWeak(node) && isOneBlock(node);
    if (isKnown) {
      for (int row = 0; row < n; ++row)
        for (int col = 0; col < n; ++col) R.matrix[row][col] = V(begin + row, col);
      isKnown = !areTranslations(R.matrix) && R.invert();
    }
    if (!isKnown) first(node) = -1;
    else
      for (int row = 0; row < n; ++row)
        for (int col = 0; col < n; ++col) inverses(node, row * n + col) = R.inverse[row][col];
  }

 private:
  // Translations alone: of three unknowns or more, each is moved by one vector.
  KOKKOS_INLINE_FUNCTION static bool areTranslations(const double (&R)[n][n]) {
    int numEntries = 0;
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col) numEntries += R[row][col] != 0 ? 1 : 0;
    return numEntries <= n;
  }
  KOKKOS_INLINE_FUNCTION bool isOneBlock(LocalOrdinal node) const {
    if (last(node) - first(node) + 1 != n) return false;
    bool isOne = true;
    for (LocalOrdinal row = first(node); row <= last(node); ++row) isOne = isOne && nodeOfUnknown(row) == node;
    return isOne;
  }
};

template <int n>
void findKnown(const ConstIndices& nodeOfUnknown, const TestSpace& V, const StrongNodes<Device>& graph,
               const Indices& first, const ConstIndices& last, NodeMotions& motions) {
  const auto inverses = allocateTable<Inverses>("Chronos::inverse motions", graph.numNodes, n * n);
  Kokkos::parallel_for("Chronos::nodeMotions::invert", RowPolicy(0, graph.numNodes),
                       InvertFunctor<n>{graph, nodeOfUnknown, last, V, first, inverses});
  motions.inverses = inverses;
}

}  // namespace

NodeMotions NodeMotions::withoutKnown() const {
  const auto none = allocate<Indices>("Chronos::first unknowns of nodes", firstUnknown.extent(0));
  Kokkos::deep_copy(Device::execution_space(), none, -1);
  NodeMotions result = *this;
  result.firstUnknown = none;
  return result;
}

bool areMotionsOfBodies(int numMotions) {
  return numMotions == 3 || numMotions == 6;
}

NodeMotions nodeMotions(const DistMatrix<double>& A, const ConstIndices& nodeOfUnknown, const TestSpace& V,
                        const StrongNodes<Device>& graph) {
  const Device::execution_space space;
  const std::size_t numCols = static_cast<std::size_t>(A.local().numCols),
                    numOwned = static_cast<std::size_t>(A.numOwnedCols());
  const auto nodeOfColumn = allocate<Indices>("Chronos::nodes of columns", numCols);
  const auto ofColumn = allocate<Motions>("Chronos::motions of columns", numCols);
  const ConstIndices columns = diagonalColumns(A);
  Kokkos::deep_copy(space, nodeOfColumn, -1);
  Kokkos::parallel_for("Chronos::nodeMotions::columns", RowPolicy(0, A.numRows()),
                       OwnedColumnFunctor{columns, nodeOfUnknown, V, nodeOfColumn, ofColumn});
  HaloExchange<PackedRow<NodeMotions::mostMotions>> exchange(A.halo());
  exchange.start(Kokkos::subview(ofColumn, std::make_pair(std::size_t(0), numOwned)));
  Kokkos::deep_copy(space, Kokkos::subview(ofColumn, std::make_pair(numOwned, numCols)), exchange.finish());

  const auto first = allocate<Indices>("Chronos::first unknowns of nodes", graph.numNodes);
  const auto last = allocate<Indices>("Chronos::last unknowns of nodes", graph.numNodes);
  Kokkos::deep_copy(space, first, std::numeric_limits<LocalOrdinal>::max());
  Kokkos::deep_copy(space, last, -1);
  Kokkos::parallel_for("Chronos::nodeMotions::extents", RowPolicy(0, A.numRows()),
                       ExtentFunctor{nodeOfUnknown, first, last});
  NodeMotions motions{static_cast<int>(V.extent(1)), A.local(), nodeOfColumn, columns, ofColumn, first, {}};
  if (motions.numVectors == 3) findKnown<3>(nodeOfUnknown, V, graph, first, last, motions);
  else findKnown<6>(nodeOfUnknown, V, graph, first, last, motions);
  return motions;
}

}  // namespace Chronos
