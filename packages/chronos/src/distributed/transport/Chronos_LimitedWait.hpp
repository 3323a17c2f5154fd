// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LIMITEDWAIT_HPP
#define CHRONOS_LIMITEDWAIT_HPP

#include "Chronos_Transport.hpp"

#include <string>

namespace Chronos {

/// \brief A wait for other ranks that does not last for ever: while an object lives within a stage of Chronos, a thread
/// watches the clock.
///
/// After CHRONOS_PEER_SECONDS (600) the process says on its standard error for whom it waited, in which stage and what
/// can be done, and ends with status 1, so that the launcher ends the others: MPI knows no way back from a rank that
/// stopped. The limit is long because a rank may factor or read for minutes while the others wait; outside of stages,
/// where it is the application that keeps the others waiting, there is none. One wait at a time; those within another
/// are part of it. Costs about 0.1 us; the thread starts with the first wait and sleeps. A communicator of one rank has
/// nobody to wait for: nothing is watched there, nor is MPI asked for anything, which need not have been started.
class LimitedWait {
 public:
  /// All ranks of the communicator take part.
  /// \param what for the message: `gather`, `reduction`; lives as long as the process
  LimitedWait(const Comm& comm, const char* what);
  /// Those of a route do; it lives as long as the wait.
  explicit LimitedWait(const Route& route, const char* what = "exchange");
  ~LimitedWait();
  LimitedWait(const LimitedWait&) = delete;
  LimitedWait& operator=(const LimitedWait&) = delete;

 private:
  bool isWatched_;
};

/// \brief A wait that the device took over: exchanges of the side stream that no host function waits for.
///
/// One at a time, the latest. Where the host notes none for the time of the limit, within a stage, and the side stream
/// has not ended, the process ends as above. Does nothing without a GPU.
/// \param route stays until forgetDeviceWait()
void noteDeviceWait(const Route& route);
void forgetDeviceWait(const Route& route);

/// CHRONOS_PEER_SECONDS, 600 where it is not set, 0 where it is no positive number.
double secondsOfWait();

/// Says what is wrong with CHRONOS_PEER_SECONDS; empty when nothing is.
std::string problemOfWaitLimit();

}  // namespace Chronos

#endif
