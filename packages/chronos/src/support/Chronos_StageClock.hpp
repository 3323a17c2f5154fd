// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STAGECLOCK_HPP
#define CHRONOS_STAGECLOCK_HPP

#include "Chronos_KernelTypes.hpp"

#include <string>
#include <utility>
#include <vector>

namespace Chronos {

/// What stages of a set-up cost, in their order.
struct StageReport {
  std::vector<std::pair<std::string, double>> seconds;  ///< stage and its wall clock
  /// Stage and the bytes that it must move at least, all ranks; see noteTraffic(). Some stages have none.
  std::vector<std::pair<std::string, double>> traffic;
};

/// \brief Adds the seconds of its life time to a list of stages, the device idle at both ends; a Kokkos profiling
/// region.
class StageClock {
 public:
  StageClock(const std::string& stage, std::vector<std::pair<std::string, double>>& stages)
      : stage_(stage), stages_(stages) {
    Device::execution_space().fence();
    Kokkos::Profiling::pushRegion("Chronos::" + stage);
    timer_.reset();
  }
  ~StageClock() {
    Device::execution_space().fence();
    stages_.emplace_back(stage_, timer_.seconds());
    Kokkos::Profiling::popRegion();
  }
  StageClock(const StageClock&) = delete;
  StageClock& operator=(const StageClock&) = delete;

 private:
  std::string stage_;
  std::vector<std::pair<std::string, double>>& stages_;
  Kokkos::Timer timer_;
};

}  // namespace Chronos

#endif
