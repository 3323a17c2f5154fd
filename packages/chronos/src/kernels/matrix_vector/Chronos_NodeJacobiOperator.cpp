// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeJacobiOperator.hpp"

#include "Chronos_LaneGroup.hpp"
#include "Chronos_LargestOfLanes.hpp"
#include "Chronos_NodePlace.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SmallInverse.hpp"

#include <climits>

namespace Chronos {
namespace {

template <class DeviceType>
struct FirstRowFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> nodeOfRow;
  Kokkos::View<LocalOrdinal*, DeviceType> firstRow;
  LocalOrdinal numRows, numNodes;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    if (row == 0 || nodeOfRow(row) != nodeOfRow(row - 1)) firstRow(nodeOfRow(row)) = row;
    if (row + 1 == numRows) firstRow(numNodes) = numRows;
  }
};

// A warp has a node; its lanes read the entries together and invert the same block each.
template <class DeviceType>
struct NodeFunctor {
  static constexpr int lanes = runsOnHost<DeviceType> ? 1 : 32;

  JacobiNodes<DeviceType> nodes;
  Kokkos::View<const LocalOrdinal*, DeviceType> firstRow;
  double omega;
  Kokkos::View<double*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const auto node = static_cast<LocalOrdinal>(thread / lanes);
    const Offset lane = static_cast<Offset>(thread % lanes);
    const LocalOrdinal first = firstRow(node);
    const int n = firstRow(node + 1) - first;
    double entries[largestJacobiNode * largestJacobiNode];
    Offset diagonals[largestJacobiNode];
    const SmallInverse inverse{entries, n, largestJacobiNode};
    if (n > 1 && n <= largestJacobiNode && haveOnePattern(lane, first, n) && findDiagonals(lane, first, n, diagonals) &&
        invert(first, n, diagonals, inverse))
      fillNode(lane, first, n, diagonals, inverse);
    else
      for (int r = 0; r < n; ++r) fillRow(lane, first + r);
  }

 private:
  KOKKOS_INLINE_FUNCTION Offset lengthOf(LocalOrdinal row) const {
    return nodes.A.rowPtr(row + 1) - nodes.A.rowPtr(row);
  }

  // Whether the pattern of nodes tells the columns of the rows.
  KOKKOS_INLINE_FUNCTION bool isKnown(LocalOrdinal first, int n) const {
    return nodes.pattern.exists() && n == nodeSize && first % nodeSize == 0;
  }

  KOKKOS_INLINE_FUNCTION bool haveOnePattern(Offset lane, LocalOrdinal first, int n) const {
    if (isKnown(first, n)) return true;
    const auto& A = nodes.A;
    const Offset begin = A.rowPtr(first), length = lengthOf(first);
    for (int r = 1; r < n; ++r)
      if (lengthOf(first + r) != length) return false;
    int numOther = 0;
    for (int r = 1; r < n; ++r)
      for (Offset entry = lane; entry < length; entry += lanes)
        numOther += A.colInd(begin + entry) != A.colInd(begin + Offset(r) * length + entry);
    return groupSum(numOther, lanes) == 0;
  }

  // Where in each row of the node the columns of its diagonal are; false where the node does not know itself.
  KOKKOS_INLINE_FUNCTION bool findDiagonals(Offset lane, LocalOrdinal first, int n, Offset* diagonals) const {
    for (int c = 0; c < n; ++c) {
      const LocalOrdinal column = nodes.diagonalColumn(first + c);
      diagonals[c] =
          isKnown(first, n) ? placeInNode(nodes.pattern, first / nodeSize, column) : placeInRow(lane, column, first);
      if (diagonals[c] == nowhere) return false;
    }
    return true;
  }

  KOKKOS_INLINE_FUNCTION Offset placeInRow(Offset lane, LocalOrdinal column, LocalOrdinal row) const {
    const Offset begin = nodes.A.rowPtr(row), length = lengthOf(row);
    constexpr long long none = -LLONG_MAX;
    long long place = none;  // the negative of the first one's
    for (Offset entry = lane; place == none && entry < length; entry += lanes)
      if (nodes.A.colInd(begin + entry) == column) place = -static_cast<long long>(entry);
    place = largestOfLanes<lanes>(place);
    return place == none ? nowhere : static_cast<Offset>(-place);
  }

  // Of the lower triangle.
  KOKKOS_INLINE_FUNCTION bool invert(LocalOrdinal first, int n, const Offset* diagonals,
                                     const SmallInverse& block) const {
    const Offset begin = nodes.A.rowPtr(first), length = lengthOf(first);
    for (int c = 0; c < n; ++c)
      for (int r = c; r < n; ++r) block.at(r, c) = nodes.A.values(begin + Offset(r) * length + diagonals[c]);
    return block.invert();
  }

  KOKKOS_INLINE_FUNCTION void fillNode(Offset lane, LocalOrdinal first, int n, const Offset* diagonals,
                                       const SmallInverse& inverse) const {
    if (n == 3) fillRows<3>(lane, first, n, inverse);
    else if (n == 6) fillRows<6>(lane, first, n, inverse);
    else fillRows<0>(lane, first, n, inverse);
    const Offset begin = nodes.A.rowPtr(first), length = lengthOf(first);
    // By the lane that wrote the entry.
    for (int r = 0; r < n; ++r)
      if (diagonals[r] % lanes == lane) values(begin + Offset(r) * length + diagonals[r]) += 1;
  }

  // \tparam known the size of the node where it is known, which lets the compiler take several entries at once; or 0
  template <int known>
  KOKKOS_INLINE_FUNCTION void fillRows(Offset lane, LocalOrdinal first, int size, const SmallInverse& inverse) const {
    const int n = known > 0 ? known : size;
    const Offset begin = nodes.A.rowPtr(first), length = lengthOf(first);
    const double* __restrict__ from = nodes.A.values.data() + begin;
    double* __restrict__ to = values.data() + begin;
    double factors[largestJacobiNode * largestJacobiNode];
    for (int r = 0; r < n; ++r)
      for (int c = 0; c < n; ++c) factors[r * n + c] = -omega * inverse.at(r, c);
    for (Offset entry = lane; entry < length; entry += lanes)
      for (int r = 0; r < n; ++r) {
        double sum = 0;
        for (int c = 0; c < n; ++c) sum += factors[r * n + c] * from[entry + Offset(c) * length];
        to[entry + Offset(r) * length] = sum;
      }
  }

  KOKKOS_INLINE_FUNCTION void fillRow(Offset lane, LocalOrdinal row) const {
    const auto& A = nodes.A;
    double diagonal = 0;
    for (Offset entry = A.rowPtr(row) + lane; entry < A.rowPtr(row + 1); entry += lanes)
      if (A.colInd(entry) == nodes.diagonalColumn(row)) diagonal += A.values(entry);
    diagonal = groupSum(diagonal, lanes);
    const double factor = diagonal > 0 ? omega / diagonal : 0;
    for (Offset entry = A.rowPtr(row) + lane; entry < A.rowPtr(row + 1); entry += lanes)
      values(entry) = (A.colInd(entry) == nodes.diagonalColumn(row) ? 1 : 0) - factor * A.values(entry);
  }
};

}  // namespace

template <class DeviceType>
void nodeJacobiValues(const typename DeviceType::execution_space& space, const JacobiNodes<DeviceType>& nodes,
                      double omega, const Kokkos::View<double*, DeviceType>& values) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<LocalOrdinal>>;
  const auto firstRow =
      allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::first rows of nodes", nodes.numNodes + 1);
  Kokkos::parallel_for("Chronos::nodeJacobiValues::firstRow", Policy(space, 0, nodes.A.numRows),
                       FirstRowFunctor<DeviceType>{nodes.nodeOfRow, firstRow, nodes.A.numRows, nodes.numNodes});
  using LanePolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  using Functor = NodeFunctor<DeviceType>;
  Kokkos::parallel_for("Chronos::nodeJacobiValues", LanePolicy(space, 0, std::int64_t(nodes.numNodes) * Functor::lanes),
                       Functor{nodes, firstRow, omega, values});
}

#define CHRONOS_NODEJACOBI(DEVICE)                                                                   \
  template void nodeJacobiValues(const DEVICE::execution_space&, const JacobiNodes<DEVICE>&, double, \
                                 const Kokkos::View<double*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_NODEJACOBI)

}  // namespace Chronos
