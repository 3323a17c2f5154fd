// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Parameters.hpp"

#include "Chronos_ComponentBindings.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_LevelProlongation.hpp"

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

void bindSolver(ParameterBinding& list, SolverParameters& p) {
  list.real("tolerance", p.tolerance, 0, 1, "Relative size of the residual ||b - A x||_2 to reach.");
  list.integer("maximum iterations", p.maxIterations, 0, 100000000,
               "Iterations of conjugate gradients, all restarts together.");
  list.choice("residual scaling", p.residualScaling,
              {{"rhs", ResidualScaling::rightHandSide}, {"initial", ResidualScaling::initial}},
              "What the tolerance is relative to: the right-hand side or the initial residual.");
  list.choice(
      "initial guess", p.initialGuess,
      {{"zero", InitialGuess::zero}, {"preconditioned", InitialGuess::preconditioned}, {"given", InitialGuess::given}},
      "Where the iteration starts: zero, M^{-1} b, or the vector as the application gives it.");
  list.integer("maximum restarts", p.maxRestarts, 0, 100,
               "Restarts from x when the recursive residual has reached the tolerance but the true one has not.");
}

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
