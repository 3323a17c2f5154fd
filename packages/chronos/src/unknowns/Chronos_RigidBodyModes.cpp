// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RigidBodyModes.hpp"

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct Box {
  double centre[3] = {0, 0, 0};
  double inverseHalfEdge = 1;
};

// The largest coordinate times a sign. Maxima are the same in any order, so the box does not depend on ranks or
// threads.
struct LargestFunctor {
  TestSpace positions;
  int direction;
  double sign;
  KOKKOS_INLINE_FUNCTION void operator()(int row, double& largest) const {
    const double value = sign * positions(row, direction);
    if (value > largest) largest = value;
  }
};

// Of nodes to their unknowns.
struct ToUnknownsFunctor {
  ConstVector x;
  int degreesOfFreedom;
  TestVectors positions;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const auto dimension = static_cast<int>(positions.extent(1));
    for (int d = 0; d < dimension; ++d) positions(row, d) = x(row / degreesOfFreedom * dimension + d);
  }
};

struct CountWrongFunctor {
  UnknownPositions unknowns;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& numPositions, long long& numComponents) const {
    bool isFinite = true;
    for (int d = 0; d < static_cast<int>(unknowns.positions.extent(1)); ++d) {
      const double value = unknowns.positions(row, d);
      isFinite = isFinite && value - value == 0;
    }
    if (!isFinite) ++numPositions;
    const int component = unknowns.components(row);
    if (component < 0 || component >= unknowns.degreesOfFreedom) ++numComponents;
  }
};

struct ModesFunctor {
  UnknownPositions unknowns;
  Box box;
  TestVectors modes;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const int dimension = static_cast<int>(unknowns.positions.extent(1)), component = unknowns.components(row);
    const int numModes = static_cast<int>(modes.extent(1));
    if (unknowns.degreesOfFreedom == 1) {
      modes(row, 0) = 1;
      return;
    }
    double x[3] = {0, 0, 0};
    for (int d = 0; d < dimension; ++d) x[d] = (unknowns.positions(row, d) - box.centre[d]) * box.inverseHalfEdge;
    for (int mode = 0; mode < dimension; ++mode) modes(row, mode) = component == mode ? 1 : 0;
    for (int mode = dimension; mode < numModes; ++mode) {
      // In a plane the one rotation is about z.
      const int axis = dimension == 2 ? 2 : mode - dimension;
      const int next = (axis + 1) % 3, afterNext = (axis + 2) % 3;
      double entry =
          0;  // of omega x (x - c), omega a unit vector: -x_{axis + 2} along axis + 1, x_{axis + 1} along axis + 2
      if (component < dimension) entry = component == next ? -x[afterNext] : component == afterNext ? x[next] : 0;
      else entry = component - dimension == mode - dimension ? box.inverseHalfEdge : 0;
      modes(row, mode) = entry;
    }
  }
};

int numModesOf(int dimension, int degreesOfFreedom) {
  if (degreesOfFreedom == 1 && dimension >= 1 && dimension <= 3) return 1;
  if (dimension == 2 && (degreesOfFreedom == 2 || degreesOfFreedom == 3)) return 3;
  if (dimension == 3 && (degreesOfFreedom == 3 || degreesOfFreedom == 6)) return 6;
  throw InputError(
      "There are no rigid-body modes for " + std::to_string(dimension) + " coordinates and " +
      std::to_string(degreesOfFreedom) +
      " degrees of freedom a node. Known are 1 in any dimension, 2 and 3 in two dimensions, 3 and 6 in three. For "
      "others give near-kernel vectors.");
}

void check(const Comm& comm, const UnknownPositions& unknowns) {
  long long numPositions = 0, numComponents = 0;
  Kokkos::parallel_reduce("Chronos::rigidBodyModes::check",
                          RowPolicy(0, static_cast<int>(unknowns.positions.extent(0))), CountWrongFunctor{unknowns},
                          numPositions, numComponents);
  long long most = static_cast<long long>(unknowns.positions.extent(1)), least = most;
  JointReduction all;
  all.max(most);
  all.min(least);
  all.sum(numPositions);
  all.sum(numComponents);
  all.reduce(comm);
  if (least != most)
    throw InputError("The number of coordinates of a node differs between ranks. Give the same on all.");
  if (numPositions > 0)
    throw InputError("The coordinates of " + std::to_string(numPositions) +
                     " unknowns are not finite numbers. Correct them.");
  if (numComponents > 0)
    throw InputError(std::to_string(numComponents) + " unknowns have a component outside 0 to " +
                     std::to_string(unknowns.degreesOfFreedom - 1) +
                     ". Correct them or the number of degrees of freedom.");
}

