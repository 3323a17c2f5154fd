// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Interrupt.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_ExitStatus.hpp"
#include "Chronos_OutputFile.hpp"

#include <csignal>
#include <unistd.h>

namespace {

// Seconds that a stage which does not look has to end by itself.
constexpr unsigned patience = 1;

volatile std::sig_atomic_t received = 0, looksOften = 0, speaks = 0;

extern "C" void endNow(int) {
  constexpr char text[] = "\nchronos: interrupted.\n";
  if (speaks != 0 && ::write(STDERR_FILENO, text, sizeof text - 1) < 0) speaks = 0;
  Chronos::removeUnfinishedFile();
  ::_exit(Chronos::Command::exitInterrupted);
}

extern "C" void noteSignal(int signal) {
  if (received != 0) {
    Chronos::removeUnfinishedFile();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  received = 1;
  if (looksOften == 0) ::alarm(patience);
}

}  // namespace

namespace Chronos::Command {

void watchSignals(bool isRoot) {
  speaks = isRoot ? 1 : 0;
  std::signal(SIGALRM, endNow);
  std::signal(SIGINT, noteSignal);
  std::signal(SIGTERM, noteSignal);
}

void stopWatchingSignals() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  ::alarm(0);
}

bool signalReceived() {
  return received != 0;
}

void looksForSignals(bool often) {
  looksOften = often ? 1 : 0;
}

void throwIfInterrupted(const Comm& comm) {
  if (maxOverRanks(comm, static_cast<long long>(signalReceived())) == 0) return;
  ::alarm(0);
  throw Interrupted();
}

}  // namespace Chronos::Command
