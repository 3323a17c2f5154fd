// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LimitedWait.hpp"

#include "Chronos_CurrentStage.hpp"
#include "Chronos_SideStream.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <mutex>
#include <set>
#include <thread>

namespace Chronos {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* nameOfLimit = "CHRONOS_PEER_SECONDS";
constexpr double defaultSeconds = 600;
constexpr std::size_t namedRanks = 8;

double givenSeconds() {
  const char* given = std::getenv(nameOfLimit);
  if (given == nullptr) return defaultSeconds;
  char* end = nullptr;
  const double seconds = std::strtod(given, &end);
  const bool isLimit = end != given && *end == 0 && seconds > 0 && seconds < 1e9;
  return isLimit ? seconds : 0;
}

std::string ranksOf(const Route* route) {
  if (route == nullptr) return "the other ranks";
  std::set<int> ranks;
  for (const Segment& segment : route->sources) ranks.insert(segment.rank);
  for (const Segment& segment : route->destinations) ranks.insert(segment.rank);
  std::string text = ranks.size() == 1 ? "rank" : "ranks";
  std::size_t numNamed = 0;
  for (int rank : ranks) {
    if (numNamed++ == namedRanks) return text + " and others";
    text += " " + std::to_string(rank);
  }
  return text;
}

#ifdef KOKKOS_ENABLE_CUDA
int currentDevice() {
  int device = 0;
  cudaGetDevice(&device);
  return device;
}
// The thread that watches has a device of its own, and errors of its own.
void useDevice(int device) {
  cudaSetDevice(device);
}
bool sideStreamIsBusy() {
  return cudaStreamQuery(SideStream::instance().stream()) == cudaErrorNotReady;
}
#else
int currentDevice() {
  return 0;
}
void useDevice(int) {}
bool sideStreamIsBusy() {
  return false;
}
#endif

struct Wait {
  const char* what = "";
  const Route* route = nullptr;
  Clock::time_point since;

  bool isTooLong() const { return std::chrono::duration<double>(Clock::now() - since).count() >= secondsOfWait(); }
};

// Lives as long as the process: its thread ends with it.
class Watch {
 public:
  static Watch& instance() {
    static Watch& watch = *new Watch;
    return watch;
  }

  void begin(const char* what, const Route* route) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (depth_++ > 0) return;
    host_ = {what, route, Clock::now()};
    start();
  }

  void end() {
    const std::lock_guard<std::mutex> lock(mutex_);
    --depth_;
  }

  void note(const Route& route) {
    const std::lock_guard<std::mutex> lock(mutex_);
    device_ = {"exchange", &route, Clock::now()};
    start();
  }

  void forget(const Route& route) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (device_.route == &route) device_.route = nullptr;
  }

 private:
  void start() {
    if (hasThread_ || secondsOfWait() == 0) return;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    hasThread_ = true;
    std::thread([this, device = currentDevice()] {
      useDevice(device);
      run();
    }).detach();
  }

  void run() {
    const auto pause = std::chrono::duration<double>(std::min(1.0, secondsOfWait() / 8));
    for (;;) {
      std::this_thread::sleep_for(pause);
      const std::lock_guard<std::mutex> lock(mutex_);
      const std::string stage = currentStage();
      if (stage.empty()) continue;
      if (device_.route != nullptr && device_.isTooLong() && sideStreamIsBusy()) giveUp(device_, stage);
      if (depth_ > 0 && host_.isTooLong()) giveUp(host_, stage);
    }
  }

  [[noreturn]] void giveUp(const Wait& wait, const std::string& stage) const {
    std::fprintf(stderr,
                 "Chronos: rank %d has waited for %s for %g s (%s, stage %s) and gives up. A rank stopped or died, or "
                 "takes longer: %s sets the limit\n",
                 rank_, ranksOf(wait.route).c_str(), secondsOfWait(), wait.what, stage.c_str(), nameOfLimit);
    std::fflush(stderr);
    std::_Exit(1);
  }

  std::mutex mutex_;
  int depth_ = 0;  // of waits of the host
  Wait host_, device_;
  bool hasThread_ = false;
  int rank_ = 0;
};

}  // namespace

LimitedWait::LimitedWait(const Comm& comm, const char* what) : isWatched_(comm.getSize() > 1) {
  if (isWatched_) Watch::instance().begin(what, nullptr);
}

LimitedWait::LimitedWait(const Route& route, const char* what) : isWatched_(true) {
  Watch::instance().begin(what, &route);
}

LimitedWait::~LimitedWait() {
  if (isWatched_) Watch::instance().end();
}

void noteDeviceWait(const Route& route) {
  Watch::instance().note(route);
}

void forgetDeviceWait(const Route& route) {
  Watch::instance().forget(route);
}

double secondsOfWait() {
  static const double seconds = givenSeconds();
  return seconds;
}

std::string problemOfWaitLimit() {
  if (secondsOfWait() > 0) return "";
  return std::string(nameOfLimit) + " is '" + std::getenv(nameOfLimit) + "', not a positive number of seconds";
}

}  // namespace Chronos
