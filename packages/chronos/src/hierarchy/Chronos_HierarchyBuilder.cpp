// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HierarchyBuilder.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Fingerprint.hpp"
#include "Chronos_LevelProlongation.hpp"
#include "Chronos_OneLevelProbe.hpp"
#include "Chronos_ScaledOperator.hpp"
#include "Chronos_SingleCopy.hpp"
#include "Chronos_StageClock.hpp"
#include "Chronos_StageTraffic.hpp"
#include "Chronos_StoredMatrix.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace Chronos {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

constexpr bool deviceIsHost = std::is_same_v<Device, HostDevice>;

// Above this many unknowns a factorisation of the last level costs more than it can win back.
constexpr long long largestFactoredLevel = 60000;

long long numGlobalRows(const DistMatrix<double>& A) {
  return static_cast<long long>(A.rowMap()->getGlobalNumElements());
}

bool filtersOperators(const AmgParameters& parameters) {
  return parameters.onAnyLevel([](const LevelParameters& level) { return level.operatorFiltering.filters(); });
}

std::string shortest(double value) {
  std::ostringstream text;
  text.precision(2);
  text << value;
  return text.str();
}

AmgParameters withoutOperatorFiltering(AmgParameters parameters) {
  parameters.level.operatorFiltering = {};
  for (auto& entry : parameters.perLevel) entry.second.operatorFiltering = {};
  return parameters;
}

// A level in the making: its matrices as the set-up needs them, of which the cycle keeps what it applies.
struct Draft {
  Matrix A, P, R;  // P and R null on the last level
  RelaxedSmoother smoother;
  int sweepsBefore = 0, sweepsAfter = 0;
  LevelRecord record;
};

class Builder {
 public:
  Builder(const AmgParameters& parameters, const Teuchos::RCP<const Hierarchy>& former, const LevelObserver& observer,
          const NearKernel& nearKernel)
      : parameters_(parameters),
        former_(former),
        observer_(observer),
        unknowns_(parameters, nearKernel),
        hierarchy_(Teuchos::rcp(new Hierarchy)) {}

  Teuchos::RCP<const Hierarchy> build(Matrix A) {
    hierarchy_->cycle = parameters_.cycle;
    const long long coarseSize = coarseSizeFor(parameters_, numGlobalRows(*A));
    // A is as the product made it: the level that turns out to be the last one is solved unfiltered.
    while (isWorthCoarsening(*A, coarseSize)) {
      std::vector<std::pair<std::string, double>> filteringSeconds;
      Draft level;
      level.A = filtered(A, filteringSeconds);
      LevelReport report = beginReport(*level.A);
      report.seconds = filteringSeconds;
      if (index() == 0 && sufficesAlone(level, report)) {
        finishLevel(level, report);
        return hierarchy_;
      }
      smoothen(level, report);
      if (!coarsen(level, report)) {
        solveLast(A, level, report);
        return hierarchy_;
      }
      if (level.A != A) noteFiltering();
      unknowns_.descend(*level.A, level.record.splitting, level.P->domainMap());
      A = level.record.galerkin->coarse();
      finishLevel(level, report);
    }
    solveLast(A, {}, {});
    return hierarchy_;
  }

 private:
  int index() const { return static_cast<int>(hierarchy_->levels.size()); }
  SetupReport& report() { return hierarchy_->report; }

  // The level of the former hierarchy in this place, when it may be of use.
  const LevelRecord* formerLevel(Reuse least) const {
    if (former_.is_null() || parameters_.reuse < least) return nullptr;
    const auto& records = former_->records;
    return index() < static_cast<int>(records.size()) ? &records[index()] : nullptr;
  }

  bool isWorthCoarsening(const DistMatrix<double>& A, long long coarseSize) {
    if (numGlobalRows(A) <= coarseSize) report().stop = "small enough to solve directly";
    else if (index() + 1 >= parameters_.maxLevels) report().stop = "largest number of levels";
    else return true;
    return false;
  }

  // Iterations of the probe: enough to tell tens of iterations from hundreds.
  static constexpr int probeSteps = 6;

