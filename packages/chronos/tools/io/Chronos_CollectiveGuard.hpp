// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLLECTIVEGUARD_HPP
#define CHRONOS_COLLECTIVEGUARD_HPP

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"

#include <Teuchos_CommHelpers.hpp>

#include <new>
#include <string>

namespace Chronos {

/// \brief Runs work that may fail on this rank alone; throws InputError on all ranks when it failed on any. Collective.
///
/// The work itself must not be collective: a rank that fails would leave the others waiting.
template <class Work>
void runOnAllRanks(const Comm& comm, const std::string& path, const Work& work) {
  std::string message;
  try {
    work();
  } catch (const InputError& error) {
    message = error.what();
  } catch (const std::bad_alloc&) {
    message = "Not enough memory for '" + path + "'. Use more ranks on more nodes.";
  } catch (const std::exception& error) {
    message = "'" + path + "': " + error.what();
  }
  throwIfAny(comm, message);
}

/// Plain data of rank 0 on all ranks. Collective.
template <class T>
void broadcastPlain(const Comm& comm, T& value) {
  Teuchos::broadcast<int, char>(comm, 0, static_cast<int>(sizeof(T)), reinterpret_cast<char*>(&value));
}

}  // namespace Chronos

#endif
