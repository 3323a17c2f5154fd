// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AdditiveSchwarz.hpp"
#include "Chronos_DidYouMean.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_PairwiseCoarsening.hpp"
#include "Chronos_Parameters.hpp"

#include <algorithm>

namespace Chronos {
namespace {

AdaptiveFsaiParameters& fsaiOf(SmootherChoice& smoothers) {
  const std::string name = "adaptive fsai";
  return smoothers.of<AdaptiveFsaiParameters>(name);
}

void useAdaptiveFsai(Parameters& p) {
  p.type = "adaptive fsai";
}

// On a free side bilinear elements of cells r times as long as wide couple across their strong direction with
// (1 + 1/r^2) / (1 - 1/(2 r^2)) / 2 of what they couple along it, trilinear ones of two long directions with
// (1 + 1/(2 r^2)) / (1 - 1/r^2) / 2. A threshold of 0.5 would take that for strong, and interpolate rows by neighbours
// whose errors have the other sign; 0.55 leaves it out from r = 4 on, where it begins to harm.
constexpr double aboveFreeSides = 0.55;

// Total time on g3_circuit, spe10 and the Johansen flow chose these; see docs/performance/flow.md.
void useFlow(Parameters& p) {
  p.type = "amg";
  p.amg.scaling = ScalingKind::automatic;
  p.amg.aggressiveLevels = 1;
  p.amg.level.strength.threshold = aboveFreeSides;
  p.amg.level.interpolation.maxEntries = 4;
  p.amg.level.smoother.method.choose("jacobi");
  p.amg.level.smoother.eigenvalueSteps = 5;
  p.amg.level.smoother.damping = 1.6;
}

void useBamg(Parameters& p) {
  p.type = "amg";
  p.amg.level.strength.measure = StrengthMeasure::strongCouplings;
  p.amg.level.interpolation.method.choose("bamg");
}

// On bodies a step leaves least energy of the columns of P at 1.4 to 2.1, not where its bound is least (4/3); see
// docs/performance/bodies.md.
constexpr double longStep = 1.7;

void useStrongMechanics(Parameters& p) {
  useBamg(p);
  p.amg.level.strength.threshold = 0.02;
  p.amg.cycle = CycleKind::W;
  fsaiOf(p.amg.level.smoother.method).setupPrecision = SetupPrecision::automatic;
  fsaiOf(p.amg.level.smoother.method).entriesPerStep = 4;
  fsaiOf(p.amg.level.smoother.method).maxSteps = 5;
  fsaiOf(p.amg.level.smoother.method).tolerance = 1e-3;
  p.amg.level.coarsening.unit = CoarseningUnit::nodes;
  p.amg.level.prolongationSmoothing.steps = 1;
  p.amg.level.prolongationSmoothing.damping = longStep;
  p.amg.level.prolongationFiltering.share = 0.9;
  p.amg.testSpace.iterations = 30;
}

// Total time on real meshes, beams and cubes with jumps chose these; see docs/performance/bodies.md.
void useMechanics(Parameters& p) {
  useStrongMechanics(p);
  p.amg.unsmoothedLevels = 1;
  fsaiOf(p.amg.level.smoother.method).entriesPerStep = 2;
  fsaiOf(p.amg.level.smoother.method).maxSteps = 2;
  fsaiOf(p.amg.level.smoother.method).tolerance = 1e-2;
  p.amg.level.smoother.damping = 1.8;
}

// Real meshes, beams and cubes with jumps chose these; see docs/performance/bodies.md.
void useSmoothedAggregation(Parameters& p) {
  p.type = "amg";
  p.amg.precision = CyclePrecision::singlePrecision;
  p.amg.level.smoother.method.choose("block chebyshev");
  p.amg.level.strength.measure = StrengthMeasure::strongCouplings;
  p.amg.level.strength.threshold = 0.01;
  p.amg.level.coarsening.method.choose("aggregates");
  p.amg.level.coarsening.unit = CoarseningUnit::nodes;
  p.amg.level.prolongationSmoothing.steps = 1;
  p.amg.level.prolongationSmoothing.damping = longStep;
  p.amg.level.prolongationSmoothing.diagonal = SmoothingDiagonal::nodes;
}

// Bodies of flat cells chose these, see docs/performance/flat-cells.md. A column of flat cells hangs together so
// stiffly that no polynomial of blocks of single nodes reduces its bending; a block of 64 nodes holds some columns
// whole. Behind a long step of P couplings from column to column would fall below the threshold on the next level.
void useFlatCells(Parameters& p) {
  useSmoothedAggregation(p);
  p.amg.level.prolongationSmoothing.damping = ProlongationSmoothingParameters().damping;
  p.amg.level.smoother.method.choose("additive schwarz");
  p.amg.level.smoother.method.of<AdditiveSchwarzParameters>("additive schwarz").numNodes = 64;
}

void useGeomechanics(Parameters& p) {
  useStrongMechanics(p);
  p.amg.oneLevelIterations = 60;
  fsaiOf(p.amg.oneLevelSmoother.method).setupPrecision = SetupPrecision::singlePrecision;
}

void useShells(Parameters& p) {
  useBamg(p);
  p.amg.level.strength.threshold = 0.05;
  fsaiOf(p.amg.level.smoother.method).maxSteps = 60;
  fsaiOf(p.amg.level.smoother.method).tolerance = 1e-4;
  p.amg.level.smoother.damping = 1.9;
  p.amg.testSpace.numVectors = 16;
  p.amg.testSpace.iterations = 60;
  p.amg.coarseMinimum = 1500;
}

void useMatching(Parameters& p) {
  p.type = "amg";
  p.amg.level.coarsening.method.choose("matching");
  p.amg.level.smoother.method.choose("l1 jacobi");
}

// Aggregates of up to 8, one entry a row of P; the K cycle makes up for a prolongation that is no better than that.
void useAggregation(Parameters& p) {
  useMatching(p);
  p.amg.scaling = ScalingKind::automatic;
  p.amg.cycle = CycleKind::K;
  p.amg.krylovLevels = 2;  // levels below are visited so often that it is launches and messages they cost
  p.amg.krylovTolerance = 0;
  p.amg.level.smoother.damping = 1.7;
}

// As BootCMatchG and BootCMatchGX are run in their papers: more sweeps, a V cycle, the last level smoothed.
void useBootCMatch(Parameters& p) {
  useMatching(p);
  p.amg.level.coarsening.method.of<MatchingParameters>("matching").singles = Singles::keep;
  p.amg.cycle = CycleKind::V;
  p.amg.level.smoother.damping = 1;
  p.amg.level.smoother.sweepsBefore = 4;
  p.amg.level.smoother.sweepsAfter = 4;
  p.amg.coarseMinimum = 1;
  p.amg.coarseSolver.kind = CoarseSolverKind::sweeps;
  p.amg.coarseSolver.numSweeps = 20;
}

struct Preset {
  std::string name, description;
  void (*apply)(Parameters&);
};

const std::vector<Preset>& presetTable() {
  static const std::vector<Preset> table = {
      {"auto", "The method is chosen by the matrix and what is known of it; the report says which and why.",
       [](Parameters&) {}},
      {"adaptive fsai",
       "Adaptive FSAI that stops where a step gains little; for any symmetric positive definite system.",
       useAdaptiveFsai},
      {"light", "A thin adaptive FSAI, cheap to set up: for easy systems and few right-hand sides.",
       [](Parameters& p) {
         useAdaptiveFsai(p);
         fsaiOf(p.smoothers).maxSteps = 6;
         fsaiOf(p.smoothers).tolerance = 1e-2;
       }},
      {"strong", "A denser adaptive FSAI: for ill-conditioned systems that adaptive fsai takes long on.",
       [](Parameters& p) {
         useAdaptiveFsai(p);
         fsaiOf(p.smoothers).maxSteps = 60;
         fsaiOf(p.smoothers).tolerance = 1e-4;
       }},
      {"paper",
       "Adaptive FSAI as in Bernaschi and others 2019: k_max 30, s 1, epsilon 1e-3, rule (17), single precision.",
       [](Parameters& p) {
         useAdaptiveFsai(p);
         fsaiOf(p.smoothers).maxSteps = 30;
         fsaiOf(p.smoothers).entriesPerStep = 1;
         fsaiOf(p.smoothers).tolerance = 1e-3;
         fsaiOf(p.smoothers).stoppingRule = StoppingRule::kaporinRatio;
         fsaiOf(p.smoothers).ranking = CandidateRanking::gradient;
         fsaiOf(p.smoothers).setupPrecision = SetupPrecision::singlePrecision;
       }},
      {"flow", "Classical multigrid for flow, heat, circuits: matrices close to an M-matrix, one unknown a node.",
       useFlow},
      {"aggregation",
       "Multigrid by aggregates of up to 8 unknowns, with a K cycle: least memory and set-up, for flow and heat.",
       useAggregation},
      {"bootcmatch",
       "As aggregation, with a V cycle of four sweeps, as in Bernaschi, D'Ambra, Pasquini 2020: to compare with that "
       "code.",
       useBootCMatch},
      {"mechanics",
       "Multigrid for elasticity (BAMG, light smoother, coarse prolongations smoothed): give rigid-body modes or "
       "coordinates.",
       useMechanics},
      {"smoothed aggregation",
       "Multigrid on aggregates of nodes with their rigid-body modes, a polynomial of diagonal blocks for smoother: "
       "cheap to set up; give rigid-body modes or coordinates.",
       useSmoothedAggregation},
      {"flat cells",
       "Smoothed aggregation with blocks of 64 nodes for smoother, by Cholesky factors, on a GPU by inverses: bodies "
       "of flat cells that bend, moduli that jump. Give rigid-body modes or coordinates.",
       useFlatCells},
      {"strong mechanics",
       "As mechanics, with a strong smoother and smoothed prolongations on all levels: few iterations for a dear "
       "set-up, for many right-hand sides or hard systems.",
       useStrongMechanics},
      {"geomechanics",
       "Strong mechanics, but adaptive FSAI alone where a probe finds that it converges by itself: bodies held all "
       "around.",
       useGeomechanics},
      {"shells",
       "Multigrid that finds its test space itself, with a strong smoother: shells, beams, whatever is thin or "
       "unknown.",
       useShells},
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
  std::vector<std::string> known;
  for (const Preset& entry : presetTable()) {
    if (entry.name == name) {
      Parameters parameters;
      entry.apply(parameters);
      return parameters;
    }
    names += (names.empty() ? "" : ", ") + entry.name;
    known.push_back(entry.name);
  }
  const auto types = preconditionerTypes();
  const bool isType = std::any_of(types.begin(), types.end(), [&](const auto& type) { return type.first == name; });
  const std::string hint = isType ? " It is a `type` (--preconditioner)." : didYouMean(name, known);
  throw InputError("There is no preset '" + name + "'." + hint + " The presets are: " + names + ".");
}

}  // namespace Chronos
