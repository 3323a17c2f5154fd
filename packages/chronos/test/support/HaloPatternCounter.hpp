// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOPATTERNCOUNTER_HPP
#define CHRONOS_HALOPATTERNCOUNTER_HPP

#include <Kokkos_Core.hpp>

#include <cstring>

namespace Chronos::Test {

/// \brief Halo patterns that were agreed upon since, each by a collective exchange of requests. One at a time.
class HaloPatternCounter {
 public:
  HaloPatternCounter() {
    made() = asked() = 0;
    Kokkos::Tools::Experimental::set_profile_event_callback(marked);
    Kokkos::Tools::Experimental::set_push_region_callback(pushed);
  }
  ~HaloPatternCounter() {
    Kokkos::Tools::Experimental::set_profile_event_callback(nullptr);
    Kokkos::Tools::Experimental::set_push_region_callback(nullptr);
  }
  HaloPatternCounter(const HaloPatternCounter&) = delete;
  HaloPatternCounter& operator=(const HaloPatternCounter&) = delete;

  int numMade() const { return made(); }
  /// Those whose owners were asked what they send.
  int numAsked() const { return asked(); }

 private:
  static int& made() {
    static int number;
    return number;
  }
  static int& asked() {
    static int number;
    return number;
  }
  static void marked(const char* name) {
    if (std::strcmp(name, "Chronos::HaloPattern") == 0) ++made();
  }
  static void pushed(const char* name) {
    if (std::strcmp(name, "Chronos::HaloPattern::ask") == 0) ++asked();
  }
};

}  // namespace Chronos::Test

#endif