  // Sets the smoother of the level when that is all it takes.
  bool sufficesAlone(Draft& level, LevelReport& levelReport) {
    if (parameters_.oneLevelIterations == 0) return false;
    const StageClock clock("one-level probe", levelReport.seconds);
    level.smoother = smootherOf(level.A, parameters_.oneLevelSmoother);
    const double guess = oneLevelIterations(*level.A, *level.smoother.M, probeSteps);
    if (guess > parameters_.oneLevelIterations) return false;
    report().stop = "the smoother alone would take about " + std::to_string(std::lround(guess)) + " iterations";
    return true;
  }

  LevelReport beginReport(const DistMatrix<double>& A) const {
    LevelReport report;
    report.rows = numGlobalRows(A);
    report.entries = A.numGlobalEntries();
    report.activeRanks = numActiveRanks(*A.rowMap());
    return report;
  }

  // Strength, splitting, prolongation, coarse matrix; false when coarsening has stalled.
  bool coarsen(Draft& level, LevelReport& report) {
    const LevelParameters parameters = parameters_.at(index());
    LevelRecord& record = level.record;
    if (const LevelRecord* former = formerLevel(Reuse::prolongation)) {
      record = *former;
      level.P = former->P;
      report.testVectors = static_cast<int>(record.testSpace.extent(1));
      unknowns_.keepTestSpace(record.testSpace);
      const StageClock clock("galerkin", report.seconds);
      const GalerkinProduct<double> product =
          keepsPattern() ? former->galerkin->again(*level.A, *level.P) : GalerkinProduct<double>(*level.A, *level.P);
      record.galerkin = Teuchos::rcp(new GalerkinProduct<double>(product));
    } else {
      if (usesTestSpace(parameters)) prepareTestSpace(level, report);
      const LevelRecord* patternOf = formerLevel(Reuse::pattern);
      StrongFlags strong;
      splitLevel(*level.A, unknowns_, parameters, patternOf ? &patternOf->splitting : nullptr, strong, record.splitting,
                 report);
      if (hasStalled(record.splitting, report.rows)) return false;
      level.P = prolongateLevel(*level.A, unknowns_, parameters, strong, record.splitting, report);
      if (hasStalled(record.splitting, report.rows)) return false;
      level.P = onFewerRanks(level.P);
      const StageClock clock("galerkin", report.seconds);
      record.galerkin = Teuchos::rcp(new GalerkinProduct<double>(*level.A, *level.P));
    }
    record.P = level.P;
    level.R = record.galerkin->restriction();
    noteTraffic("galerkin", {level.A.get(), level.P.get(), level.R.get(), record.galerkin->coarse().get()}, report);
    nameMethods(parameters, report);
    report.prolongationEntries = level.P->numGlobalEntries();
    report.isolatedRows = record.splitting.numIsolated;
    return true;
  }

  bool hasStalled(const Splitting& splitting, long long numRows) {
    const double numCoarse = double(splitting.coarseMap->getGlobalNumElements());
    if (numCoarse > 0 && numCoarse <= parameters_.maxCoarseRatio * double(numRows)) return false;
    report().stop = numCoarse == 0 ? "no strong connections are left" : "coarsening has stalled";
    return true;
  }

  void prepareTestSpace(Draft& level, LevelReport& report) {
    const StageClock clock("test space", report.seconds);
    unknowns_.prepareTestSpace(*level.A, ScaledOperator(level.smoother.omega, *level.smoother.M));
    level.record.testSpace = unknowns_.testSpace();
    report.testVectors = static_cast<int>(level.record.testSpace.extent(1));
  }

  // How the operator of a level is filtered; the parameters are those of the level that it comes from.
  FilteringParameters filteringOf(int level) const {
    return level > 0 ? parameters_.at(level - 1).operatorFiltering : FilteringParameters();
  }

  // Whether the matrix of the level has the pattern that it had for other values: a filter may keep other entries.
  bool keepsPattern() const {
    for (int level = 1; level <= index(); ++level)
      if (filteringOf(level).filters()) return false;
    return true;
  }

  // The operator of a level that is to be coarsened.
  Matrix filtered(const Matrix& A, std::vector<std::pair<std::string, double>>& seconds) const {
    const FilteringParameters filtering = filteringOf(index());
    if (!filtering.filters()) return A;
    const StageClock clock("operator filtering", seconds);
    return Teuchos::rcp(new DistMatrix<double>(filterOperator(*A, unknowns_.testSpace(), filtering).matrix));
  }