Box boxOf(const Comm& comm, const TestSpace& positions) {
  double extremes[3][2] = {};
  JointReduction all;
  for (int d = 0; d < static_cast<int>(positions.extent(1)); ++d) {
    for (int side = 0; side < 2; ++side) {
      const double sign = side == 0 ? -1 : 1;
      Kokkos::parallel_reduce("Chronos::rigidBodyModes::box", RowPolicy(0, static_cast<int>(positions.extent(0))),
                              LargestFunctor{positions, d, sign}, Kokkos::Max<double>(extremes[d][side]));
      all.max(extremes[d][side]);
    }
  }
  all.reduce(comm);
  Box box;
  double longest = 0;
  for (int d = 0; d < static_cast<int>(positions.extent(1)); ++d) {
    const double first = -extremes[d][0], last = extremes[d][1];
    box.centre[d] = 0.5 * first + 0.5 * last;
    longest = std::max(longest, 0.5 * last - 0.5 * first);
  }
  if (longest > 0) box.inverseHalfEdge = 1 / longest;
  return box;
}

struct NotZeroFunctor {
  TestSpace modes;
  int mode;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const {
    if (modes(row, mode) != 0) ++count;
  }
};

TestSpace withoutZeroColumns(const Comm& comm, const TestVectors& modes) {
  const Device::execution_space space;
  const TestVectors kept = allocateVectors("Chronos::rigid-body modes", modes.extent(0), modes.extent(1));
  std::vector<long long> counts(modes.extent(1));
  JointReduction all;
  for (int mode = 0; mode < static_cast<int>(modes.extent(1)); ++mode) {
    Kokkos::parallel_reduce("Chronos::rigidBodyModes::count", RowPolicy(0, static_cast<int>(modes.extent(0))),
                            NotZeroFunctor{modes, mode}, counts[mode]);
    all.sum(counts[mode]);
  }
  all.reduce(comm);
  int numKept = 0;
  for (int mode = 0; mode < static_cast<int>(modes.extent(1)); ++mode)
    if (counts[mode] > 0) Kokkos::deep_copy(space, columnsOf(kept, numKept++, 1), columnsOf(modes, mode, 1));
  return columnsOf(kept, 0, numKept);
}

}  // namespace

TestSpace rigidBodyModes(const Comm& comm, const UnknownPositions& unknowns) {
  check(comm, unknowns);
  const int numModes = numModesOf(static_cast<int>(unknowns.positions.extent(1)), unknowns.degreesOfFreedom);
  const TestVectors modes = allocateVectors("Chronos::rigid-body modes", unknowns.positions.extent(0), numModes);
  Kokkos::parallel_for("Chronos::rigidBodyModes", RowPolicy(0, static_cast<int>(modes.extent(0))),
                       ModesFunctor{unknowns, boxOf(comm, unknowns.positions), modes});
  return withoutZeroColumns(comm, modes);
}

TestSpace rigidBodyModesAt(const Map& rows, const ConstVector& x, int degreesOfFreedom, int dimension) {
  const auto numRows = static_cast<int>(TrilinosVersion::numLocal(rows));
  const TestVectors positions = allocateVectors("Chronos::positions", static_cast<std::size_t>(numRows), dimension);
  Kokkos::parallel_for("Chronos::rigidBodyModes::spread", RowPolicy(0, numRows),
                       ToUnknownsFunctor{x, degreesOfFreedom, positions});
  UnknownPositions unknowns;
  unknowns.positions = positions;
  unknowns.components = componentsOfBlocks(rows, {degreesOfFreedom, firstUnknown(rows, degreesOfFreedom)});
  unknowns.degreesOfFreedom = degreesOfFreedom;
  return rigidBodyModes(*rows.getComm(), unknowns);
}

}  // namespace Chronos
