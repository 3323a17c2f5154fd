// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Parameters.hpp"

#include "Chronos_Error.hpp"

namespace Chronos {
namespace {

void bindAll(ParameterBinding& list, Parameters& p) {
  bindType(list, p.type, "The preconditioner.", preconditionerTypes());
  list.flag("check matrix", p.checkMatrix,
            "Test that the matrix is finite, has a positive diagonal and is symmetric: costs about two products.");
  p.smoothers.bindSublists(list);
  list.sublist("amg", [&](ParameterBinding& sub) { bindAmg(sub, p.amg); });
  list.sublist("solver", [&](ParameterBinding& sub) { bindSolver(sub, p.solver); });
}

}  // namespace

std::vector<std::pair<std::string, std::string>> preconditionerTypes() {
  auto types = namesOf(smootherTable(SmootherUse::preconditioning));
  types.emplace_back("none", "nothing, for comparison");
  types.emplace_back("amg", "algebraic multigrid");
  return types;
}

bool usesNearKernel(const Parameters& parameters) {
  if (parameters.type == "none") return false;
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
  binding.read(list, {"preset", "user data"});
  return parameters;
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