  void noteFiltering() {
    if (filteringOf(index()).compensation == Compensation::diagonal) return;
    report().notes.push_back("the operator of level " + std::to_string(index()) +
                             " is filtered and no longer symmetric: conjugate gradients may fail");
  }

  // P with the rows of the coarse level on fewer ranks, when there are few of them.
  Matrix onFewerRanks(const Matrix& P) const {
    const int numRanks = P->rowMap()->getComm()->getSize();
    if (numRanks == 1 || parameters_.minRowsPerRank == 0) return P;
    const long long numCoarse = static_cast<long long>(P->domainMap()->getGlobalNumElements());
    const int wanted = static_cast<int>(std::clamp<long long>(numCoarse / parameters_.minRowsPerRank, 1, numRanks));
    if (wanted >= numActiveRanks(*P->domainMap())) return P;
    const auto coarseMap =
        unknowns_.usesNodes() ? agglomeratedPieces(*P->domainMap(), wanted) : agglomeratedMap(*P->domainMap(), wanted);
    return Teuchos::rcp(new DistMatrix<double>(agglomerate(*P, coarseMap)));
  }

  RelaxedSmoother smootherOf(const Matrix& A, const SmootherParameters& parameters) const {
    const bool usesNodes = parameters.method.method().facts.usesNodes;
    return createSmoother(A, parameters, usesNodes ? unknowns_.nodes(*A) : UnknownNodes());
  }

  void smoothen(Draft& level, LevelReport& report) const {
    const SmootherParameters parameters = parameters_.at(index()).smoother;
    {
      const StageClock clock("smoother", report.seconds);
      level.smoother = smootherOf(level.A, parameters);
    }
    noteSmootherTraffic(*level.A, level.smoother.M->report(), report);
    level.sweepsBefore = parameters.sweepsBefore;
    level.sweepsAfter = parameters.sweepsAfter;
  }

  // What the cycle multiplies by, in the precision that it asks for.
  void storeMatrices(const Draft& draft, Level& level, LevelReport& levelReport) {
    if (!storesSingle(draft)) {
      level.A = asOperator(draft.A);
      if (draft.P.is_null()) return;
      level.P = asOperator(draft.P);
      level.R = asOperator(draft.R);
      return;
    }
    const StageClock clock("single copies", levelReport.seconds);
    const auto copy = [](const Matrix& matrix) {
      return asOperator(
          Teuchos::RCP<const DistMatrix<float>>(Teuchos::rcp(new DistMatrix<float>(singleCopy(*matrix)))));
    };
    level.A = copy(draft.A);
    level.P = copy(draft.P);
    level.R = copy(draft.R);
  }

  bool storesSingle(const Draft& draft) {
    if (parameters_.precision != CyclePrecision::singlePrecision || draft.P.is_null()) return false;
    if (fitsSingle(*draft.A) && fitsSingle(*draft.P)) return true;
    report().notes.push_back("level " + std::to_string(index()) +
                             " stays in double: its entries are out of the range of single");
    return false;
  }

  // As much of the set-up as the next one may ask for.
  void keepRecord(const Draft& draft) {
    const bool forBootstrap = parameters_.bootstrapRounds > 0;
    if (draft.P.is_null() || (parameters_.reuse == Reuse::none && !forBootstrap)) return;
    LevelRecord record;
    if (parameters_.reuse == Reuse::pattern) record.splitting = draft.record.splitting;
    if (forBootstrap) record.testSpace = draft.record.testSpace;
    if (parameters_.reuse >= Reuse::prolongation) record = draft.record;
    hierarchy_->records.push_back(record);
  }

  void finishLevel(const Draft& draft, LevelReport& report) {
    const Comm& comm = *draft.A->rowMap()->getComm();
    Level level;
    level.smoother = draft.smoother.M;
    level.omega = draft.smoother.omega;
    level.sweepsBefore = draft.sweepsBefore;
    level.sweepsAfter = draft.sweepsAfter;
    storeMatrices(draft, level, report);
    keepRecord(draft);
    report.smoother = level.smoother->report().name;
    report.smootherDensity = level.smoother->report().density;
    report.bytes = sumOverRanks(comm, double(level.numBytes()));
    if (parameters_.fingerprints) {
      report.matrixFingerprint = matrixFingerprint(*draft.A);
      if (!draft.P.is_null())
        report.splittingFingerprint = splittingFingerprint(*draft.A->rowMap(), draft.record.splitting);
    }
    for (auto& stage : report.seconds) stage.second = maxOverRanks(comm, stage.second);
    if (observer_) observer_(index(), report);
    hierarchy_->levels.push_back(level);
    hierarchy_->report.levels.push_back(report);
  }

