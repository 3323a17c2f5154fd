// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COPYBANDWIDTH_HPP
#define CHRONOS_COPYBANDWIDTH_HPP

#include "Chronos_KernelTypes.hpp"

#include <algorithm>
#include <vector>

namespace Chronos::Performance {

/// Bytes per second of a device-to-device copy of 2 GB (reads and writes counted), median of 100; measured once.
double copyBandwidth();

/// Seconds of `work`, the device synchronised before and after.
template <class Work>
double secondsOf(const Work& work) {
  const Device::execution_space space;
  space.fence();
  Kokkos::Timer timer;
  work();
  space.fence();
  return timer.seconds();
}

/// Median over 100 runs, after three that do not count.
template <class Work>
double medianSeconds(const Work& work, int runs = 100, int warmUps = 3) {
  for (int i = 0; i < warmUps; ++i) work();
  std::vector<double> seconds;
  for (int i = 0; i < runs; ++i) seconds.push_back(secondsOf(work));
  std::nth_element(seconds.begin(), seconds.begin() + runs / 2, seconds.end());
  return seconds[runs / 2];
}

}  // namespace Chronos::Performance

#endif
