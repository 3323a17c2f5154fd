// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HierarchyBuilder.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Fingerprint.hpp"
#include "Chronos_SingleCopy.hpp"
#include "Chronos_StageClock.hpp"
#include "Chronos_TestSpaceMethods.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

using Matrix = Level::Matrix;
using Vector = Level::Vector;

constexpr bool deviceIsHost = std::is_same_v<Device, HostDevice>;

// Above this many unknowns a factorisation of the last level costs more than it can win back.
constexpr long long largestFactoredLevel = 60000;

long long numGlobalRows(const DistMatrix<double>& A) {
  return static_cast<long long>(A.rowMap()->getGlobalNumElements());
}

std::string nameOf(const CoarseningParameters& parameters) {
  return parameters.kind == CoarseningKind::pmis ? "pmis" : "aggressive pmis";
}

std::string nameOf(InterpolationKind kind) {
  switch (kind) {
    case InterpolationKind::classical: return "classical";
    case InterpolationKind::extendedI: return "extended+i";
    case InterpolationKind::hybrid: return "hybrid";
    case InterpolationKind::multipass: return "multipass";
    case InterpolationKind::bamg: return "bamg";
  }
  return "";
}

// Only multipass reaches fine points that are far from every coarse one.
InterpolationParameters interpolationFor(const LevelParameters& parameters) {
  InterpolationParameters result = parameters.interpolation;
  if (parameters.coarsening.kind == CoarseningKind::aggressivePmis) result.kind = InterpolationKind::multipass;
  return result;
}

bool usesTestSpace(const LevelParameters& parameters) {
  return interpolationFor(parameters).kind == InterpolationKind::bamg ||
         parameters.strength.measure == StrengthMeasure::affinity;
}

class Builder {
 public:
  Builder(const AmgParameters& parameters, const Teuchos::RCP<const Hierarchy>& former, const LevelObserver& observer,
          const NearKernel& nearKernel)
      : parameters_(parameters), former_(former), observer_(observer), nearKernel_(nearKernel), hierarchy_(Teuchos::rcp(new Hierarchy)) {}

  Teuchos::RCP<const Hierarchy> build(Matrix A) {
    hierarchy_->cycle = parameters_.cycle;
    const long long coarseSize = coarseSizeFor(parameters_, numGlobalRows(*A));
    while (isWorthCoarsening(*A, coarseSize)) {
      Level level = beginLevel(A);
      LevelReport report = beginReport(*A);
      smoothen(level, report);
      if (!coarsen(level, report)) break;
      if (parameters_.precision == CyclePrecision::singlePrecision) storeSingle(level, report);
      A = level.galerkin->coarse();
      if (hasTestSpace_) testSpace_ = injectTestSpace(testSpace_, level.splitting, A->rowMap());
      finishLevel(level, report);
    }
    solveLast(A);
    return hierarchy_;
  }

 private:
  int index() const { return static_cast<int>(hierarchy_->levels.size()); }
  SetupReport& report() { return hierarchy_->report; }

  // The level of the former hierarchy in this place, when it may be of use.
  const Level* formerLevel(Reuse least) const {
    if (former_.is_null() || parameters_.reuse < least) return nullptr;
    const auto& levels = former_->levels;
    return index() < static_cast<int>(levels.size()) && !levels[index()].P.is_null() ? &levels[index()] : nullptr;
  }

  bool isWorthCoarsening(const DistMatrix<double>& A, long long coarseSize) {
    if (numGlobalRows(A) <= coarseSize) report().stop = "small enough to solve directly";
    else if (index() + 1 >= parameters_.maxLevels) report().stop = "largest number of levels";
    else return true;
    return false;
  }

  Level beginLevel(const Matrix& A) const {
    Level level;
    level.A = A;
    level.residual = allocate<Vector>("Chronos::level residual", A->numRows());
    if (index() > 0) {
      level.b = allocate<Vector>("Chronos::level right-hand side", A->numRows());
      level.x = allocate<Vector>("Chronos::level solution", A->numRows());
    }
    return level;
  }

  LevelReport beginReport(const DistMatrix<double>& A) const {
    LevelReport report;
    report.rows = numGlobalRows(A);
    report.entries = A.numGlobalEntries();
    report.activeRanks = numActiveRanks(*A.rowMap());
    return report;
  }

