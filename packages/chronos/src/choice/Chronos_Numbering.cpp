// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Numbering.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GlobalColumn.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_RowSigns.hpp"

#include <string>

namespace Chronos {
namespace {

// Of more rows of a rank one in 16 is a sample large enough.
constexpr int fewRows = 1000, oneRowIn = 16;

// Not every 16th: on a grid whose edge is a multiple of it these would lie on one side.
KOKKOS_INLINE_FUNCTION int rowOf(int sample, int step, int numRows) {
  const int row = sample * step + static_cast<int>(2654435761u * static_cast<unsigned>(sample) >> 28) % step;
  return row < numRows ? row : numRows - 1;
}

// Of the rows that sum to zero, which are half of those with a connection at least.
constexpr double nearlyAll = 0.8, clearlyFewer = 0.5, leastZeroSums = 0.5;

enum RowKinds : int { withConnection, ofWhole, ofNodes, ofComponents, numKinds };

// Rows with a connection; of these rows that sum to zero; of these rows whose first unknowns of nodes do so alone, and
// those whose first components do. Rows without first components, or with no others, tell nothing of these: they are
// most in any numbering of neighbours by near numbers.
struct SumsFunctor {
  using value_type = long long[];
  unsigned value_count;

  CsrMatrix<double, Device> A;
  GlobalColumn global;
  int step;
  GlobalOrdinal base, perNode, numNodes;

  KOKKOS_INLINE_FUNCTION static bool isZero(double sum, double diagonal) {
    return (sum < 0 ? -sum : sum) <= RowThresholds::exactSum * diagonal;
  }

  KOKKOS_INLINE_FUNCTION void operator()(int sample, value_type counts) const {
    const int row = rowOf(sample, step, A.numRows);
    double whole = 0, nodes = 0, components = 0, diagonal = 0;
    int numEntries = 0, numFirst = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const double value = A.values(entry);
      if (value == 0) continue;
      const GlobalOrdinal number = global(A.colInd(entry)) - base;
      ++numEntries;
      whole += value;
      if (A.colInd(entry) == row) diagonal = value;
      if (number % perNode == 0) nodes += value;
      if (number < numNodes) {
        components += value;
        ++numFirst;
      }
    }
    if (numEntries < 2) return;
    ++counts[withConnection];
    if (!isZero(whole, diagonal)) return;
    ++counts[ofWhole];
    if (isZero(nodes, diagonal)) ++counts[ofNodes];
    if (isZero(components, diagonal) && numFirst > 0 && numFirst < numEntries) ++counts[ofComponents];
  }
};

}  // namespace

int unknownsNumberedPerNode(const NearKernelInput& input, const Map& rowMap) {
  if (input.isEmpty()) return 0;
  const auto numComponents = static_cast<long long>(input.components.size());
  if (maxOverRanks(*rowMap.getComm(), numComponents) > 0) return 0;
  if (input.degreesOfFreedom > 0 || input.coordinates.is_null()) return input.degreesOfFreedom;
  const auto length = static_cast<long long>(input.coordinates->getMap()->getGlobalNumElements()),
             numRows = static_cast<long long>(rowMap.getGlobalNumElements());
  return length > 0 && numRows % length == 0 ? static_cast<int>(numRows / length) : 0;
}

void checkNumbering(const DistMatrix<double>& A, int unknownsPerNode) {
  const auto numRows = static_cast<GlobalOrdinal>(A.rowMap()->getGlobalNumElements());
  if (unknownsPerNode < 2 || numRows % unknownsPerNode != 0 || !A.rowMap()->isSameAs(*A.domainMap())) return;
  const int step = A.numRows() > fewRows ? oneRowIn : 1;
  long long counts[numKinds] = {};
  if (A.numRows() > 0)
    Kokkos::parallel_reduce(
        "Chronos::checkNumbering",
        Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, (A.numRows() + step - 1) / step),
        SumsFunctor{numKinds, A.local(), GlobalColumn(A), step, A.rowMap()->getIndexBase(), unknownsPerNode,
                    numRows / unknownsPerNode},
        counts);
  JointReduction all;
  for (long long& count : counts) all.sum(count);
  all.reduce(*A.rowMap()->getComm());
  const double numZeroSum = double(counts[ofWhole]);
  const bool isSure = numZeroSum > 0 && numZeroSum >= leastZeroSums * double(counts[withConnection]) &&
                      double(counts[ofComponents]) >= nearlyAll * numZeroSum &&
                      double(counts[ofNodes]) < clearlyFewer * numZeroSum;
  if (!isSure) return;
  const std::string number = std::to_string(unknownsPerNode);
  throw InputError(
      "Nodes of " + number +
      " unknowns are told, numbered node by node, but by sums of its rows the matrix is numbered component "
      "by component. Number component c of node i as " +
      number +
      " i + c, or give near-kernel vectors in place of coordinates and of the number of unknowns of a "
      "node; 'check matrix' = false takes it as it is.");
}

}  // namespace Chronos
