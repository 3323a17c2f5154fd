// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SINGLEENTRANCE_HPP
#define CHRONOS_SINGLEENTRANCE_HPP

#include "Chronos_SideStream.hpp"
#include "Chronos_SingleVectorOperator.hpp"
#include "Chronos_SingleVectors.hpp"
#include "Chronos_Types.hpp"

namespace Chronos {

/// \brief Where vectors in double enter single precision, times a power of two at which nothing that matters leaves it.
///
/// The next vector is likely to be of about the size of the last one, so it goes in by the power that suits that one,
/// and what is to be done with it is queued before anybody knows its size: the device does not wait for the host.
/// Where the size was another one, it has to be done again.
class SingleEntrance {
 public:
  explicit SingleEntrance(std::size_t numEntries) : narrowing_(numEntries) {}

  /// to = 2^exponent() b, rounded. Does not wait for the device.
  void start(const ConstVector& b, const SingleVector& to);
  int exponent() const { return exponent_; }

  enum class Outcome {
    fits,     ///< and so does what was made of it
    again,    ///< to be started again, by another exponent
    zero,     ///< nothing but zeros
    noPlace,  ///< infinities, or what is no number
  };
  /// What became of the vector; the same on all ranks. Waits for start(), not for what follows it. Collective.
  Outcome finish(const Comm& comm);

  std::size_t numBytes() const { return narrowing_.numBytes(); }

 private:
  VectorNarrowing narrowing_;
  StreamMark isIn_;
  int exponent_ = 0, next_ = 0;
};

}  // namespace Chronos

#endif
