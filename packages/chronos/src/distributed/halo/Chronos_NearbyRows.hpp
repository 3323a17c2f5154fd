// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NEARBYROWS_HPP
#define CHRONOS_NEARBYROWS_HPP

#include "Chronos_DistMatrix.hpp"

#include <optional>

namespace Chronos {

/// Rows of other ranks, and how many steps away each is.
struct SeedRows {
  HaloColumns rows;                                           ///< each once
  std::optional<Kokkos::View<GlobalOrdinal*, Device>> steps;  ///< at least 1; nothing: all are one step away
};

/// \brief Rows of other ranks within `distance` steps, as far as ways from a seed stay with its owner. Collective.
///
/// Each owner walks through its rows, for all who ask at once, and tells them what it found: one question in place of
/// one for each step. The seeds are among the rows.
/// Cost for an owner: two passes over its rows for each step until nothing new comes, the entries of rows that it
/// reaches, 24 bytes a row while it runs; waits for the device. Two rounds of messages, three where steps are given.
/// \param A square, whose columns are numbered and distributed like its rows
/// \param seeds below `last`; steps given on all ranks or on none
/// \param last rows from this global index on are not wanted here
/// \return ascending by owner, then by global index
HaloColumns nearbyRows(const DistMatrix<double>& A, const SeedRows& seeds, int distance, GlobalOrdinal last);

/// For how many ranks an owner walks at once, at most 64. Tests set it.
inline int mostNeighboursAtOnce = 64;

}  // namespace Chronos

#endif