  // Strength, splitting, prolongation, coarse matrix; false when coarsening has stalled.
  bool coarsen(Level& level, LevelReport& report) {
    const LevelParameters parameters = parameters_.at(index());
    if (const Level* former = formerLevel(Reuse::prolongation)) {
      level.splitting = former->splitting;
      level.P = former->P;
      const StageClock clock("galerkin", report.seconds);
      level.galerkin = Teuchos::rcp(new GalerkinProduct<double>(*former->galerkin));
      level.galerkin->again(*level.A, *level.P);
    } else {
      if (usesTestSpace(parameters)) prepareTestSpace(level, report);
      StrongFlags strong;
      {
        const StageClock clock("strength", report.seconds);
        strong = strengthOfConnection(*level.A, parameters.strength, testSpace_);
      }
      {
        const StageClock clock("coarsening", report.seconds);
        level.splitting = split(*level.A, strong, parameters.coarsening);
      }
      if (hasStalled(level, report.rows)) return false;
      {
        const StageClock clock("interpolation", report.seconds);
        level.P = interpolation(level, strong, interpolationFor(parameters), report);
      }
      if (hasStalled(level, report.rows)) return false;
      if (parameters.prolongationSmoothing.steps > 0) {
        const StageClock clock("prolongation smoothing", report.seconds);
        level.P = Teuchos::rcp(new DistMatrix<double>(
            smoothProlongation(*level.A, *level.P, parameters.prolongationSmoothing, level.splitting, strong)));
      }
      level.P = onFewerRanks(level.P);
      const StageClock clock("galerkin", report.seconds);
      level.galerkin = Teuchos::rcp(new GalerkinProduct<double>(*level.A, *level.P));
    }
    level.R = level.galerkin->restriction();
    report.coarsening = nameOf(parameters.coarsening);
    report.interpolation = nameOf(interpolationFor(parameters).kind);
    report.prolongationEntries = level.P->numGlobalEntries();
    report.isolatedRows = level.splitting.numIsolated;
    return true;
  }

  Splitting split(const DistMatrix<double>& A, const StrongFlags& strong, const CoarseningParameters& parameters) const {
    if (const Level* former = formerLevel(Reuse::pattern)) return former->splitting;
    return parameters.kind == CoarseningKind::pmis ? pmis(A, strong) : aggressivePmis(A, strong, parameters.numPaths);
  }

  bool hasStalled(const Level& level, long long numRows) {
    const double numCoarse = double(level.splitting.coarseMap->getGlobalNumElements());
    if (numCoarse > 0 && numCoarse <= parameters_.maxCoarseRatio * double(numRows)) return false;
    report().stop = numCoarse == 0 ? "no strong connections are left" : "coarsening has stalled";
    return true;
  }

  // The test space of the level at hand: made on the first level that needs one, injected from there on.
  void prepareTestSpace(const Level& level, LevelReport& report) {
    const StageClock clock("test space", report.seconds);
    const TestSpaceParameters& parameters = parameters_.testSpace;
    if (!hasTestSpace_) testSpace_ = startTestSpace(*level.A, parameters, index() == 0 ? nearKernel_ : NearKernel{});
    testSpace_ = improveTestSpace(*level.A, *level.smoother, testSpace_, parameters,
                                  hasTestSpace_ ? parameters.coarseIterations : parameters.iterations);
    hasTestSpace_ = true;
    report.testVectors = static_cast<int>(testSpace_.extent(1));
  }

  // P by what the parameters say; rows that bamg cannot interpolate become coarse points of the level.
  Matrix interpolation(Level& level, const StrongFlags& strong, const InterpolationParameters& parameters,
                       LevelReport& report) const {
    if (parameters.kind != InterpolationKind::bamg)
      return Teuchos::rcp(new DistMatrix<double>(interpolate(*level.A, strong, level.splitting, parameters)));
    const BamgResult result = bamgInterpolation(*level.A, strong, level.splitting, testSpace_, parameters.bamg);
    level.splitting = result.splitting;
    report.promotedRows = result.numPromoted;
    report.distributions = result.distributions;
    return Teuchos::rcp(new DistMatrix<double>(result.P));
  }