  // What a level did before its coarsening stalled is kept: the seconds that it took, and its smoother, unless that is
  // one of a filtered operator.
  void solveLast(const Matrix& A, const Draft& stalled, const LevelReport& stalledReport) {
    Draft level;
    level.A = A;
    LevelReport lastReport = beginReport(*A);
    lastReport.seconds = stalledReport.seconds;
    lastReport.traffic = stalledReport.traffic;
    CoarseSolverParameters solver = parameters_.coarseSolver;
    if (solver.kind == CoarseSolverKind::automatic && lastReport.rows > largestFactoredLevel) {
      solver.kind = CoarseSolverKind::sweeps;
      report().notes.push_back("the last level has " + std::to_string(lastReport.rows) +
                               " unknowns, too many to factor: it is smoothed, not solved");
    }
    {
      const StageClock clock("coarse solver", lastReport.seconds);
      RelaxedSmoother smoother;
      if (stalled.A == A) smoother = stalled.smoother;
      if (solver.kind == CoarseSolverKind::sweeps && smoother.M.is_null())
        smoother = smootherOf(A, parameters_.at(index()).smoother);
      level.smoother.M = makeCoarseSolver(A, solver, smoother);
    }
    noteChanges(level.smoother.M->report());
    finishLevel(level, lastReport);
  }

  // What the coarse solver had to do to its matrix.
  void noteChanges(const SmootherReport& solver) {
    if (solver.asymmetry > 0)
      report().notes.push_back("the matrix of the last level is not symmetric (by " + shortest(solver.asymmetry) +
                               " of its diagonal): its symmetric part is solved");
    if (solver.diagonalShift > 0)
      report().notes.push_back("the matrix of the last level is singular to working precision: " +
                               shortest(solver.diagonalShift) + " of its diagonal was added");
  }

  const AmgParameters& parameters_;
  Teuchos::RCP<const Hierarchy> former_;
  const LevelObserver& observer_;
  LevelUnknowns unknowns_;
  Teuchos::RCP<Hierarchy> hierarchy_;
};

}  // namespace

long long coarseSizeFor(const AmgParameters& parameters, long long numRows) {
  if (parameters.coarseSize > 0) return parameters.coarseSize;
  const double rule = parameters.coarseFactor * std::cbrt(double(numRows));
  const long long size = std::max<long long>(parameters.coarseMinimum, static_cast<long long>(rule));
  // A GPU solves by a dense inverse without leaving it; a factorisation on the host would cost every cycle a detour.
  const bool prefersDense = !deviceIsHost && parameters.coarseSolver.kind == CoarseSolverKind::automatic;
  return prefersDense ? std::min<long long>(size, parameters.coarseSolver.denseLimit) : size;
}

Teuchos::RCP<const Hierarchy> buildHierarchy(const Matrix& A, const AmgParameters& parameters,
                                             const Teuchos::RCP<const Hierarchy>& former, const LevelObserver& observer,
                                             const NearKernel& nearKernel) {
  // Prolongations made without filtering go on without it.
  const bool gaveUpBefore = !former.is_null() && parameters.reuse >= Reuse::prolongation && former->gaveUpFiltering;
  try {
    if (!gaveUpBefore) return Builder(parameters, former, observer, nearKernel).build(A);
  } catch (const BreakdownError&) {
    if (!filtersOperators(parameters)) throw;
  }
  const auto hierarchy =
      Builder(withoutOperatorFiltering(parameters), gaveUpBefore ? former : Teuchos::null, observer, nearKernel)
          .build(A);
  const auto result = Teuchos::rcp(new Hierarchy(*hierarchy));
  result->gaveUpFiltering = true;
  result->report.notes.push_back("operator filtering was not used: with it a level was not positive definite");
  return result;
}

}  // namespace Chronos
