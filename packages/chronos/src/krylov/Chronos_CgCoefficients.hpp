// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CGCOEFFICIENTS_HPP
#define CHRONOS_CGCOEFFICIENTS_HPP

#include "Chronos_CgIteration.hpp"
#include "Chronos_UnwatchedCgSteps.hpp"

namespace Chronos {

/// \brief Steps of conjugate gradients whose numbers stay on the device until somebody asks for them.
///
/// The numbers are those of CgIteration. Steps behind a breakdown stay finite and mean nothing.
class UnwatchedCoefficients {
 public:
  /// \param A, M as in CgIteration
  /// \param r the residual, updated
  /// \param mostAtOnce steps that take() is asked for
  UnwatchedCoefficients(const Operator& A, const Operator* M, const Block& r, int mostAtOnce);

  /// Takes so many steps more. Waits once, for all of them.
  void take(int numSteps);

  int numSteps() const { return static_cast<int>(curvature_.size()); }
  /// r^T M^{-1} r before step k < numSteps(), and p^T A p of it.
  double rho(int k) const { return rho_[k]; }
  double curvature(int k) const { return curvature_[k]; }

 private:
  const Operator& A_;
  const Operator* M_;
  Block r_, z_, p_, q_;
  UnwatchedCgSteps steps_;
  GatheredDots<Device> ofMatrix_, ofPreconditioner_;
  std::vector<double> rho_, curvature_;
};

/// \brief The coefficients of conjugate gradients one after the other, for those who make a tridiagonal matrix of them.
/// Collective throughout.
///
/// On a GPU some steps are taken before anybody waits, on several where sums over them stay on the device as well.
class CgCoefficients {
 public:
  enum class Waits { automatic, eachStep, severalSteps };

  /// \param r the residual; holds what some steps made of it
  /// \param numExpected steps that are likely to be asked for; what is not has been applied in vain
  /// \pre one rank, or sumsOnDevice(), where it waits for several steps
  CgCoefficients(const Operator& A, const Operator* M, const Block& r, int numExpected, Waits waits = Waits::automatic);

  /// r^T M^{-1} r of this step; asked for once.
  double rho();
  /// p^T A p of this step, behind rho(); once as well.
  double curvature();
  /// Goes to the next step.
  void advance();

 private:
  void ensure(int numSteps);

  int numExpected_, step_ = 0;
  std::unique_ptr<CgIteration> watched_;
  std::unique_ptr<UnwatchedCoefficients> unwatched_;
};

}  // namespace Chronos

#endif
