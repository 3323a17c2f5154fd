// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHILDPROCESS_HPP
#define CHRONOS_CHILDPROCESS_HPP

#include <string>
#include <vector>

namespace Chronos::Command {

/// How a program ended that was run by runChild().
struct ChildResult {
  int status = -1;         ///< what it exited with; 128 and the signal's number where a signal ended it
  bool isLate = false;     ///< it was ended because its time was over
  std::string out, error;  ///< what it printed
};

/// \brief Runs a program to its end. Local.
///
/// No shell: words are handed over as they are. A first word without a slash is looked for in PATH.
/// \param seconds after which it is ended
/// \throws InputError when no process can be made, Interrupted when a signal came (watchSignals()) and the program has
///         ended; a program that cannot be started has status 127
ChildResult runChild(const std::vector<std::string>& words, double seconds);

}  // namespace Chronos::Command

#endif
