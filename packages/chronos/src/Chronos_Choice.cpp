// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Choice.hpp"

#include "Chronos_BlockChebyshevParameters.hpp"
#include "Chronos_CoarseSolver.hpp"
#include "Chronos_GivenChoices.hpp"
#include "Chronos_NodeCouplings.hpp"
#include "Chronos_SystemKinds.hpp"

#include <cstdio>

namespace Chronos {
namespace {

// Shares, sizes and iterations at which the best method changes on the systems of docs/choosing.md.
constexpr long long factoredOnHost = 12000;    // unknowns
constexpr long long factoredForDevice = 4000;  // the same, where the factors would lie on the host
constexpr long long factoredMMatrix = 1500;    // where multigrid is at its best
constexpr double fewIterations = 100;          // with D, up to which nothing stronger is worth its set-up
constexpr double easyCondition = 400;          // of D^-1 A: conjugate gradients with D end within 100 iterations

// Iterations of adaptive FSAI over those that multigrid has left: more on most systems that are slow with both. It
// stands by for those that multigrid fails on.
constexpr double behindMultigrid = 2;

// Without rotations `mechanics` takes 0.7 to 1.3 of the iterations, each as dear: thin bodies gain, solids lose, and
// the residual stays for a hundred iterations on both.
constexpr double mechanicsOfFormer = 0.9, mechanicsPatience = 8;

template <class... Numbers>
std::string format(const char* pattern, Numbers... numbers) {
  char text[300];
  std::snprintf(text, sizeof text, pattern, numbers...);
  return text;
}

long long factoredRows(const SystemFacts& facts) {
  if (isLikeMMatrix(facts)) return factoredMMatrix;
  return facts.onDevice ? factoredForDevice : factoredOnHost;
}

// What is left of an exact solution cannot be reduced.
bool beginsFromPreconditioned(const Parameters& wanted) {
  return wanted.solver.initialGuess == InitialGuess::preconditioned &&
         wanted.solver.residualScaling == ResidualScaling::initial;
}

bool mayFactor(const Parameters& wanted) {
  return haveSparseCholesky() && !beginsFromPreconditioned(wanted) && !givesMultigrid(wanted);
}

bool isSmall(const SystemFacts& facts, const Parameters& wanted) {
  return mayFactor(wanted) && facts.numRows <= factoredRows(facts);
}

bool takesVaryingCycles(ChoiceUse use, const Parameters& wanted) {
  return use == ChoiceUse::solve && !wantsFixedSymmetric(wanted.solver.method);
}

// Other nodes turn by unknowns of which nobody knows the meaning.
bool seeksRotations(const SystemFacts& facts, const Parameters& wanted) {
  const bool tellsPositions = facts.hasFrames || facts.translations == 2 || facts.translations == 3;
  return facts.translations > 0 && tellsPositions && !givesTestSpace(wanted) &&
         !givesOtherNodes(wanted, facts.translations);
}

// The search for positions in set-ups of what they are for: two rounds of a set-up with translations and twenty cycles,
// as long as a hundred iterations with translations, or two. With rotations 0.03 to 0.4 of these are left.
constexpr double setUpsOfSearch = 6, rotationsOfFormer = 0.3;

// With the diagonal alone.
bool isEnough(const SystemFacts& facts) {
  return facts.conditionBound <= easyCondition || facts.jacobiIterations <= fewIterations;
}

bool isEasy(const SystemFacts& facts, const Parameters& wanted) {
  return !givesMultigrid(wanted) && (isEnough(facts) || facts.jacobiIterations <= easyIterations);
}

class Chooser {
 public:
  Chooser(const SystemFacts& facts, const Parameters& wanted, ChoiceUse use)
      : facts_(facts),
        wanted_(wanted),
        mayTurnToFactor_(use == ChoiceUse::solve && !facts.onDevice && mayFactor(wanted)),
        mayVary_(takesVaryingCycles(use, wanted)),
        seeksRotations_(seeksRotations(facts, wanted)),
        beginsWithTranslations_(seeksRotations_ && use == ChoiceUse::solve && !facts.onDevice && !facts.hasFrames) {}

