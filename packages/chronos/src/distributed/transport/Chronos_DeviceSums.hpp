// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DEVICESUMS_HPP
#define CHRONOS_DEVICESUMS_HPP

#include "Chronos_RankSum.hpp"

namespace Chronos {

/// Sums over ranks of a few numbers that lie in memory of the device and stay there.
class DeviceSums {
 public:
  virtual ~DeviceSums() = default;

  static constexpr int mostNumbers = RankSum::mostNumbers;

  /// \brief Each number becomes its sum over ranks, the same bits on all, by a kernel of the default stream that is to
  /// follow before the next sum. Nobody waits but kernels. Collective.
  /// \param count at most mostNumbers, the same on all ranks
  virtual RankSum next(double* numbers, int count) = 0;
};

}  // namespace Chronos

#endif
