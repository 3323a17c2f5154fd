// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SPLITUNKNOWNS_HPP
#define CHRONOS_SPLITUNKNOWNS_HPP

#include "Chronos_CoarseSpace.hpp"
#include "Chronos_Splitting.hpp"

namespace Chronos {

/// \brief Coarse unknowns that are some of the fine ones: what is known about these is injected.
class SplitUnknowns : public CoarseUnknowns {
 public:
  explicit SplitUnknowns(const Splitting& splitting) : splitting_(splitting) {}

  Teuchos::RCP<const Map> map() const override { return splitting_.coarseMap; }
  TestSpace testSpace(const TestSpace& fine) const override;
  UnknownNodes nodes(const DistMatrix<double>& A, const UnknownNodes& fine) const override;
  /// Of the global indices of the coarse points, summed: exact, so independent of order.
  std::uint64_t fingerprint(const Map& fineMap) const override;

 private:
  Splitting splitting_;
};

/// A splitting for another set-up.
struct SplittingRecord : CoarseningRecord {
  explicit SplittingRecord(const Splitting& itsSplitting, bool onRanks = false)
      : splitting(itsSplitting), isDecoupled(onRanks) {}
  std::size_t numBytes() const override {
    return splitting.types.extent(0) * sizeof(char) + splitting.coarseIndex.extent(0) * sizeof(LocalOrdinal);
  }

  const Splitting splitting;
  const bool isDecoupled;  ///< each rank split its own block
};

}  // namespace Chronos

#endif