  Choice choose() {
    if (facts_.order != UnknownOrder::asGiven) because(textOf(facts_.order, facts_.numLacking));
    if (facts_.ignoresPositions) because("rotations by the coordinates do not cancel in the rows: they are not used");
    if (isSmall(facts_, wanted_)) small();
    else {
      if (isEasy(facts_, wanted_)) easy();
      if (knowsBodies(facts_)) body();
      else if (isLikeDiffusion(facts_)) flow();
      else unknownKind();
      if (mayTurnToFactor_) choice_.direct = given(countedMethod("direct", facts_.onDevice));
    }
    return choice_;
  }

 private:
  void small() {
    because(format("%.0f unknowns are factored at once: nothing is faster, and no iteration can stall",
                   double(facts_.numRows)));
    otherwise(format("above %.0f unknowns an iteration is taken", double(factoredRows(facts_))));
    if (facts_.numNearKernel > 0) because("the near-kernel vectors that are given are not used");
    add("direct");
  }

  void easy() {
    if (facts_.conditionBound <= easyCondition) {
      because(format("the diagonal outweighs each row: by Gershgorin's circles the condition of D^-1 A is at most %.0f",
                     facts_.conditionBound));
      add("jacobi");
    } else if (facts_.jacobiIterations <= fewIterations) {
      because(
          format("a probe with the diagonal guesses %.0f iterations to 1e-8: it is enough", facts_.jacobiIterations));
      otherwise(format("above %.0f iterations a thin adaptive FSAI would be taken", fewIterations));
      add("jacobi");
    } else {
      because(format("a probe with the diagonal guesses %.0f iterations to 1e-8: a thin adaptive FSAI will do",
                     facts_.jacobiIterations));
      otherwise(format("above %.0f iterations what follows would begin", easyIterations));
      add("light");
    }
  }

  // Positions are a linear system here, of half of the unknowns: few detours are shorter. Where none are found, methods
  // follow that need to know nothing; else nothing that is known ends sooner.
  void frames() {
    because(
        "nodes of 6 unknowns are known, displacements and rotations as of frames and shells: multigrid for bodies, "
        "with rigid-body modes by positions that are found in the matrix");
    otherwise("with coordinates positions would not be sought, which takes half of the set-up and more");
    add("smoothed aggregation");
    const std::size_t first = choice_.rungs.size();
    const std::vector<std::string> few = {"shells"}, all = {"light", "adaptive fsai", "shells"};
    for (const std::string& name : givesMultigrid(wanted_) ? few : all) push(countedMethod(name, facts_.onDevice));
    choice_.rungs[first].standsBy = true;
  }

  void body() {
    if (seeksRotations_ && facts_.hasFrames) return frames();
    if (facts_.translations > 0 && givesTestSpace(wanted_)) {
      because(format("nodes of %d unknowns are known, and a test space is given: multigrid for bodies",
                     facts_.translations));
    } else if (seeksRotations_) {
      because(
          format("nodes of %d unknowns are known: translations of theirs, and rotations in positions that are found in "
                 "the matrix, stand for a near kernel that nobody gave, in multigrid for bodies",
                 facts_.translations));
      otherwise("with coordinates positions would not be sought, which takes half of the set-up and more");
    } else if (facts_.translations > 0) {
      because(
          format("nodes of %d unknowns are known: translations of theirs stand for a near kernel that nobody gave, in "
                 "multigrid for bodies",
                 facts_.translations));
      otherwise("with coordinates rotations would be known, too, which halves iterations and more");
    } else {
      because(format("%d near-kernel vectors are known: multigrid for bodies", facts_.numNearKernel));
      otherwise(
          "without near-kernel vectors and coordinates translations of nodes would be taken, where they are seen");
    }
    if (bends(facts_) && !givesSmoother(wanted_)) {
      flatBody();
    } else {
      if (facts_.flatNodes >= mostlyFlat)
        otherwise("with cells as flat, and more that bends, blocks of nodes or a strong smoother would be taken");
      if (beginsWithTranslations_) rotationsLater();
      else add("smoothed aggregation");
      if (wantsThirdStep(facts_) && !givesSmoother(wanted_)) thirdStep();
      if (facts_.translations > 0 && !seeksRotations_) {
        if (!givesSmoother(wanted_)) add("mechanics", mechanicsOfFormer, mechanicsPatience);
        addAdaptiveFsai();
      } else {
        if (!givesSmoother(wanted_)) add("flat cells");
        add("strong mechanics");
        if (facts_.translations > 0) addAdaptiveFsai();
      }
    }
  }

