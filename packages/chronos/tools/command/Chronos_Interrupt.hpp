// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INTERRUPT_HPP
#define CHRONOS_INTERRUPT_HPP

#include "Chronos_Types.hpp"

#include <exception>

namespace Chronos::Command {

/// The user has asked to stop. Thrown on all ranks or on none.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// \brief The first SIGINT or SIGTERM from now on is noted, the second one ends the process; no unfinished file stays.
/// Local.
///
/// The first one ends it, too, with status 130, where the work at hand has not ended a second later: reading and set-up
/// do not look for signals while they work.
/// \param isRoot says so on the terminal
void watchSignals(bool isRoot);

/// \brief Signals do again what they do by default, one that came is forgotten: the work is over. mpirun sends one to
/// the other ranks as soon as the first has left with an error. Local.
void stopWatchingSignals();

/// \brief Whether the work at hand looks for signals often, as a solve does, or must not be ended, as writing. At first
/// it does not. Local.
void looksForSignals(bool often);

/// Whether a signal has come to this rank. Local.
bool signalReceived();

/// \brief Throws Interrupted on all ranks when a signal has come to any. Collective.
void throwIfInterrupted(const Comm& comm);

}  // namespace Chronos::Command

#endif