  // P with the rows of the coarse level on fewer ranks, when there are few of them.
  Matrix onFewerRanks(const Matrix& P) const {
    const int numRanks = P->rowMap()->getComm()->getSize();
    if (numRanks == 1 || parameters_.minRowsPerRank == 0) return P;
    const long long numCoarse = static_cast<long long>(P->domainMap()->getGlobalNumElements());
    const int wanted = static_cast<int>(std::clamp<long long>(numCoarse / parameters_.minRowsPerRank, 1, numRanks));
    if (wanted >= numActiveRanks(*P->domainMap())) return P;
    return Teuchos::rcp(
        new DistMatrix<double>(agglomerate(*P, agglomeratedMap(*P->domainMap(), wanted), wanted)));
  }

  void smoothen(Level& level, LevelReport& report) const {
    const SmootherParameters parameters = parameters_.at(index()).smoother;
    {
      const StageClock clock("smoother", report.seconds);
      level.smoother = createSmoother(level.A, parameters);
    }
    level.sweepsBefore = parameters.sweepsBefore;
    level.sweepsAfter = parameters.sweepsAfter;
  }

  void storeSingle(Level& level, LevelReport& levelReport) {
    const StageClock clock("single copies", levelReport.seconds);
    if (!fitsSingle(*level.A) || !fitsSingle(*level.P)) {
      report().notes.push_back("level " + std::to_string(index()) + " stays in double: its entries are out of the range of single");
      return;
    }
    const auto copy = [](const Matrix& matrix) { return Teuchos::rcp(new DistMatrix<float>(singleCopy(*matrix))); };
    level.singleA = copy(level.A);
    level.singleP = copy(level.P);
    level.singleR = copy(level.R);
  }

  void finishLevel(const Level& level, LevelReport& report) {
    const Comm& comm = *level.A->rowMap()->getComm();
    report.smoother = level.smoother->report().name;
    report.smootherDensity = level.smoother->report().density;
    double bytes = double(level.A->numBytes());
    if (!level.P.is_null()) bytes += double(level.P->numBytes() + level.R->numBytes());
    if (!level.singleA.is_null())
      bytes += sizeof(float) * double(level.A->local().numEntries() + level.P->local().numEntries() + level.R->local().numEntries());
    report.bytes = sumOverRanks(comm, bytes) + level.smoother->report().bytes;
    if (parameters_.fingerprints) {
      report.matrixFingerprint = matrixFingerprint(*level.A);
      if (!level.P.is_null()) report.splittingFingerprint = splittingFingerprint(*level.A->rowMap(), level.splitting);
    }
    for (auto& stage : report.seconds) stage.second = maxOverRanks(comm, stage.second);
    if (observer_) observer_(index(), report);
    hierarchy_->levels.push_back(level);
    hierarchy_->report.levels.push_back(report);
  }

  void solveLast(const Matrix& A) {
    Level level = beginLevel(A);
    LevelReport lastReport = beginReport(*A);
    CoarseSolverParameters solver = parameters_.coarseSolver;
    if (solver.kind == CoarseSolverKind::automatic && lastReport.rows > largestFactoredLevel) {
      solver.kind = CoarseSolverKind::sweeps;
      report().notes.push_back("the last level has " + std::to_string(lastReport.rows) +
                               " unknowns, too many to factor: it is smoothed, not solved");
    }
    {
      const StageClock clock("coarse solver", lastReport.seconds);
      Teuchos::RCP<const Smoother> smoother;
      if (solver.kind == CoarseSolverKind::sweeps) smoother = createSmoother(A, parameters_.at(index()).smoother);
      level.smoother = makeCoarseSolver(A, solver, smoother);
    }
    finishLevel(level, lastReport);
  }

  const AmgParameters& parameters_;
  Teuchos::RCP<const Hierarchy> former_;
  const LevelObserver& observer_;
  const NearKernel& nearKernel_;
  TestSpace testSpace_;  // of the level at hand
  bool hasTestSpace_ = false;
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
                                             const Teuchos::RCP<const Hierarchy>& former,
                                             const LevelObserver& observer, const NearKernel& nearKernel) {
  return Builder(parameters, former, observer, nearKernel).build(A);
}

}  // namespace Chronos