  // What translations solve within a hundred iterations or two ends before positions would be found. On a GPU, whose
  // bodies are larger, it is rarely as few.
  void rotationsLater() {
    add("smoothed aggregation");
    choice_.rungs.back().parameters.amg.testSpace.kind = TestSpaceKind::constant;
    because("translations alone begin: rotations are sought where what is left takes longer than that");
    otherwise("for a preconditioner, and on a GPU, positions would be sought at once");
    add("smoothed aggregation", rotationsOfFormer);
    CountedMethod& found = choice_.rungs.back();
    found.name = "smoothed aggregation, rotations found";
    found.cost.setUp *= setUpsOfSearch;
    found.cost.setUpLaunches *= setUpsOfSearch;
  }

  void thirdStep() {
    because(
        format("in %.0f %% of the nodes the weakest coupling is below a thousandth of the strongest, as where moduli "
               "jump: with a third step of Chebyshev iterations grow less with the size",
               100 * facts_.unevenNodes));
    otherwise(format("below %.0f unknowns two steps would be taken", double(thirdStepFrom)));
    choice_.rungs.back().parameters.amg.level.smoother.method.of<BlockChebyshevParameters>("block chebyshev").degree =
        3;
  }

  // On a GPU blocks of nodes take half as many iterations again and gain a fifth of the set-up; they stand by there for
  // a set-up that breaks down.
  void flatBody() {
    because(
        format("%.0f %% of the nodes hang on one neighbour as in a column of flat cells, and %d iterations with the "
               "diagonal left %.2f of the residual: the body bends, which no polynomial of single nodes reduces",
               100 * facts_.flatNodes, probeSteps, facts_.probedResidual));
    if (facts_.onDevice) add("strong mechanics");
    add("flat cells");
    if (facts_.onDevice) choice_.rungs.back().standsBy = true;
    else add("strong mechanics");
  }

  void flow() {
    if (isLikeMMatrix(facts_))
      because(format("%.0f %% of the rows are nearly those of an M-matrix: classical multigrid",
                     100 * facts_.mostlyNegativeRows));
    else
      because(format(
          "%.0f %% of the rows send %s to zero, and nodes of two or three unknowns are not seen: classical multigrid, "
          "as for diffusion",
          100 * zeroSumRows(facts_), isScaled(facts_) ? "a vector of units that was found" : "constants"));
    otherwise("with coordinates, or two near-kernel vectors or more, multigrid for bodies would be taken");
    if (isEven(facts_)) even();
    add("flow");
    if (wantsGaussSeidel(facts_) && !givesSmoother(wanted_) && !givesRelaxation(wanted_)) {
      choice_.rungs.back().parameters.amg.level.smoother.method.choose("gauss-seidel");
      because("some couplings are positive, so that Jacobi would be damped by half and more: Gauss-Seidel");
      otherwise("on a GPU Jacobi would be taken, since each row of a sweep of Gauss-Seidel waits for rows before it");
    }
    if (isScaled(facts_) && choice_.rungs.back().parameters.amg.scaling == ScalingKind::automatic)
      because(format("%.0f %% of the rows send constants to zero: the set-up looks for a vector to scale by",
                     100 * facts_.zeroSumRows));
    addAdaptiveFsai();
  }

  void addAdaptiveFsai() {
    if (!givesMultigrid(wanted_)) add("adaptive fsai", behindMultigrid);
  }

