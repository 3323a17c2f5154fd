// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EXITSTATUS_HPP
#define CHRONOS_EXITSTATUS_HPP

namespace Chronos::Command {

/// What the command hands to the shell.
enum ExitStatus : int {
  exitConverged = 0,
  exitFailure = 1,  ///< out of memory, or an error inside the program
  exitBadInput = 2,
  exitNotConverged = 3,
  exitBreakdown = 4,
  exitInterrupted = 130,
};

}  // namespace Chronos::Command

#endif
