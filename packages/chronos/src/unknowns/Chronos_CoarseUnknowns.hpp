// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSEUNKNOWNS_HPP
#define CHRONOS_COARSEUNKNOWNS_HPP

#include "Chronos_Block.hpp"
#include "Chronos_DistMatrix.hpp"
#include "Chronos_NodesOfUnknowns.hpp"
#include "Chronos_TestSpace.hpp"

#include <cstdint>

namespace Chronos {

/// \brief The unknowns of a coarse level, and how what is known about fine ones comes down to them.
///
/// A coarsening makes it: by a splitting coarse unknowns are some of the fine ones, by aggregates they are something
/// else. Immutable.
class CoarseUnknowns {
 public:
  virtual ~CoarseUnknowns() = default;

  /// Contiguous; as the coarsening numbered them, or MovedUnknowns behind that.
  virtual Teuchos::RCP<const Map> map() const = 0;

  /// \brief The test space of the coarse level. Collective.
  /// \param fine owned rows of the fine level; one column at least
  virtual TestSpace testSpace(const TestSpace& fine) const = 0;

  /// \brief Nodes of the coarse unknowns, in the order of map(). Collective.
  /// \param A the fine matrix
  /// \param fine node of each of its owned rows
  virtual UnknownNodes nodes(const DistMatrix<double>& A, const UnknownNodes& fine) const = 0;

  /// On this rank, beside what its maker's CoarseningRecord and P of the CoarseSpace count.
  virtual std::size_t numBytes() const { return 0; }

  /// The coarse form of the one vector that the prolongation keeps exactly, for the next level to keep it too; null on
  /// all ranks where a coarsening goes by none.
  virtual const ConstVector* keptVector() const { return nullptr; }

  /// \brief The same for two runs that chose the same coarse unknowns, on any number of ranks. Collective.
  virtual std::uint64_t fingerprint(const Map& fineMap) const = 0;
};

}  // namespace Chronos

#endif
