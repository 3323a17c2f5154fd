// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LAUNCHCOUNTER_HPP
#define CHRONOS_LAUNCHCOUNTER_HPP

#include <Kokkos_Core.hpp>

#include <map>
#include <string>

namespace Chronos::Test {

/// \brief Counts the launches of Kokkos::parallel_for by their labels while it lives; one at a time.
class LaunchCounter {
 public:
  LaunchCounter() {
    launches().clear();
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(&LaunchCounter::count);
  }
  ~LaunchCounter() { Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr); }
  LaunchCounter(const LaunchCounter&) = delete;
  LaunchCounter& operator=(const LaunchCounter&) = delete;

  int of(const std::string& label) const {
    const auto found = launches().find(label);
    return found == launches().end() ? 0 : found->second;
  }

 private:
  static std::map<std::string, int>& launches() {
    static std::map<std::string, int> counts;
    return counts;
  }
  static void count(const char* label, const std::uint32_t, std::uint64_t*) { ++launches()[label]; }
};

}  // namespace Chronos::Test

#endif
