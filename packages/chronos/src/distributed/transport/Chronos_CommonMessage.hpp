// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMMONMESSAGE_HPP
#define CHRONOS_COMMONMESSAGE_HPP

#include "Chronos_Types.hpp"

#include <string>

namespace Chronos {

/// The message of the lowest rank that has one, on all ranks; empty where none has. Collective.
std::string commonMessage(const Comm& comm, const std::string& message);

}  // namespace Chronos

#endif
