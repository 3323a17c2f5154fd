// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSESPACE_HPP
#define CHRONOS_COARSESPACE_HPP

#include "Chronos_CoarseReport.hpp"
#include "Chronos_CoarseUnknowns.hpp"

namespace Chronos {

/// \brief What a coarsening of another matrix with the same pattern may start from; what it holds its maker knows.
class CoarseningRecord {
 public:
  virtual ~CoarseningRecord() = default;
  /// On this rank.
  virtual std::size_t numBytes() const = 0;
};

/// \brief The coarse space of a level: the range of P.
struct CoarseSpace {
  Teuchos::RCP<const DistMatrix<double>> P;  ///< from the coarse level, on its ranks; null where coarsening has stalled
  std::string stall;                         ///< why there is none
  Teuchos::RCP<const CoarseUnknowns> unknowns;
  CoarseReport report;
  Teuchos::RCP<const CoarseningRecord> record;  ///< shares its memory with `unknowns` where it can
};

}  // namespace Chronos

#endif
