// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FENCECOUNTER_HPP
#define CHRONOS_FENCECOUNTER_HPP

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Chronos::Test {

/// \brief Counts how often the host waits for the device by a fence of Kokkos while it lives; one at a time.
class FenceCounter {
 public:
  FenceCounter() {
    number() = 0;
    Kokkos::Tools::Experimental::set_begin_fence_callback(&FenceCounter::count);
  }
  ~FenceCounter() { Kokkos::Tools::Experimental::set_begin_fence_callback(nullptr); }
  FenceCounter(const FenceCounter&) = delete;
  FenceCounter& operator=(const FenceCounter&) = delete;

  int numFences() const { return number(); }

 private:
  static int& number() {
    static int fences;
    return fences;
  }
  static void count(const char*, const std::uint32_t, std::uint64_t*) { ++number(); }
};

}  // namespace Chronos::Test

#endif
