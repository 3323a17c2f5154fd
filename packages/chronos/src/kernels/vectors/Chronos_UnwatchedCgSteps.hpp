// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_UNWATCHEDCGSTEPS_HPP
#define CHRONOS_UNWATCHEDCGSTEPS_HPP

#include "Chronos_Block.hpp"
#include "Chronos_GatheredDots.hpp"

#include <array>

namespace Chronos {

/// \brief Steps of conjugate gradients whose coefficients stay on the device, for blocks of 1, 2, 4 or 8 columns:
/// no step waits, and the numbers of one reach the host together when it has ended.
///
/// Vectors are the entries of blocks one after the other. Products have the bits of ColumnDots, updates those of
/// Chronos_BlockUpdates.hpp, but for what a compiler rounds once in place of twice on a GPU. A coefficient is 0 where
/// what it is made of is not positive and finite, so that nothing is spoiled behind a breakdown, which the host finds
/// in the numbers.
class UnwatchedCgSteps {
 public:
  using Flags = std::array<bool, widestBlock>;

  /// Of a step and a column, on the host.
  struct Numbers {
    double rho;        ///< r^T z
    double curvature;  ///< p^T q
    double squares;    ///< r^T r behind the step, where advance() has ended it
  };

  /// \param numEntries of all columns
  /// \param overRanks of numbers on the device; empty on one rank
  /// \param numKept steps whose numbers are kept on the host
  UnwatchedCgSteps(std::size_t numEntries, int width, const SumOverRanks& overRanks, int numKept = 1);

  /// Before the first step: rho of the step before it, made elsewhere. Waits for the device.
  void resume(const ColumnScalars& rhoBefore) const;

  /// \brief A step begins: rho = r^T z and beta = rho over that of the step before, x += step p, then p = z + beta p.
  /// \param products of r and z, where the preconditioner has gathered them
  /// \param isFirst columns whose beta is 0; p is read for x alone
  /// \param steps 0: x is left alone
  void turn(const GatheredDots<Device>& products, const ConstVector& r, const ConstVector& z, const Flags& isFirst,
            const ColumnScalars& steps, const Vector& p, const Vector& x);

  /// \brief curvature = p^T q and alpha = rho / curvature.
  /// \param moves columns that are to take the step; alpha is 0 in the others
  void measure(const GatheredDots<Device>& products, const ConstVector& p, const ConstVector& q,
               const Flags& moves) const;

  /// The step ends: r -= alpha q and r^T r; the numbers go to the host.
  void advance(const ConstVector& q, const Vector& r) const;

  /// The same without r^T r, and so without a sum.
  void advanceUnmeasured(const ConstVector& q, const Vector& r) const;

  int numBegun() const { return numBegun_; }
  /// Of step k < numBegun(), one of those kept, once it has ended.
  Numbers numbers(int k, int column = 0) const;

 private:
  // Of each column, two of rho by turns.
  enum Place { rho, otherRho, beta, curvature, alpha, squares, numPlaces };
  static constexpr int numNumbers = 3;
  Vector at(Place place) const {
    return Kokkos::subview(onDevice_, std::make_pair(int(place) * width_, (int(place) + 1) * width_));
  }
  Place rhoOf(int step) const { return step % 2 == 0 ? rho : otherRho; }
  std::size_t rowOf(int step) const { return std::size_t(numNumbers) * width_ * (step % numKept_); }

  // end(columns, publish) of the latest step: publish() has its numbers go to the host.
  template <class End>
  void endStep(const End& end) const;

  // x^T y of each column, or what was gathered of it.
  template <int width, class Finish>
  void sum(const GatheredDots<Device>& products, const ConstVector& x, const ConstVector& y, Place place,
           const Finish& finish) const;

  int width_;
  SumsOfBlocks<Device> sums_;
  SumOverRanks overRanks_;
  Vector onDevice_;
  Kokkos::View<double*, PinnedSpace> onHost_;
  int numKept_, numBegun_ = 0;
};

}  // namespace Chronos

#endif
