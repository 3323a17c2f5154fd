// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MovedUnknowns.hpp"

namespace Chronos {

MovedUnknowns::MovedUnknowns(const Teuchos::RCP<const CoarseUnknowns>& unknowns, const PiecePlacement& placement,
                             std::size_t bytes)
    : unknowns_(unknowns), placement_(placement), bytes_(bytes) {
  if (unknowns_->keptVector() != nullptr) keptVector_ = moveEntries<double>(*unknowns_->keptVector(), placement_);
}

TestSpace MovedUnknowns::testSpace(const TestSpace& fine) const {
  return moveTestSpace(unknowns_->testSpace(fine), placement_);
}

UnknownNodes MovedUnknowns::nodes(const DistMatrix<double>& A, const UnknownNodes& fine) const {
  return moveEntries<GlobalOrdinal>(unknowns_->nodes(A, fine), placement_);
}

std::size_t MovedUnknowns::numBytes() const {
  const std::size_t table = placement_.owners.size() * (sizeof(int) + 2 * sizeof(GlobalOrdinal));
  return unknowns_->numBytes() + keptVector_.size() * sizeof(double) + table + bytes_;
}

const ConstVector* MovedUnknowns::keptVector() const {
  return unknowns_->keptVector() != nullptr ? &keptVector_ : nullptr;
}

}  // namespace Chronos
