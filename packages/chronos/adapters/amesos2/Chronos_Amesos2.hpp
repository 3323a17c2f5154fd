// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AMESOS2_HPP
#define CHRONOS_AMESOS2_HPP

/// \file
/// Solvers of Amesos2 for the last level; library Chronos::amesos2. An application that includes this header and links
/// the library has `coarse solver/type` = `amesos2`.

#include <string>
#include <vector>

namespace Chronos {

/// \brief Solvers that the Amesos2 of this Trilinos has, under the names of the parameter `amesos2 solver`. Local.
///
/// Debian's Trilinos 13.2 has KLU2 and Tacho.
const std::vector<std::string>& amesos2Solvers();

/// \brief Whether a solver keeps its factor on all ranks of the level; the others get the level on rank 0. Local.
bool isDistributedAmesos2(const std::string& solver);

/// \brief Hands the solvers to Chronos; again and again is once. Local.
/// \return true
bool registerAmesos2();

/// A library that is linked statically would lose what only registers itself.
inline const bool amesos2IsRegistered = registerAmesos2();

}  // namespace Chronos

#endif
