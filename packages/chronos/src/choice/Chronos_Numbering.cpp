// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Numbering.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GlobalColumn.hpp"
#include "Chronos_HaloPattern.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_RowSigns.hpp"
#include "Chronos_TrilinosVersion.hpp"

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

// Of the rows with entries of several components half must tell something, and of these nearly all the same.
constexpr double leastTelling = 0.5, nearlyAll = 0.8;

// As many as a node of a shell or a frame has.
constexpr int mostComponents = 6;

enum RowKinds : int { ofSeveral, telling, ofComponents, numKinds };

using Numbers = Kokkos::View<const GlobalOrdinal*, Device>;

// Component and node of columns, as component x numNodes + node.
struct UnknownNumbers {
  GlobalColumn global;
  GlobalOrdinal base, numNodes;
  GlobalOrdinal perNode = 1;  // more: unknowns of a node follow each other
  LocalOrdinal numHere = 0;   // nodes of this rank, where each rank has its own by component; else 0
  Numbers halo = {};          // then

  KOKKOS_INLINE_FUNCTION GlobalOrdinal operator()(LocalOrdinal column) const {
    if (numHere == 0) {
      const GlobalOrdinal number = global(column) - base;
      return perNode == 1 ? number : number % perNode * numNodes + number / perNode;
    }
    if (column >= global.numOwned) return halo(column - global.numOwned);
    return column / numHere * numNodes + global(column % numHere) - base;
  }
};

struct NumberFunctor {
  UnknownNumbers numbers;
  Kokkos::View<GlobalOrdinal*, Device> owned;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const { owned(row) = numbers(row); }
};

// Rows with entries of other components than their own; of these rows whose other components sum to zero in all; of
// these rows where each of them does, and where the node of the greatest of their entries has one of the row's own
// component, too. Masses, which couple a component with itself, change nothing of it.
struct ComponentsFunctor {
  using value_type = long long[];
  unsigned value_count;

  CsrMatrix<double, Device> A;
  UnknownNumbers numbers;
  int step;

  KOKKOS_INLINE_FUNCTION static double absolute(double value) { return value < 0 ? -value : value; }

  KOKKOS_INLINE_FUNCTION bool holds(int row, GlobalOrdinal number) const {
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      if (numbers(A.colInd(entry)) == number) return true;
    return false;
  }

  KOKKOS_INLINE_FUNCTION void operator()(int sample, value_type counts) const {
    const int row = rowOf(sample, step, A.numRows);
    const GlobalOrdinal own = numbers(row) / numbers.numNodes;
    double sums[mostComponents] = {}, diagonal = 0, greatest = 0, whole = 0;
    GlobalOrdinal partner = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const double value = A.values(entry);
      if (A.colInd(entry) == row) diagonal = value;
      const GlobalOrdinal number = numbers(A.colInd(entry)), component = number / numbers.numNodes;
      if (component == own) continue;
      sums[component] += value;
      whole += value;
      if (absolute(value) <= greatest) continue;
      greatest = absolute(value);
      partner = own * numbers.numNodes + number % numbers.numNodes;
    }
    const double zero = RowThresholds::exactSum * diagonal;
    if (greatest <= zero) return;
    ++counts[ofSeveral];
    if (absolute(whole) > zero) return;
    ++counts[telling];
    for (const double sum : sums)
      if (absolute(sum) > zero) return;
    if (holds(row, partner)) ++counts[ofComponents];
  }
};

bool mayHaveNodes(const DistMatrix<double>& A, GlobalOrdinal numRows, int perNode) {
  return perNode >= 2 && perNode <= mostComponents && numRows > 0 && numRows % perNode == 0 &&
         A.rowMap()->isSameAs(*A.domainMap());
}

