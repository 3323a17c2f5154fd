// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CURRENTSTAGE_HPP
#define CHRONOS_CURRENTSTAGE_HPP

#include <string>

namespace Chronos {

/// \file
/// What this process is at, so that a message about a wait without end can say it. Any thread may ask.

/// Local. The innermost stage counts.
void enterStage(const std::string& label);
void leaveStage();
/// Empty outside of all stages.
std::string currentStage();

}  // namespace Chronos

#endif
