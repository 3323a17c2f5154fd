// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PIECEPLACEMENT_HPP
#define CHRONOS_PIECEPLACEMENT_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_TestSpace.hpp"

#include <vector>

namespace Chronos {

/// \brief A contiguous distribution whose pieces, one a rank, go whole to other ranks and get other numbers.
///
/// The pieces of a new owner lie one behind the other in the order of their former ranks, so that its indices are
/// contiguous again: a former index moves by the shift of its piece. Tables have one entry a rank.
struct PiecePlacement {
  Teuchos::RCP<const Map> from, to;              ///< both contiguous, rank after rank
  std::vector<int> owners;                       ///< of each rank's piece
  std::vector<GlobalOrdinal> begins, newBegins;  ///< first index of each rank's piece in `from`, and in `to`
};

/// \brief Where pieces lie when each has an owner. Collective.
/// \param from contiguous, rank after rank
/// \param owners a rank for the piece of each rank, the same on all ranks
PiecePlacement placePieces(const Teuchos::RCP<const Map>& from, const std::vector<int>& owners);

/// \brief P with its columns moved and renumbered; nothing else changes. Collective.
/// \param P whose columns are those of placement.from
DistMatrix<double> agglomerate(const DistMatrix<double>& P, const PiecePlacement& placement);

/// \brief Entries of a vector, which follow their pieces. Collective. T: GlobalOrdinal, double.
/// \param values one per owned index of placement.from
template <class T>
Kokkos::View<const T*, Device> moveEntries(const Kokkos::View<const T*, Device>& values,
                                           const PiecePlacement& placement);

/// The same for the rows of a test space. Collective; the same number of vectors on all ranks.
TestSpace moveTestSpace(const TestSpace& vectors, const PiecePlacement& placement);

}  // namespace Chronos

#endif
