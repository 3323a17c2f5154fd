// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMOOTHER_HPP
#define CHRONOS_SMOOTHER_HPP

#include "Chronos_DistMatrix.hpp"

#include <string>
#include <utility>
#include <vector>

namespace Chronos {

/// \brief What the set-up of a smoother did, summed over ranks; for tables and JSON.
struct SmootherReport {
  std::string name;
  /// Entries of the factor over entries of A, (18) of paper 001; for Jacobi rows over entries.
  double density = 0;
  long long numFallbackRows = 0;  ///< rows where rounding stopped the method early
  long long numJacobiRows = 0;    ///< rows that had to be replaced by Jacobi's
  long long numGatheredRows = 0;  ///< rows of A fetched from other ranks
  long long longestRow = 0;       ///< of the factor
  double bytes = 0;
  std::vector<std::pair<std::string, double>> phases;   ///< stage of the set-up and its seconds, slowest rank
  std::vector<std::pair<std::string, double>> traffic;  ///< kernel and the bytes it must move, all ranks
};

/// \brief An approximation M^{-1} of A^{-1}: a preconditioner, and a smoother inside a multigrid cycle.
///
/// Immutable after set-up, symmetric positive definite when A is.
class Smoother {
 public:
  virtual ~Smoother() = default;

  /// \brief z = M^{-1} r. Collective.
  /// \param r owned entries; no overlap with z
  virtual void apply(const Kokkos::View<const double*, Device>& r, const Kokkos::View<double*, Device>& z) const = 0;

  const SmootherReport& report() const { return report_; }

 protected:
  SmootherReport report_;
};

}  // namespace Chronos

#endif
