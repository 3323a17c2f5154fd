// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MOVEDUNKNOWNS_HPP
#define CHRONOS_MOVEDUNKNOWNS_HPP

#include "Chronos_CoarseUnknowns.hpp"
#include "Chronos_PiecePlacement.hpp"

namespace Chronos {

/// \brief Coarse unknowns whose pieces moved to other ranks and got other numbers after they were made.
class MovedUnknowns : public CoarseUnknowns {
 public:
  /// \brief Collective.
  /// \param unknowns as they were made, on placement.from
  /// \param bytes on this rank that `unknowns` share with nobody since
  MovedUnknowns(const Teuchos::RCP<const CoarseUnknowns>& unknowns, const PiecePlacement& placement, std::size_t bytes);

  /// Where they are now.
  Teuchos::RCP<const Map> map() const override { return placement_.to; }
  TestSpace testSpace(const TestSpace& fine) const override;
  UnknownNodes nodes(const DistMatrix<double>& A, const UnknownNodes& fine) const override;
  std::size_t numBytes() const override;
  const ConstVector* keptVector() const override;
  /// That of the unknowns as they were made: the choice is the same.
  std::uint64_t fingerprint(const Map& fineMap) const override { return unknowns_->fingerprint(fineMap); }

 private:
  Teuchos::RCP<const CoarseUnknowns> unknowns_;
  PiecePlacement placement_;
  ConstVector keptVector_;
  std::size_t bytes_;
};

}  // namespace Chronos

#endif
