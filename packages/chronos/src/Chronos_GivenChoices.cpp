// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GivenChoices.hpp"

#include <algorithm>

namespace Chronos {

bool givesMultigrid(const Parameters& wanted) {
  if (wanted.given.is_null() || !wanted.given->isSublist("amg")) return false;
  const Teuchos::ParameterList& amg = wanted.given->sublist("amg");
  int neutral = 0;
  for (const char* name : {"reuse", "fingerprints", "scaling"}) neutral += amg.isParameter(name) ? 1 : 0;
  return amg.numParams() > neutral;
}

namespace {

// A list of multigrid's where it is given, else null.
const Teuchos::ParameterList* givenList(const Parameters& wanted, const std::string& name) {
  if (!givesMultigrid(wanted) || !wanted.given->sublist("amg").isSublist(name)) return nullptr;
  return &wanted.given->sublist("amg").sublist(name);
}

}  // namespace

bool givesSmoother(const Parameters& wanted) {
  const Teuchos::ParameterList* smoother = givenList(wanted, "smoother");
  if (smoother == nullptr) return false;
  const auto isOfOne = [&](const auto& entry) { return entry.first == "type" || smoother->isSublist(entry.first); };
  return std::any_of(smoother->begin(), smoother->end(), isOfOne);
}

bool givesRelaxation(const Parameters& wanted) {
  const Teuchos::ParameterList* smoother = givenList(wanted, "smoother");
  return smoother != nullptr && (smoother->isParameter("damping") || smoother->isParameter("eigenvalue steps"));
}

bool givesTestSpace(const Parameters& wanted) {
  const Teuchos::ParameterList* space = givenList(wanted, "test space");
  return space != nullptr && space->isParameter("type");
}

bool givesOtherNodes(const Parameters& wanted, int unknownsPerNode) {
  const Teuchos::ParameterList* space = givenList(wanted, "test space");
  return space != nullptr && space->isParameter("degrees of freedom") &&
         space->get<int>("degrees of freedom") != unknownsPerNode;
}

}  // namespace Chronos
