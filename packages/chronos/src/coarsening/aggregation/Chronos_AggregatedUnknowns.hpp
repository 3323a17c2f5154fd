// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AGGREGATEDUNKNOWNS_HPP
#define CHRONOS_AGGREGATEDUNKNOWNS_HPP

#include "Chronos_Aggregates.hpp"
#include "Chronos_CoarseSpace.hpp"

namespace Chronos {

/// \brief Coarse unknowns that are aggregates of fine ones: what is known about these comes down by (P^T P)^{-1} P^T,
/// which is P^T where P keeps a vector, and the mean where P is of zeros and ones.
class AggregatedUnknowns : public CoarseUnknowns {
 public:
  /// \param keepsVector whether basis.coarse is a vector that the next level is to keep as well
  AggregatedUnknowns(const Teuchos::RCP<const Map>& map, const AggregateBasis& basis, bool keepsVector)
      : map_(map), basis_(basis), keepsVector_(keepsVector) {}

  Teuchos::RCP<const Map> map() const override { return map_; }
  TestSpace testSpace(const TestSpace& fine) const override;
  /// The node of an aggregate is that of its first member.
  UnknownNodes nodes(const DistMatrix<double>& A, const UnknownNodes& fine) const override;
  /// Of each row's global index and that of the first member of its aggregate.
  std::uint64_t fingerprint(const Map& fineMap) const override;
  const ConstVector* keptVector() const override { return keepsVector_ ? &basis_.coarse : nullptr; }

 private:
  Teuchos::RCP<const Map> map_;
  AggregateBasis basis_;
  bool keepsVector_;
};

/// Aggregates for another set-up.
struct AggregationRecord : CoarseningRecord {
  AggregationRecord(const Aggregates& itsAggregates, const Teuchos::RCP<const Map>& itsMap, int itsSteps)
      : aggregates(itsAggregates), map(itsMap), steps(itsSteps) {}
  std::size_t numBytes() const override { return aggregates.of.extent(0) * sizeof(LocalOrdinal); }

  const Aggregates aggregates;
  const Teuchos::RCP<const Map> map;
  const int steps;
};

}  // namespace Chronos

#endif
