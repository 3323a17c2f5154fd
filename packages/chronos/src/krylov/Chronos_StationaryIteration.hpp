// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STATIONARYITERATION_HPP
#define CHRONOS_STATIONARYITERATION_HPP

#include "Chronos_ColumnIteration.hpp"

namespace Chronos {

/// \brief x <- x + omega B (b - A x): multigrid alone, or refinement of what a preconditioner in a narrower precision
/// gives (Tsai 2024, Algorithm 7; Richardson's iteration).
///
/// It converges where the spectral radius of I - omega B A is below 1, whatever the symmetry of A and B, at that rate.
/// A step is an application of B and a product, two vectors updated, one reduction; r follows by its recurrence, which
/// solve() compares with b - A x as it does for other methods.
class StationaryIteration : public ColumnIteration {
 public:
  /// \param A kept by reference
  /// \param B an approximate inverse, any; null: none
  /// \param omega the relaxation
  /// \param x the iterate, updated by advance()
  /// \param r the residual b - A x; updated by advance()
  StationaryIteration(const Operator& A, const Operator* B, double omega, const Block& x, const Block& r);

  void prepare(const Flags& moves) override;
  /// Where the residual has grown to 10,000 times the first: iterates double on until they overflow.
  std::optional<Obstacle> obstacle(int column) const override;
  const ColumnScalars& advance(const Flags& moves, std::optional<double> flag = {}) override;
  void narrow(const std::vector<int>& columns, const Block& x, const Block& r) override;

  double alpha(int /*column*/) const override { return omega_; }
  double beta(int /*column*/) const override { return 0; }

  /// Holds A B r between prepare() and advance().
  const Block& scratch() const override { return q_; }

 private:
  const Operator& A_;
  const Operator* B_;
  double omega_;
  Block x_, r_, q_, z_;
  ColumnScalars first_{};  // r^T r after the first step
};

}  // namespace Chronos

#endif