// Collective.
bool entriesTell(const DistMatrix<double>& A, const UnknownNumbers& numbers) {
  const int step = A.numRows() > fewRows ? oneRowIn : 1;
  long long counts[numKinds] = {};
  if (A.numRows() > 0)
    Kokkos::parallel_reduce(
        "Chronos::isNumberedByComponents",
        Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, (A.numRows() + step - 1) / step),
        ComponentsFunctor{numKinds, A.local(), numbers, step}, counts);
  JointReduction all;
  for (long long& count : counts) all.sum(count);
  all.reduce(*A.rowMap()->getComm());
  return counts[ofSeveral] > 0 && double(counts[telling]) >= leastTelling * double(counts[ofSeveral]) &&
         double(counts[ofComponents]) >= nearlyAll * double(counts[telling]);
}

// Collective.
bool isNumbered(const DistMatrix<double>& A, int perNode, GlobalOrdinal numTogether) {
  const auto numRows = static_cast<GlobalOrdinal>(A.rowMap()->getGlobalNumElements());
  const GlobalOrdinal first = A.rowMap()->getMinAllGlobalIndex();
  return mayHaveNodes(A, numRows, perNode) && A.rowMap()->getMaxAllGlobalIndex() - first + 1 == numRows &&
         entriesTell(A, {GlobalColumn(A), first, numRows / perNode, numTogether});
}

}  // namespace

int unknownsNumberedPerNode(const NearKernelInput& input, const Map& rowMap) {
  if (input.isEmpty() || hasComponents(input, *rowMap.getComm())) return 0;
  if (input.degreesOfFreedom > 0 || input.coordinates.is_null()) return input.degreesOfFreedom;
  const auto length = TrilinosVersion::numGlobal(*input.coordinates->getMap()),
             numRows = TrilinosVersion::numGlobal(rowMap);
  return length > 0 && numRows % length == 0 ? static_cast<int>(numRows / length) : 0;
}

bool isNumberedByComponents(const DistMatrix<double>& A, int unknownsPerNode) {
  return isNumbered(A, unknownsPerNode, 1);
}

bool isNumberedByNodes(const DistMatrix<double>& A, int unknownsPerNode) {
  return isNumbered(A, unknownsPerNode, unknownsPerNode);
}

int unknownsByComponents(const DistMatrix<double>& A) {
  for (const int likely : {3, 2})
    if (isNumberedByComponents(A, likely)) return likely;
  return 0;
}

bool ranksNumberByComponents(const DistMatrix<double>& A, int unknownsPerNode) {
  const Map& rows = *A.rowMap();
  if (!mayHaveNodes(A, static_cast<GlobalOrdinal>(rows.getGlobalNumElements()), unknownsPerNode)) return false;
  if (maxOverRanks(*rows.getComm(), static_cast<long long>(A.numRows() % unknownsPerNode)) > 0) return false;
  const GlobalOrdinal base = rows.getMinAllGlobalIndex();
  UnknownNumbers numbers{GlobalColumn(A), base, rows.getMaxAllGlobalIndex() + 1 - base, 1,
                         A.numRows() / unknownsPerNode};
  const auto owned = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::component numbers", A.numRows());
  Kokkos::parallel_for("Chronos::ranksNumberByComponents",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>(0, A.numRows()),
                       NumberFunctor{numbers, owned});
  HaloExchange<GlobalOrdinal> exchange(A.halo());
  exchange.start(owned);
  numbers.halo = exchange.finish();
  return entriesTell(A, numbers);
}

int unknownsByComponentsOfRanks(const DistMatrix<double>& A, int told) {
  if (told > 1) return ranksNumberByComponents(A, told) ? told : 0;
  for (const int likely : {3, 2})
    if (ranksNumberByComponents(A, likely)) return likely;
  return 0;
}

void checkNumbering(const DistMatrix<double>& A, int unknownsPerNode) {
  if (!isNumberedByComponents(A, unknownsPerNode)) return;
  const std::string number = std::to_string(unknownsPerNode);
  throw InputError(
      "Nodes of " + number +
      " unknowns are told, but by sums of its rows the matrix is numbered component by component over all ranks, so "
      "that nodes lie on several. Give each rank all unknowns of its nodes, numbered node by node (" +
      number +
      " i + c) or component by component there, or near-kernel vectors in place of coordinates and of the number of "
      "unknowns of a node; 'check matrix' = false takes it as it is.");
}

}  // namespace Chronos
