// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STAGECLOCK_HPP
#define CHRONOS_STAGECLOCK_HPP

#include "Chronos_CurrentStage.hpp"
#include "Chronos_KernelTypes.hpp"

#include <Teuchos_TimeMonitor.hpp>

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

/// \brief What others see of a stage while it lives: a region for the tools of Kokkos and a timer for
/// Teuchos::TimeMonitor, both of the same name, and the current stage of messages. Local.
///
/// Waits for nothing: on a GPU the timer counts what the host does, launches among it, unless the stage itself waits.
class StageRegion {
 public:
  /// \param label begins with Chronos::
  explicit StageRegion(const std::string& label) : timer_(*Teuchos::TimeMonitor::getNewCounter(label)) {
    enterStage(label);
    if (!timerIsRegion) Kokkos::Profiling::pushRegion(label);
  }
  ~StageRegion() {
    leaveStage();
    if (!timerIsRegion) Kokkos::Profiling::popRegion();
  }
  StageRegion(const StageRegion&) = delete;
  StageRegion& operator=(const StageRegion&) = delete;

 private:
  // Where Teuchos is built so, its timers open regions of their names themselves.
#if defined(HAVE_TEUCHOS_KOKKOS_PROFILING) && (defined(HAVE_TEUCHOSCORE_KOKKOSCORE) || defined(HAVE_TEUCHOSCORE_KOKKOS))
  static constexpr bool timerIsRegion = true;
#else
  static constexpr bool timerIsRegion = false;
#endif
  Teuchos::TimeMonitor timer_;
};

/// \brief Adds the seconds of its life time to a list of stages, the device idle at both ends; a StageRegion.
class StageClock {
 public:
  StageClock(const std::string& stage, std::vector<std::pair<std::string, double>>& stages)
      : stage_(stage), stages_(stages), region_("Chronos::" + stage) {
    Device::execution_space().fence();
    timer_.reset();
  }
  ~StageClock() {
    Device::execution_space().fence();
    stages_.emplace_back(stage_, timer_.seconds());
  }
  StageClock(const StageClock&) = delete;
  StageClock& operator=(const StageClock&) = delete;

 private:
  std::string stage_;
  std::vector<std::pair<std::string, double>>& stages_;
  StageRegion region_;
  Kokkos::Timer timer_;
};

}  // namespace Chronos

#endif
