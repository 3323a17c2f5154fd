// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_UNWATCHEDSTEPS_HPP
#define CHRONOS_UNWATCHEDSTEPS_HPP

#include "Chronos_Block.hpp"
#include "Chronos_GatheredDots.hpp"
#include "Chronos_SumsOfBlocks.hpp"

namespace Chronos {

/// \file
/// Updates and scalar products whose numbers stay on the device, so that steps of a recurrence need not wait for them.
/// All are local. Products have the bits of ColumnDots, updates those of Chronos_BlockUpdates.hpp, but for what a
/// compiler rounds once in place of twice.

/// y = x + (numerator / denominator) y, each one number on the device; y = x where the denominator is null. A ratio to
/// what is not positive is 0, so that steps behind a breakdown stay finite.
void addRatio(const ConstVector& x, const double* numerator, const double* denominator, const Vector& y);

/// r -= (numerator / denominator) q.
void subtractRatio(const ConstVector& q, const double* numerator, const double* denominator, const Vector& r);

/// Scalar products of vectors of one length.
class UnwatchedDot {
 public:
  explicit UnwatchedDot(std::size_t numEntries);

  /// \param result one number
  void operator()(const ConstVector& x, const ConstVector& y, const Vector& result) const;

  /// The same of what a kernel has gathered, or of the vectors where it has not.
  void operator()(const GatheredDots<Device>& products, const ConstVector& x, const ConstVector& y,
                  const Vector& result) const;

 private:
  SumsOfBlocks<Device> sums_;
};

}  // namespace Chronos

#endif
