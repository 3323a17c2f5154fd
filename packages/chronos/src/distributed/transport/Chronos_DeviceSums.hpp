// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DEVICESUMS_HPP
#define CHRONOS_DEVICESUMS_HPP

namespace Chronos {

/// Sums over ranks of a few numbers that lie in memory of the device and stay there.
class DeviceSums {
 public:
  virtual ~DeviceSums() = default;

  static constexpr int mostNumbers = 8;

  /// \brief Each number becomes its sum over ranks, the same bits on all: behind kernels that are queued in the default
  /// stream, before those that follow. Nobody waits but kernels. Collective.
  /// \param count at most mostNumbers, the same on all ranks
  virtual void add(double* numbers, int count) = 0;
};

}  // namespace Chronos

#endif
