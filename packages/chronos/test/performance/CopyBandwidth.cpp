// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CopyBandwidth.hpp"

namespace Chronos::Performance {

double copyBandwidth() {
  static const double bandwidth = [] {
    const std::size_t n = std::size_t(2) << 27;  // 2 GiB of doubles
    Kokkos::View<double*, Device> from("from", n), to("to", n);
    const double seconds = medianSeconds([&] { Kokkos::deep_copy(Device::execution_space(), to, from); });
    return 2.0 * n * sizeof(double) / seconds;
  }();
  return bandwidth;
}

}  // namespace Chronos::Performance
