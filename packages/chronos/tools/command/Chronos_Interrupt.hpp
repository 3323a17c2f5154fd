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

/// The first SIGINT or SIGTERM from now on is noted, the second one ends the process. Local.
void watchSignals();

/// Whether a signal has come to this rank. Local.
bool signalReceived();

/// \brief Throws Interrupted on all ranks when a signal has come to any. Collective.
void throwIfInterrupted(const Comm& comm);

}  // namespace Chronos::Command

#endif
