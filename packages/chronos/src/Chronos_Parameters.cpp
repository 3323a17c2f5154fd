// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Parameters.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_GivenParameters.hpp"
#include "Chronos_ParameterPlaces.hpp"

#include <algorithm>

namespace Chronos {
namespace {

void bindAll(ParameterBinding& list, Parameters& p) {
  bindType(list, p.type, "The preconditioner.", preconditionerTypes());
  list.flag("check matrix", p.checkMatrix,
            "Test that the matrix is finite, has a positive diagonal and is symmetric, and that coordinates and "
            "near-kernel vectors fit it: costs about two products.");
  list.choice<Teuchos::EVerbosityLevel>(
      "verbosity", p.verbosity,
      {{"none", Teuchos::VERB_NONE},
       {"low", Teuchos::VERB_LOW},
       {"medium", Teuchos::VERB_MEDIUM},
       {"high", Teuchos::VERB_HIGH}},
      "What each set-up prints in an application, on the first rank, to Teuchos' default stream: low a line, medium "
      "the table of levels too, high how their rows are distributed.");
  p.smoothers.bindSublists(list);
  list.sublist("amg", [&](ParameterBinding& sub) { bindAmg(sub, p.amg); });
  list.sublist("solver", [&](ParameterBinding& sub) { bindSolver(sub, p.solver); });
}

[[noreturn]] void rejectUnused(const std::string& what) {
  throw InputError("'" + what +
                   "' is given, but `type` is auto, which may choose a method that does not use it: set `type` or "
                   "`preset` to the method that is meant.");
}

// What is given beside `type` holds whatever is chosen: those of multigrid because multigrid is chosen then. Parameters
// of one smoother alone say that this one is meant. Those of the solver and of reports are no part of a choice, and
// withGiven() copies them.
void keepGiven(const Teuchos::ParameterList& list, Parameters& parameters) {
  if (list.isParameter("preset") && list.get<std::string>("preset") != "auto")
    throw InputError("`type` is auto, and `preset` names a method, '" + list.get<std::string>("preset") +
                     "': leave out one of them.");
  const auto given =
      Teuchos::rcp(new Teuchos::ParameterList(givenParameters(list, describe(parameters), describe(Parameters()))));
  for (const char* name : {"preset", "type", "user data", "solver", "check matrix", "verbosity"})
    given->remove(name, false);
  for (const auto& method : smootherTable(SmootherUse::preconditioning))
    if (given->isParameter(method.name)) rejectUnused(method.name);
  parameters.given = given;
}

// What binding does not know of.
Teuchos::ParameterList withoutUserData(const Teuchos::ParameterList& list) {
  Teuchos::ParameterList rest = list;
  for (const char* name : {"preset", "user data"}) rest.remove(name, false);
  return rest;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> preconditionerTypes() {
  std::vector<std::pair<std::string, std::string>> types = {
      {"auto", "what suits the system, chosen by its matrix and near kernel"}};
  for (const auto& smoother : namesOf(smootherTable(SmootherUse::preconditioning))) types.push_back(smoother);
  types.emplace_back("none", "nothing, for comparison");
  types.emplace_back("amg", "algebraic multigrid");
  return types;
}

bool usesNearKernel(const Parameters& parameters) {
  if (parameters.type == "none") return false;
  if (parameters.type == "auto") return true;
  return parameters.type == "amg" ? parameters.amg.usesNearKernel() : parameters.smoother().method().facts.usesNodes;
}

Parameters readParameters(const Teuchos::ParameterList& list) {
  Parameters parameters;
  if (list.isParameter("preset")) {
    if (!list.isType<std::string>("preset")) throw InputError("Parameter 'preset' must be a string.");
    parameters = preset(list.get<std::string>("preset"));
  }
  ParameterBinding binding("");
  bindAll(binding, parameters);
  try {
    binding.read(list, {"preset", "user data"});
  } catch (const InputError& error) {
    const std::string message = error.what();
    if (message.find(" is unknown.") == std::string::npos) throw;
    const bool isGuessed = message.find("Did you mean") != std::string::npos;
    throw InputError(message + placesOfUnknown(withoutUserData(list), binding.entries(), !isGuessed));
  }
  if (parameters.type == "auto") keepGiven(list, parameters);
  parameters.notices = unusedLists(list, describe(parameters));
  return parameters;
}

Parameters withGiven(const Parameters& chosen, const Parameters& wanted) {
  Parameters parameters = chosen;
  parameters.solver = wanted.solver;
  parameters.checkMatrix = wanted.checkMatrix;
  parameters.verbosity = wanted.verbosity;
  // To bind all parameters takes a millisecond, as long as the set-up of a small system.
  if (wanted.given.is_null() || wanted.given->numParams() == 0) return parameters;
  ParameterBinding binding("");
  bindAll(binding, parameters);
  binding.read(*wanted.given);
  return parameters;
}

void checkAutomatic(const Parameters& parameters) {
  if (parameters.type != "auto") return;
  const Parameters known = withGiven(Parameters(), parameters);
  const auto found = describe(parameters), expected = describe(known);
  for (std::size_t entry = 0; entry < found.size(); ++entry)
    if (found[entry].value != expected[entry].value)
      rejectUnused((found[entry].list.empty() ? "" : found[entry].list + "/") + found[entry].name);
  if (parameters.amg.perLevel.size() != known.amg.perLevel.size()) rejectUnused("amg/level N");
}

std::vector<ParameterEntry> describe(const Parameters& parameters) {
  Parameters copy = parameters;
  ParameterBinding binding("");
  bindAll(binding, copy);
  return binding.entries();
}

Teuchos::RCP<Teuchos::ParameterList> toParameterList(const Parameters& parameters) {
  Parameters copy = parameters;
  ParameterBinding binding("");
  bindAll(binding, copy);
  const auto list = Teuchos::rcp(new Teuchos::ParameterList("Chronos"));
  binding.write(*list);
  return list;
}

}  // namespace Chronos
