// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SINGLEVECTORS_HPP
#define CHRONOS_SINGLEVECTORS_HPP

#include "Chronos_Block.hpp"
#include "Chronos_SumsOfBlocks.hpp"

namespace Chronos {

/// \file
/// From vectors in double to those in single precision and back. All are local.

/// The vector rounded, in memory of its own, and into that of another. Neither waits for the device.
Kokkos::View<float*, Device> inSingle(const ConstVector& x);
void copyToSingle(const ConstVector& from, const Kokkos::View<float*, Device>& to);

/// \brief Takes vectors of one length to single precision and tells how large their entries are, in one pass.
///
/// The object holds what the pass needs beside them, so that nothing is allocated in a cycle.
class VectorNarrowing {
 public:
  explicit VectorNarrowing(std::size_t numEntries);

  /// to = 2^exponent from, rounded. Does not wait for the device.
  void start(const ConstVector& from, int exponent, const Kokkos::View<float*, Device>& to) const;
  /// The largest magnitude in `from`, once start() has ended; infinity where an entry is no number.
  double largest() const { return largestOnHost_(0); }

  std::size_t numBytes() const { return largestOfBlocks_.numBytes(); }

 private:
  SumsOfBlocks<Device> largestOfBlocks_;
  Kokkos::View<double*, PinnedSpace> largestOnHost_;
};

/// to = 2^exponent from. Does not wait for the device.
void widenVector(const Kokkos::View<const float*, Device>& from, int exponent, const Vector& to);

}  // namespace Chronos

#endif