  void even() {
    if (mayVary_) {
      because(
          format("in %.0f %% of the rows connections lie within a factor of ten: aggregates by matching, with a K "
                 "cycle, are cheaper than a splitting",
                 100 * facts_.evenRows));
      otherwise(
          "as a preconditioner of conjugate gradients, which wants the same operator each time, flow would be taken");
      add("aggregation");
    } else otherwise("for chronos solve or Chronos::solve(), which may vary the cycle, aggregation would be taken");
  }

  void unknownKind() {
    because(
        format("%.0f %% of the rows send constants to zero and %.0f %% are nearly those of an M-matrix: neither "
               "diffusion nor, without a near kernel, a body; %s",
               100 * facts_.zeroSumRows, 100 * facts_.mostlyNegativeRows,
               givesMultigrid(wanted_) ? "the list amg asks for multigrid: one that finds its test space itself"
                                       : "adaptive FSAI needs to know nothing"));
    if (facts_.tornNodes > 0)
      because(format(
          "nodes of %d unknowns are known, but some lie on two ranks: with whole nodes on each rank multigrid for "
          "bodies would be taken",
          facts_.tornNodes));
    otherwise("with coordinates, or two near-kernel vectors or more, multigrid for bodies would be taken");
    if (!givesMultigrid(wanted_)) {
      if (choice_.rungs.empty() || choice_.rungs.back().name != "light") add("light");
      add("adaptive fsai");
    }
    add("shells");
  }

  void because(const std::string& text) { choice_.because.push_back(text); }
  void otherwise(const std::string& text) { choice_.otherwise.push_back(text); }

  void add(const std::string& name) {
    CountedMethod method = countedMethod(name, facts_.onDevice);
    if (facts_.translations > 0 && method.parameters.type == "amg") {
      method.parameters.amg.testSpace.kind = seeksRotations_ ? TestSpaceKind::rigidBodyModes : TestSpaceKind::constant;
      method.parameters.amg.testSpace.degreesOfFreedom = facts_.translations;
    }
    push(method);
  }

  void push(const CountedMethod& method) { choice_.rungs.push_back(given(method)); }

  CountedMethod given(CountedMethod method) const {
    method.parameters = withGiven(method.parameters, wanted_);
    return method;
  }

  void add(const std::string& name, double ofFormer, double patience = 1) {
    add(name);
    choice_.rungs.back().cost.ofFormer = ofFormer;
    choice_.rungs.back().cost.patience = patience;
  }

  const SystemFacts& facts_;
  const Parameters& wanted_;
  const bool mayTurnToFactor_, mayVary_, seeksRotations_, beginsWithTranslations_;
  Choice choice_;
};

}  // namespace

Choice choose(const SystemFacts& facts, const Parameters& wanted, ChoiceUse use) {
  return Chooser(facts, wanted, use).choose();
}

bool climbsTo(const Choice& choice, int rung) {
  return rung < static_cast<int>(choice.rungs.size()) && !choice.rungs[rung].standsBy;
}

SystemFacts factsFor(const DistMatrix<double>& A, const NearKernel& nearKernel, const Parameters& wanted) {
  SystemFacts facts = examine(A, nearKernel);
  if (isSmall(facts, wanted)) return facts;
  if (isLikeDiffusion(facts) && !knowsBodies(facts) && !mayEndWithOneLevel(facts)) return facts;
  const bool hasThrees = !facts.hasFrames && (facts.toldUnknowns == 0 || facts.toldUnknowns == 3);
  if (knowsBodies(facts) && hasThrees && !givesSmoother(wanted)) {
    const NodeCouplings couplings = nodeCouplings(A);
    facts.flatNodes = couplings.flat;
    facts.unevenNodes = couplings.uneven;
  }
  const bool isAsked = !givesMultigrid(wanted) && facts.conditionBound > easyCondition;
  if (isAsked || facts.flatNodes >= mostlyFlat) probe(A, facts);
  if (!knowsBodies(facts) && isScaled(facts) && facts.conditionBound == SystemFacts::unknown && !isEnough(facts))
    lookForUnits(A, facts);
  return facts;
}

}  // namespace Chronos
