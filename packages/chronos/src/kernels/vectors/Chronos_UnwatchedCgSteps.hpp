// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_UNWATCHEDCGSTEPS_HPP
#define CHRONOS_UNWATCHEDCGSTEPS_HPP

#include "Chronos_Block.hpp"
#include "Chronos_GatheredDots.hpp"

namespace Chronos {

/// \brief Steps of conjugate gradients whose coefficients stay on the device, for one column: nothing here waits, and
/// the numbers of a step reach the host together when it has ended.
///
/// Products have the bits of ColumnDots, updates those of Chronos_BlockUpdates.hpp, but for what a compiler rounds once
/// in place of twice on a GPU. A coefficient is 0 where what it is
/// made of is not positive and finite, so that nothing is spoiled behind a breakdown, which the host finds in the
/// numbers.
class UnwatchedCgSteps {
 public:
  /// Of a step, on the host.
  struct Numbers {
    double rho;        ///< r^T z
    double curvature;  ///< p^T q
    double squares;    ///< r^T r behind the step
  };
  static constexpr int numNumbers = 3;

  /// \param overRanks of numbers on the device; null on one rank
  /// \param numKept steps whose numbers are kept on the host
  UnwatchedCgSteps(std::size_t numEntries, const SumOverRanks& overRanks, int numKept = 1);

  /// \brief A step begins: rho = r^T z and beta = rho over that of the step before, x += step p, then p = z + beta p.
  /// \param products of r and z, where the preconditioner has gathered them
  /// \param isFirst beta is 0, and p is read for x alone
  /// \param step 0: x is left alone
  void turn(const GatheredDots<Device>& products, const ConstVector& r, const ConstVector& z, bool isFirst, double step,
            const Vector& p, const Vector& x);

  /// curvature = p^T q and alpha = rho / curvature.
  void measure(const GatheredDots<Device>& products, const ConstVector& p, const ConstVector& q) const;

  /// The step ends: r -= alpha q and r^T r; the numbers go to the host.
  void advance(const ConstVector& q, const Vector& r) const;

  int numBegun() const { return numBegun_; }
  /// Of step k < numBegun(), one of those kept, once it has ended.
  Numbers numbers(int k) const;

 private:
  // Two of rho, by turns.
  enum Place { rho, otherRho, beta, curvature, alpha, squares, numPlaces };
  Vector at(Place place) const { return Kokkos::subview(onDevice_, std::make_pair(int(place), int(place) + 1)); }
  Place rhoOf(int step) const { return step % 2 == 0 ? rho : otherRho; }
  double* rowOf(int step) const { return asKernelsSee<Device>(onHost_).data() + numNumbers * (step % numKept_); }

  // x^T y, or what was gathered of it.
  template <class Finish>
  void sum(const GatheredDots<Device>& products, const ConstVector& x, const ConstVector& y, Place place,
           const Finish& finish) const;

  SumsOfBlocks<Device> sums_;
  SumOverRanks overRanks_;
  Vector onDevice_;
  Kokkos::View<double*, PinnedSpace> onHost_;
  int numKept_, numBegun_ = 0;
};

}  // namespace Chronos

#endif
