// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEJACOBIOPERATOR_HPP
#define CHRONOS_NODEJACOBIOPERATOR_HPP

#include "Chronos_NodePattern.hpp"

namespace Chronos {

/// Unknowns of the largest node whose block a Jacobi step inverts.
constexpr int largestJacobiNode = 12;

/// \brief Rows of a square matrix in nodes: rows that follow each other.
template <class DeviceType>
struct JacobiNodes {
  CsrMatrix<double, DeviceType> A;                               ///< diagonals stored
  Kokkos::View<const LocalOrdinal*, DeviceType> diagonalColumn;  ///< of each row
  Kokkos::View<const LocalOrdinal*, DeviceType> nodeOfRow;       ///< ascending, from 0
  LocalOrdinal numNodes = 0;
  NodePattern<DeviceType> pattern = {};  ///< of A where it has one: nodes of three rows need not compare their columns
};

/// \brief Entries of I - omega B^{-1} A on the pattern of A, B the blocks of A's diagonal that belong to nodes.
///
/// Where the rows of a node have different columns, where it has more than largestJacobiNode unknowns, or its block is
/// not positive definite, its rows take the diagonal in place of the block; a row without a positive diagonal is left
/// alone. One thread a node; deterministic.
/// \param values one an entry of A
template <class DeviceType>
void nodeJacobiValues(const typename DeviceType::execution_space& space, const JacobiNodes<DeviceType>& nodes,
                      double omega, const Kokkos::View<double*, DeviceType>& values);

}  // namespace Chronos

#endif
