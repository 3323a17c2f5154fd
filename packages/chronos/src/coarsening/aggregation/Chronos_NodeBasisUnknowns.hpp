// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEBASISUNKNOWNS_HPP
#define CHRONOS_NODEBASISUNKNOWNS_HPP

#include "Chronos_CoarseSpace.hpp"
#include "Chronos_TentativeProlongation.hpp"

namespace Chronos {

/// \brief Coarse unknowns that are bases on aggregates: what is known of fine ones comes down by P^T, for P^T P = I.
class NodeBasisUnknowns : public CoarseUnknowns {
 public:
  /// \param sharedBytes of the tentative P, which the P of the coarse space holds, too
  NodeBasisUnknowns(const AggregateRows& aggregates, const TentativeProlongation& tentative,
                    std::size_t sharedBytes = 0)
      : aggregates_(aggregates), tentative_(tentative), sharedBytes_(sharedBytes) {}

  Teuchos::RCP<const Map> map() const override { return tentative_.P->domainMap(); }
  /// P^T V, without communication.
  TestSpace testSpace(const TestSpace& fine) const override;
  /// Aggregates are the nodes of the coarse level, numbered rank after rank.
  UnknownNodes nodes(const DistMatrix<double>& A, const UnknownNodes& fine) const override;
  /// What is not shared of the tentative P among them.
  std::size_t numBytes() const override {
    return tentative_.P->memoryBytes() - sharedBytes_ + tentative_.firstColumn.extent(0) * sizeof(LocalOrdinal);
  }
  /// Of the pairs of a row and the first row of its aggregate, summed.
  std::uint64_t fingerprint(const Map& fineMap) const override;

 private:
  AggregateRows aggregates_;
  TentativeProlongation tentative_;
  std::size_t sharedBytes_;
};

}  // namespace Chronos

#endif
