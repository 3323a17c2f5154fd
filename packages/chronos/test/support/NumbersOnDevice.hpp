// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NUMBERSONDEVICE_HPP
#define CHRONOS_NUMBERSONDEVICE_HPP

#include "Chronos_ColumnIteration.hpp"

namespace Chronos::Test {

/// Whether solve() leaves coefficients on the device, as long as this lives.
class NumbersOnDevice {
 public:
  explicit NumbersOnDevice(bool leaves) : before_(leavesNumbersOnDevice) { leavesNumbersOnDevice = leaves; }
  ~NumbersOnDevice() { leavesNumbersOnDevice = before_; }
  NumbersOnDevice(const NumbersOnDevice&) = delete;
  NumbersOnDevice& operator=(const NumbersOnDevice&) = delete;

 private:
  bool before_;
};

}  // namespace Chronos::Test

#endif
