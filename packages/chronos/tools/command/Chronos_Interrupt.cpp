// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Interrupt.hpp"

#include "Chronos_Communicator.hpp"

#include <csignal>

namespace {

volatile std::sig_atomic_t received = 0;

extern "C" void noteSignal(int signal) {
  if (received != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  received = 1;
}

}  // namespace

namespace Chronos::Command {

void watchSignals() {
  std::signal(SIGINT, noteSignal);
  std::signal(SIGTERM, noteSignal);
}

bool signalReceived() {
  return received != 0;
}

void throwIfInterrupted(const Comm& comm) {
  if (maxOverRanks(comm, static_cast<long long>(signalReceived())) > 0) throw Interrupted();
}

}  // namespace Chronos::Command
