// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TERMINATIONDELAYED_HPP
#define CHRONOS_TERMINATIONDELAYED_HPP

#include <csignal>
#include <pthread.h>

namespace Chronos {

/// METIS, which CHOLMOD orders by as well, takes SIGTERM for itself while it works; it arrives behind this. Local.
class TerminationDelayed {
 public:
  TerminationDelayed() {
    sigset_t termination;
    sigemptyset(&termination);
    sigaddset(&termination, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &termination, &former_);
  }
  ~TerminationDelayed() { pthread_sigmask(SIG_SETMASK, &former_, nullptr); }
  TerminationDelayed(const TerminationDelayed&) = delete;
  TerminationDelayed& operator=(const TerminationDelayed&) = delete;

 private:
  sigset_t former_;
};

}  // namespace Chronos

#endif
