// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Parameters.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_ParameterBinding.hpp"

#include <Teuchos_XMLParameterListHelpers.hpp>
#include <Teuchos_CommHelpers.hpp>

#include <fstream>
#include <sstream>

namespace Chronos {
namespace {

void bindFsai(ParameterBinding& list, FsaiParameters& p) {
  list.choice("set-up precision", p.setupPrecision,
              {{"double", SetupPrecision::doublePrecision}, {"single", SetupPrecision::singlePrecision}},
              "Arithmetic of the set-up. The factor is scaled and applied in double either way.");
  list.choice("gathering", p.gathering, {{"rows", Gathering::rows}, {"blocks", Gathering::blocks}},
              "How rows of other ranks reach the set-up: rows within a distance of the halo, or all rows of the ranks near "
              "by (more memory, stronger on ill-conditioned systems).");
  list.integer("gathering distance", p.gatheringDistance, 0, 1000,
               "Steps from the halo within which rows of other ranks are gathered (gathering = rows).");
  list.integer("gathering power", p.gatheringPower, 0, 100,
               "Power of the communication graph whose ranks send all their rows (gathering = blocks).");
  list.choice("algorithm", p.algorithm,
              {{"automatic", SetupAlgorithm::automatic}, {"row by row", SetupAlgorithm::rowByRow}, {"batched", SetupAlgorithm::batched}},
              "Set-up one row after the other (host threads only) or a batch of rows step by step; automatic takes the "
              "first on a host and the second on a GPU.");
  list.choice("gradient accumulation", p.accumulation, {{"hash", Accumulation::hash}, {"merge", Accumulation::merge}},
              "How the batched set-up sums the Kaporin gradient: hash tables, or multiple merge as in paper 001.");
  list.real("memory share", p.memoryShare, 1e-3, 0.95, "Share of the free memory that the work space of one batch may take.");
}

void bindAdaptiveFsai(ParameterBinding& list, AdaptiveFsaiParameters& p) {
  list.integer("maximum steps", p.maxSteps, 0, 1000, "k_max: steps of a row, each of which adds entries to its pattern.");
  list.integer("entries per step", p.entriesPerStep, 1, 100, "s: entries added in one step.");
  list.real("tolerance", p.tolerance, 0, 1, "epsilon of the stopping rule of a row; smaller gives a denser factor.");
  list.choice("stopping rule", p.stoppingRule,
              {{"step reduction", StoppingRule::stepReduction}, {"kaporin ratio", StoppingRule::kaporinRatio}},
              "A row is done when its psi fell by at most epsilon psi in the last step (step reduction), or to epsilon times "
              "its first value (kaporin ratio, rule (17) of paper 001).");
  list.choice("candidate ranking", p.ranking,
              {{"scaled gradient", CandidateRanking::scaledGradient}, {"gradient", CandidateRanking::gradient}},
              "New entries are those of largest gradient of psi, divided by the root of the diagonal or as it is (paper 001).");
  list.integer("initial power", p.initialPower, 0, 20,
               "0: rows start from the diagonal; k: from the lower triangle of the k-th power of the filtered matrix.");
  list.real("initial threshold", p.initialThreshold, 0, 1,
            "Entries a_ij with |a_ij| <= threshold sqrt(a_ii a_jj) are filtered out of the initial pattern.");
  list.real("post-filtration", p.postFilter, 0, 1,
            "delta: entries of the factor below this share of the diagonal are dropped in the end.");
  bindFsai(list, p);
}

void bindStaticFsai(ParameterBinding& list, StaticFsaiParameters& p) {
  list.real("threshold", p.threshold, 0, 1, "tau: entries a_ij with |a_ij| <= tau sqrt(a_ii a_jj) are left out of the pattern.");
  list.integer("power", p.power, 1, 20, "k: the pattern is the lower triangle of the k-th power of the filtered matrix.");
  list.real("post-filtration", p.postFilter, 0, 1,
            "delta: entries of the factor below this share of the diagonal are dropped in the end.");
  bindFsai(list, p);
}

void bindSolver(ParameterBinding& list, SolverParameters& p) {
  list.real("tolerance", p.tolerance, 0, 1, "Relative size of the residual ||b - A x||_2 to reach.");
  list.integer("maximum iterations", p.maxIterations, 0, 100000000, "Iterations of conjugate gradients, all restarts together.");
  list.choice("residual scaling", p.residualScaling,
              {{"rhs", ResidualScaling::rightHandSide}, {"initial", ResidualScaling::initial}},
              "What the tolerance is relative to: the right-hand side or the initial residual.");
  list.choice("initial guess", p.initialGuess,
              {{"zero", InitialGuess::zero}, {"preconditioned", InitialGuess::preconditioned}, {"given", InitialGuess::given}},
              "Where the iteration starts: zero, M^{-1} b, or the vector as the application gives it.");
  list.integer("maximum restarts", p.maxRestarts, 0, 100,
               "Restarts from x when the recursive residual has reached the tolerance but the true one has not.");
}

void bindAll(ParameterBinding& list, Parameters& p) {
  list.choice("type", p.type,
              {{"adaptive fsai", PreconditionerType::adaptiveFsai}, {"static fsai", PreconditionerType::staticFsai},
               {"jacobi", PreconditionerType::jacobi}, {"none", PreconditionerType::none}},
              "The preconditioner.");
  list.flag("check matrix", p.checkMatrix,
            "Test that the matrix is finite, has a positive diagonal and is symmetric: costs about two products.");
  list.sublist("adaptive fsai", [&](ParameterBinding& sub) { bindAdaptiveFsai(sub, p.adaptiveFsai); });
  list.sublist("static fsai", [&](ParameterBinding& sub) { bindStaticFsai(sub, p.staticFsai); });
  list.sublist("solver", [&](ParameterBinding& sub) { bindSolver(sub, p.solver); });
}

struct Preset {
  std::string name, description;
  void (*apply)(Parameters&);
};

const std::vector<Preset>& presetTable() {
  static const std::vector<Preset> table = {
      {"default", "Adaptive FSAI that stops where a step gains little; for any symmetric positive definite system.",
       [](Parameters&) {}},
      {"light", "A thin adaptive FSAI, cheap to set up: for easy systems and few right-hand sides.",
       [](Parameters& p) {
         p.adaptiveFsai.maxSteps = 6;
         p.adaptiveFsai.tolerance = 1e-2;
       }},
      {"strong", "A denser adaptive FSAI: for ill-conditioned systems that the default takes long on.",
       [](Parameters& p) {
         p.adaptiveFsai.maxSteps = 60;
         p.adaptiveFsai.tolerance = 1e-4;
       }},
      {"paper", "Adaptive FSAI as in Bernaschi and others 2019: k_max 30, s 1, epsilon 1e-3, rule (17), single precision.",
       [](Parameters& p) {
         p.adaptiveFsai.maxSteps = 30;
         p.adaptiveFsai.entriesPerStep = 1;
         p.adaptiveFsai.tolerance = 1e-3;
         p.adaptiveFsai.stoppingRule = StoppingRule::kaporinRatio;
         p.adaptiveFsai.ranking = CandidateRanking::gradient;
         p.adaptiveFsai.setupPrecision = SetupPrecision::singlePrecision;
       }},
  };
  return table;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> presets() {
  std::vector<std::pair<std::string, std::string>> result;
  for (const Preset& entry : presetTable()) result.emplace_back(entry.name, entry.description);
  return result;
}

Parameters preset(const std::string& name) {
  std::string names;
  for (const Preset& entry : presetTable()) {
    if (entry.name == name) {
      Parameters parameters;
      entry.apply(parameters);
      return parameters;
    }
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  throw InputError("There is no preset '" + name + "'. The presets are: " + names + ".");
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

Teuchos::RCP<Teuchos::ParameterList> readXml(const std::string& path, const Comm& comm) {
  std::string text;
  int length = -1;
  if (comm.getRank() == 0) {
    std::ifstream file(path);
    if (file) {
      std::ostringstream buffer;
      buffer << file.rdbuf();
      text = buffer.str();
      length = static_cast<int>(text.size());
    }
  }
  Teuchos::broadcast(comm, 0, &length);
  if (length < 0) throw InputError("Cannot read the parameter file '" + path + "': check its name and permissions.");
  text.resize(length);
  Teuchos::broadcast(comm, 0, length, text.data());
  try {
    return Teuchos::getParametersFromXmlString(text);
  } catch (const std::exception& error) {
    throw InputError("The parameter file '" + path + "' is not a Teuchos parameter list in XML: " + error.what());
  }
}

}  // namespace Chronos
