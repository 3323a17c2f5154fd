// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMOOTHER_HPP
#define CHRONOS_SMOOTHER_HPP

#include "Chronos_DistMatrix.hpp"

#include <limits>
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
  double diagonalShift = 0;       ///< of a coarse solver: added to a singular matrix, relative to its diagonal
  /// Of a coarse solver that took the symmetric part of an unsymmetric matrix: largest |a_ij - a_ji| / sqrt(a_ii a_jj).
  double asymmetry = 0;
  double bytes = 0;
  std::vector<std::pair<std::string, double>> phases;   ///< stage of the set-up and its seconds, slowest rank
  std::vector<std::pair<std::string, double>> traffic;  ///< kernel and the bytes it must move, all ranks
};

/// What an application does with the vector it writes.
enum class Update {
  overwrite,  ///< z = omega M^{-1} r
  add,        ///< z += omega M^{-1} r
};

/// \brief An approximation M^{-1} of A^{-1}: a preconditioner, and a smoother inside a multigrid cycle.
///
/// Symmetric positive definite when A is; immutable after set-up but for omega. As a preconditioner omega is 1; as a
/// smoother x <- x + omega M^{-1} (b - A x) it must be below 2 over the largest eigenvalue of M^{-1} A (thesis, 2.2).
class Smoother {
 public:
  using Vector = Kokkos::View<double*, Device>;
  using ConstVector = Kokkos::View<const double*, Device>;
  virtual ~Smoother() = default;

  /// \brief z = omega M^{-1} r, or z += omega M^{-1} r. Collective.
  /// \param r owned entries; no overlap with z
  virtual void apply(const ConstVector& r, const Vector& z, Update update = Update::overwrite) const = 0;

  /// \brief An upper bound of the largest eigenvalue of M^{-1} A (relaxation 1), infinity where none is cheap. Local.
  /// \param jacobiBound an upper bound of the largest eigenvalue of D^{-1} A, D the diagonal of A
  virtual double eigenvalueBound(double /*jacobiBound*/) const { return std::numeric_limits<double>::infinity(); }

  double relaxation() const { return omega_; }
  void setRelaxation(double omega) { omega_ = omega; }
  const SmootherReport& report() const { return report_; }

 protected:
  SmootherReport report_;
  double omega_ = 1;
};

}  // namespace Chronos

#endif
