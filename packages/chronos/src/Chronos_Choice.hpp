// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHOICE_HPP
#define CHRONOS_CHOICE_HPP

#include "Chronos_MethodCosts.hpp"
#include "Chronos_SystemFacts.hpp"

#include <optional>
#include <string>
#include <vector>

namespace Chronos {

/// What `type` = `auto` means for a system.
struct Choice {
  std::vector<CountedMethod> rungs;     ///< the first that can be set up is taken; solve() climbs to others
  std::optional<CountedMethod> direct;  ///< what solve() may turn to from any rung, where a factor is cheap
  std::vector<std::string> because;     ///< what spoke for it, a sentence each
  std::vector<std::string> otherwise;   ///< what would have changed it, a sentence each
};

/// What a method is chosen for.
enum class ChoiceUse {
  preconditioner,  ///< any Krylov method: the same symmetric operator in every application
  solve,           ///< our own solve, which takes flexible conjugate gradients where cycles vary
};

/// \brief Chooses by rules that stand in one table each, see docs/choosing.md. Local: all ranks hand in the same facts.
///
/// \param wanted the parameters with `type` = `auto`; what the user gave of them holds whatever is chosen. A list `amg`
///        among them means multigrid.
Choice choose(const SystemFacts& facts, const Parameters& wanted, ChoiceUse use = ChoiceUse::preconditioner);

/// Whether solve() climbs to this rung from those before it: there is one, and it does not only stand by. Local.
bool climbsTo(const Choice& choice, int rung);

/// \brief What choose() looks at: examine(), and for systems that are neither factored at once nor diffusion
/// nodeCouplings(), probe() and lookForUnits(); of diffusion probe() where mayEndWithOneLevel(). Collective.
SystemFacts factsFor(const DistMatrix<double>& A, const NearKernel& nearKernel, const Parameters& wanted);

}  // namespace Chronos

#endif
