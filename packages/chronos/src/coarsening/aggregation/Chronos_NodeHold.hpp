// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEHOLD_HPP
#define CHRONOS_NODEHOLD_HPP

#include "Chronos_NodeMotions.hpp"
#include "Chronos_RowGroup.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {

/// \brief Whether an aggregate holds a node (NodeMotions); lanes of a group work on one node together.
template <int numMotions>
struct NodeHold {
  static constexpr int lanes = runsOnHost<Device> ? 1 : 32;
  using Group = RowGroup<lanes>;

  /// Of A_II, the least that holds in each direction: less than what a face holds in a body of one kind with cells of
  /// even edges (0.013 by 27 nodes an aggregate, Poisson's ratio 0.3), more than what holds across a hinge where moduli
  /// jump by a thousand.
  static constexpr double leastHold = 0.003;
  /// Of A_II, what supports may push: couplings among three bodies and more make the symmetric part indefinite there.
  static constexpr double mostPush = 0.3;

  NodeMotions motions;

  /// Nodes about which nothing can be said are held by whatever they are connected to.
  KOKKOS_INLINE_FUNCTION bool isHeld(const Group& group, LocalOrdinal node,
                                     const Kokkos::View<const LocalOrdinal*, Device>& ofNode,
                                     LocalOrdinal aggregate) const {
    if (!motions.isKnown(node)) return true;
    Square stiffness = {}, diagonal = {};
    makeStiffness(group, node, Outside{ofNode, aggregate}, stiffness, diagonal);
    return isFirm(stiffness, diagonal) || !agrees(group, node);
  }

 private:
  struct Outside {
    Kokkos::View<const LocalOrdinal*, Device> ofNode;
    LocalOrdinal aggregate;
    KOKKOS_INLINE_FUNCTION bool operator()(LocalOrdinal other) const { return other < 0 || ofNode(other) != aggregate; }
  };
  struct Everything {
    KOKKOS_INLINE_FUNCTION bool operator()(LocalOrdinal) const { return true; }
  };

  // Whether the motions of the node and those around it agree: moved along with everything else, it feels nothing but
  // supports. Where vectors are not those of the matrix it may feel anything.
  KOKKOS_INLINE_FUNCTION bool agrees(const Group& group, LocalOrdinal node) const {
    Square stiffness = {}, diagonal = {};
    makeStiffness(group, node, Everything{}, stiffness, diagonal);
    for (int row = 0; row < numMotions; ++row)
      for (int col = 0; col <= row; ++col)
        stiffness[row][col] = (stiffness[row][col] + stiffness[col][row]) / 2 + mostPush * diagonal[row][col];
    return factor(stiffness);
  }

  using Square = double[numMotions][numMotions];

  // The stiffness of a node that those follow, and A_II.
  template <class Follows>
  KOKKOS_INLINE_FUNCTION void makeStiffness(const Group& group, LocalOrdinal node, const Follows& follows,
                                            Square& stiffness, Square& diagonal) const {
    Square forces = {};
    addForces(group, node, follows, forces, diagonal);
    for (int row = 0; row < numMotions; ++row)
      for (int col = 0; col < numMotions; ++col)
        for (int k = 0; k < numMotions; ++k)
          stiffness[row][col] += forces[row][k] * motions.inverses(node, k * numMotions + col);
  }

  // On the node's unknowns, a column for each motion of all that follows.
  template <class Follows>
  KOKKOS_INLINE_FUNCTION void addForces(const Group& group, LocalOrdinal node, const Follows& follows, Square& forces,
                                        Square& diagonal) const {
    const LocalOrdinal first = motions.firstUnknown(node);
    for (int row = 0; row < numMotions; ++row) {
      const Offset end = motions.A.rowPtr(first + row + 1);
      for (Offset entry = motions.A.rowPtr(first + row) + Offset(group.lane); entry < end; entry += lanes) {
        const LocalOrdinal col = motions.A.colInd(entry), other = motions.nodeOfColumn(col);
        if (other != node && !follows(other)) continue;
        const double value = motions.A.values(entry);
        for (int k = 0; k < numMotions; ++k) forces[row][k] += value * motions.ofColumn(col).entry[k];
        if (other != node) continue;
        for (int k = 0; k < numMotions; ++k)
          if (motions.columnOf(first + k) == col) diagonal[row][k] = value;
      }
      for (int k = 0; k < numMotions; ++k) forces[row][k] = group.sum(forces[row][k]);
      for (int k = 0; k < numMotions; ++k) diagonal[row][k] = group.sum(diagonal[row][k]);
    }
  }

  // With A_II = L L^T: whether no singular value of L^{-1} K L^{-T} is below `leastHold`, that is whether
  // K^T A_II^{-1} K - leastHold^2 A_II is positive definite.
  KOKKOS_INLINE_FUNCTION static bool isFirm(Square& stiffness, Square& diagonal) {
    Square squares;
    for (int row = 0; row < numMotions; ++row)
      for (int col = 0; col <= row; ++col) squares[row][col] = -leastHold * leastHold * diagonal[row][col];
    if (!factor(diagonal)) return false;
    for (int col = 0; col < numMotions; ++col)
      for (int row = 0; row < numMotions; ++row) {
        for (int k = 0; k < row; ++k) stiffness[row][col] -= diagonal[row][k] * stiffness[k][col];
        stiffness[row][col] /= diagonal[row][row];
      }
    for (int row = 0; row < numMotions; ++row)
      for (int col = 0; col <= row; ++col)
        for (int k = 0; k < numMotions; ++k) squares[row][col] += stiffness[k][row] * stiffness[k][col];
    return factor(squares);
  }

  // The lower triangle of `matrix` becomes its Cholesky factor; false where it is not positive definite.
  KOKKOS_INLINE_FUNCTION static bool factor(Square& matrix) {
    using std::sqrt;
    for (int col = 0; col < numMotions; ++col) {
      for (int k = 0; k < col; ++k) matrix[col][col] -= matrix[col][k] * matrix[col][k];
      if (!(matrix[col][col] > 0)) return false;
      matrix[col][col] = sqrt(matrix[col][col]);
      for (int row = col + 1; row < numMotions; ++row) {
        for (int k = 0; k < col; ++k) matrix[row][col] -= matrix[row][k] * matrix[col][k];
        matrix[row][col] /= matrix[col][col];
      }
    }
    return true;
  }
};

}  // namespace Chronos

#endif
