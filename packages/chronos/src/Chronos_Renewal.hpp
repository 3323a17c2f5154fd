// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RENEWAL_HPP
#define CHRONOS_RENEWAL_HPP

namespace Chronos {

/// What is done about a preconditioner when its matrix has new values; see PreconditionerBase::renew().
enum class Renewal {
  keep,       ///< nothing: it goes on as the preconditioner of former values
  newValues,  ///< coarse matrices and smoothers get new values; splittings and prolongations stay
  setUp,      ///< all is made anew
};

/// "kept", "new values", "set up".
inline const char* nameOf(Renewal renewal) {
  return renewal == Renewal::keep ? "kept" : renewal == Renewal::newValues ? "new values" : "set up";
}

}  // namespace Chronos

#endif
