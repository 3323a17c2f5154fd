// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SHAREDAGGREGATES_HPP
#define CHRONOS_SHAREDAGGREGATES_HPP

#include "Chronos_CoarseSpace.hpp"

namespace Chronos {

/// \brief A prolongation that keeps w, whose aggregates may have members on several ranks.
struct SharedBasis {
  DistMatrix<double> P;  ///< one entry a row at most
  DistMatrix<double> R;  ///< P^T
  ConstVector coarse;    ///< w_c = P^T w
};

/// \brief normalisedBasis() for aggregates across ranks. Collective.
/// \param aggregates one entry a row at most; its values are not read
/// \param w one entry a row
SharedBasis normalisedBasis(const DistMatrix<double>& aggregates, const ConstVector& w);

/// \brief Pairs across ranks as a matrix with an entry 1 a row; an aggregate belongs to the rank of its larger row, by
/// global number, and aggregates are numbered in the order of these. Collective.
/// \param partners global row of each row's partner, -1: none
/// \param joined column of a neighbour whose aggregate a row without partner joins, -1: none; null on all ranks: no row
/// joins any
/// \param isolated not 0: the row is in no aggregate
DistMatrix<double> pairsAcrossRanks(const DistMatrix<double>& A,
                                    const Kokkos::View<const GlobalOrdinal*, Device>& partners,
                                    const Kokkos::View<const LocalOrdinal*, Device>* joined,
                                    const Kokkos::View<const char*, Device>& isolated);

/// \brief Coarse unknowns of such aggregates. Nodes are not known of them: each is its own.
class SharedUnknowns : public CoarseUnknowns {
 public:
  /// \param basis before any move to fewer ranks
  explicit SharedUnknowns(const SharedBasis& basis) : basis_(basis) {}

  Teuchos::RCP<const Map> map() const override { return basis_.P.domainMap(); }
  TestSpace testSpace(const TestSpace& fine) const override;
  UnknownNodes nodes(const DistMatrix<double>& A, const UnknownNodes& fine) const override;
  /// Of each row's global index and the smallest one of its aggregate.
  std::uint64_t fingerprint(const Map& fineMap) const override;
  const ConstVector* keptVector() const override { return &basis_.coarse; }

 private:
  SharedBasis basis_;
};

/// Aggregates for another set-up.
struct SharedAggregatesRecord : CoarseningRecord {
  SharedAggregatesRecord(const DistMatrix<double>& itsAggregates, int itsSteps)
      : aggregates(itsAggregates), steps(itsSteps) {}
  std::size_t numBytes() const override { return aggregates.memoryBytes(); }

  const DistMatrix<double> aggregates;
  const int steps;
};

}  // namespace Chronos

#endif
