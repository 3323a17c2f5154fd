// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AMESOS2DOOR_HPP
#define CHRONOS_AMESOS2DOOR_HPP

#include "Chronos_Smoother.hpp"

#include <functional>
#include <string>
#include <vector>

namespace Chronos {

/// \brief What the library Chronos::amesos2 hands over: the solvers of this Trilinos and how one is made.
///
/// Chronos itself does not link Amesos2, so the coarse solver `amesos2` is reached through here.
struct Amesos2Door {
  /// Those that are there, under the names of the parameter `amesos2 solver`.
  std::vector<std::string> solvers;
  /// Which of them `automatic` takes on so many ranks.
  std::function<std::string(int)> best;
  /// A^{-1} by one of them. Collective.
  std::function<Teuchos::RCP<const Smoother>(const Teuchos::RCP<const DistMatrix<double>>&, const std::string&)> make;
};

/// Replaces the one before. Local; before the first set-up, by one thread.
void openAmesos2Door(const Amesos2Door& door);

/// Null where Chronos::amesos2 is not linked or was not asked to register. Local.
const Amesos2Door* amesos2Door();

/// \brief Names that the parameter `amesos2 solver` takes; the first is automatic. Local.
///
/// All that Amesos2 may have, whichever are there: a file of parameters is read the same everywhere.
const std::vector<std::string>& amesos2Names();

/// \brief That a solver can be made, before a set-up has begun. Local; the same on all ranks.
/// \throws InputError without the library, and for a solver that this Trilinos lacks
void checkAmesos2(const std::string& solver);

/// A^{-1} by a solver, or by the one that `automatic` stands for. Collective.
/// \throws InputError as checkAmesos2(), BreakdownError on all ranks when there is no factor
Teuchos::RCP<const Smoother> makeAmesos2Solver(const Teuchos::RCP<const DistMatrix<double>>& A,
                                               const std::string& solver);

}  // namespace Chronos

#endif
