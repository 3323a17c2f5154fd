// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HierarchyBuilder.hpp"

#include "Chronos_AmgChecks.hpp"
#include "Chronos_CoarseSize.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_CountedMatrix.hpp"
#include "Chronos_CycleNotes.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Fingerprint.hpp"
#include "Chronos_LevelDraft.hpp"
#include "Chronos_OneLevelProbe.hpp"
#include "Chronos_OperatorFiltering.hpp"
#include "Chronos_ScaledOperator.hpp"
#include "Chronos_SmootherTraffic.hpp"
#include "Chronos_StorageCheck.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <cmath>
#include <sstream>

namespace Chronos {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

// Above this many unknowns a factorisation of the last level costs more than it can win back.
constexpr long long largestFactoredLevel = 60000;

std::string shortest(double value) {
  std::ostringstream text;
  text.precision(2);
  text << value;
  return text.str();
}

class Builder {
 public:
  Builder(const AmgParameters& parameters, const Teuchos::RCP<const Hierarchy>& former, const LevelObserver& observer,
          const NearKernel& nearKernel)
      : parameters_(parameters),
        former_(former),
        observer_(observer),
        unknowns_(parameters.testSpace, parameters.usesNodes(), nearKernel),
        hierarchy_(Teuchos::rcp(new Hierarchy)) {}

  Teuchos::RCP<const Hierarchy> build(const Matrix& A) {
    buildLevels(A);
    boundVisits(*hierarchy_);
    noteSharedLevels(*hierarchy_);
    checkCopies();
    // Of a level that is filtered the cycle has another matrix.
    if (parameters_.storage.krylov == StoragePrecision::singlePrecision)
      timeOnFinest("krylov matrix",
                   [&] { storeForKrylov(*A, finest_ == A, parameters_.storage.columns, *hierarchy_); });
    return hierarchy_;
  }

 private:
  void buildLevels(Matrix A) {
    checkCombinations(parameters_);
    hierarchy_->cycle = parameters_.cycle;
    hierarchy_->krylovLevels = parameters_.krylovLevels;
    hierarchy_->krylovTolerance = parameters_.krylovTolerance;
    hierarchy_->repeatsSharedLevels = parameters_.repeatsSharedLevels;
    counted_ = counted(A);
    coarseSize_ = coarseSizeFor(parameters_, TrilinosVersion::numGlobal(*A->rowMap()), counted_.entries,
                                static_cast<int>(counted_.activeRanks));
    if (unknowns_.findNodes(*A))
      report().notes.push_back("nodes of three unknowns were told by the pattern of the matrix");
    LevelDraft level;
    // A is as the product made it: the level that turns out to be the last one is solved unfiltered.
    while (isWorthCoarsening(*A)) {
      level = begin(A);
      if (index() == 0 && sufficesAlone(level)) {
        return finish(level);
      }
      if (!isSmoothened(level) || !coarsen(level)) break;
      if (level.A != A) noteFiltering();
      unknowns_.descend(*level.A, *level.coarse.unknowns, level.coarse.P->domainMap());
      A = level.galerkin->coarse();
      finish(level);
      level = {};
    }
    solveLast(A, level);
  }

  int index() const { return static_cast<int>(hierarchy_->levels.size()); }
  SetupReport& report() { return hierarchy_->report; }

  // The level of the former hierarchy in this place, when it may be of use.
  const LevelRecord* formerLevel(Reuse least) const {
    if (former_.is_null() || parameters_.reuse < least) return nullptr;
    const auto& records = former_->records;
    return index() < static_cast<int>(records.size()) ? &records[index()] : nullptr;
  }

  bool isWorthCoarsening(const DistMatrix<double>& A) {
    if (TrilinosVersion::numGlobal(*A.rowMap()) <= coarseSize_) report().stop = "small enough to solve directly";
    else if (index() + 1 >= parameters_.maxLevels) report().stop = "largest number of levels";
    else return true;
    return false;
  }

  // A level with its operator as it is to be coarsened.
  LevelDraft begin(const Matrix& A) {
    LevelDraft level;
    std::vector<std::pair<std::string, double>> seconds;
    level.A = filtered(A, seconds);
    level.report = beginReport(level.A);
    level.report.seconds = seconds;
    return level;
  }

  // Of a matrix that was counted, unless another one was since.
  LevelReport beginReport(const Matrix& A) {
    if (counted_.matrix != A) counted_ = counted(A);
    LevelReport report;
    report.rows = TrilinosVersion::numGlobal(*A->rowMap());
    report.entries = counted_.entries;
    report.activeRanks = static_cast<int>(counted_.activeRanks);
    return report;
  }

  // Iterations of the probe: enough to tell tens of iterations from hundreds.
  static constexpr int probeSteps = 6;

  // Sets the smoother of the level when that is all it takes.
  bool sufficesAlone(LevelDraft& level) {
    if (parameters_.oneLevelIterations == 0) return false;
    const StageClock clock("one-level probe", level.report.seconds);
    level.smoother = smootherOf(level.A, parameters_.oneLevelSmoother);
    const double guess = probeOneLevel(*level.A, *level.smoother.M, probeSteps).iterations;
    if (guess > parameters_.oneLevelIterations) return false;
    report().stop = "the smoother alone would take about " + std::to_string(std::lround(guess)) + " iterations";
    return true;
  }

  SmootherParameters smootherParameters() const {
    const SmootherParameters parameters = parameters_.at(index()).smoother;
    return index() > 0 ? parameters.onCoarseLevel() : parameters;
  }

  RelaxedSmoother smootherOf(const Matrix& A, const SmootherParameters& parameters) const {
    return createSmoother(A, parameters, parameters.usesNodes() ? unknowns_.nodes(*A) : UnknownNodes());
  }

  // False where a coarse matrix is not positive definite to rounding and has no smoother: it is solved directly then.
  bool isSmoothened(LevelDraft& level) {
    try {
      smoothen(level);
      return true;
    } catch (const BreakdownError&) {  // on all ranks
      if (!canDoWithoutSmoother(level)) throw;
    }
    level.smoother = {};
    level.keptBlock.reset();
    report().stop = "not positive definite to rounding";
    report().notes.push_back("the smoother of level " + std::to_string(index()) +
                             " broke down, since the matrix there is not positive definite to rounding: it is "
                             "solved directly");
    return false;
  }

  // Operators that are filtered are given up first, see buildHierarchy().
  bool canDoWithoutSmoother(const LevelDraft& level) const {
    return index() > 0 && level.report.rows <= largestFactoredLevel && !filtersOperators(parameters_) &&
           parameters_.coarseSolver.kind != CoarseSolverKind::sweeps;
  }

  // Then it asks for the block of a rank that a smoother asks for.
  bool coarsensWithTestSpace() const {
    return parameters_.at(index()).usesTestSpace() && formerLevel(Reuse::prolongation) == nullptr;
  }

  void smoothen(LevelDraft& level) const {
    const SmootherParameters parameters = smootherParameters();
    if (coarsensWithTestSpace()) level.keptBlock = std::make_shared<const KeptRankBlock>(level.A);
    {
      const StageClock clock("smoother", level.report.seconds);
      level.smoother = smootherOf(level.A, parameters);
    }
    noteSmootherTraffic(*level.A, level.smoother.M->report(), level.report);
    level.sweepsBefore = parameters.sweepsBefore;
    level.sweepsAfter = parameters.sweepsAfter;
  }

  // Coarse space and coarse matrix; false when coarsening has stalled.
  bool coarsen(LevelDraft& level) {
    const LevelRecord* former = formerLevel(Reuse::prolongation);
    if (former) keepCoarseSpace(level, *former);
    else makeCoarseSpace(level);
    level.keptBlock.reset();
    level.report.add(level.coarse.report);
    for (const std::string& note : level.coarse.report.notes)
      report().notes.push_back("level " + std::to_string(index() + 1) + ": " + note);
    if (level.isLast()) {
      report().stop = level.coarse.stall;
      return false;
    }
    multiply(level, former && keepsOperatorPattern(parameters_, index()) ? former->galerkin.get() : nullptr);
    level.report.testVectors = static_cast<int>(level.testSpace.extent(1));
    level.report.prolongationEntries = static_cast<long long>(level.coarse.P->local().numEntries());
    return true;
  }

  void keepCoarseSpace(LevelDraft& level, const LevelRecord& former) {
    level.coarse = former.coarse;
    level.testSpace = former.testSpace;
    unknowns_.keepTestSpace(former.testSpace);
  }

  void makeCoarseSpace(LevelDraft& level) {
    const LevelParameters parameters = parameters_.at(index());
    if (parameters.usesTestSpace()) prepareTestSpace(level);
    const LevelRecord* former = formerLevel(Reuse::pattern);
    // New values made another choice above: what is kept of this level and the next ones is of other rows.
    if (former && !former->rows.is_null() && !former->rows->isSameAs(*level.A->rowMap())) {
      former_ = Teuchos::null;
      former = nullptr;
    }
    const CoarseRanks ranks{parameters_.minRowsPerRank, unknowns_.usesNodes(), parameters_.agglomeration};
    level.coarse = Chronos::coarsen({*level.A, unknowns_, parameters, ranks, parameters_.maxCoarseRatio,
                                     former ? former->coarse.record.get() : nullptr,
                                     level.smoother.M->blockEigenvalue(), coarseSize_, index() == 0});
  }

  void prepareTestSpace(LevelDraft& level) {
    const StageClock clock("test space", level.report.seconds);
    unknowns_.prepareTestSpace(*level.A, ScaledOperator(level.smoother.omega, *level.smoother.M));
    level.testSpace = unknowns_.testSpace();
  }

  // \param former product of the same patterns, or null
  void multiply(LevelDraft& level, const GalerkinProduct<double>* former) const {
    const DistMatrix<double>&A = *level.A, &P = *level.coarse.P;
    {
      const StageClock clock("galerkin", level.report.seconds);
      level.galerkin =
          Teuchos::rcp(new GalerkinProduct<double>(former ? former->again(A, P) : GalerkinProduct<double>(A, P)));
    }
    noteTraffic("galerkin", {&A, &P, level.galerkin->restriction().get(), level.galerkin->coarse().get()},
                level.report);
  }

  // The operator of a level that is to be coarsened.
  Matrix filtered(const Matrix& A, std::vector<std::pair<std::string, double>>& seconds) const {
    const FilteringParameters filtering = operatorFilteringOf(parameters_, index());
    if (!filtering.filters()) return A;
    const StageClock clock("operator filtering", seconds);
    return Teuchos::rcp(new DistMatrix<double>(filterOperator(*A, unknowns_.testSpace(), filtering).matrix));
  }

  void noteFiltering() {
    if (!losesSymmetry(operatorFilteringOf(parameters_, index()))) return;
    isSymmetric_ = false;
    report().notes.push_back("the operator of level " + std::to_string(index()) +
                             " is filtered and no longer symmetric: the cycle asks for flexible conjugate gradients");
  }

  // As much of the set-up as the next one may ask for.
  void keepRecord(const LevelDraft& draft) {
    const bool forBootstrap = parameters_.bootstrapRounds > 0;
    if (draft.isLast() || (parameters_.reuse == Reuse::none && !forBootstrap)) return;
    LevelRecord record;
    if (parameters_.reuse == Reuse::pattern) {
      record.coarse.record = draft.coarse.record;
      record.rows = draft.A->rowMap();
    }
    if (forBootstrap) record.testSpace = draft.testSpace;
    if (parameters_.reuse >= Reuse::prolongation) {
      record = {draft.coarse, draft.testSpace, draft.galerkin};
      static_cast<StageReport&>(record.coarse.report) = {};
    }
    hierarchy_->records.push_back(record);
  }

  void finish(const LevelDraft& draft) {
    LevelReport levelReport = draft.report;
    Level level;
    level.omega = draft.smoother.omega;
    level.isSymmetric = isSymmetric_;
    level.sweepsBefore = draft.sweepsBefore;
    level.sweepsAfter = draft.sweepsAfter;
    WideLevel wide = draft.wide();
    wide.isKept = parameters_.reuse >= Reuse::prolongation;
    store(wide, level, levelReport);
    keepRecord(draft);
    if (parameters_.fingerprints) {
      levelReport.matrixFingerprint = matrixFingerprint(*draft.A);
      if (!draft.isLast()) levelReport.splittingFingerprint = draft.coarse.unknowns->fingerprint(*draft.A->rowMap());
    }
    counted_ = draft.isLast() ? CountedMatrix() : CountedMatrix(draft.galerkin->coarse());
    reportOverRanks(*draft.A->rowMap()->getComm(), levelReport, counted_);
    if (observer_) observer_(index(), levelReport);
    hierarchy_->levels.push_back(level);
    hierarchy_->report.levels.push_back(levelReport);
  }

  // Matrices in single alone are not looked at: they lose nothing that iterations would show.
  bool checksCopies() const { return parameters_.precision == CyclePrecision::doublePrecision; }

  void store(const WideLevel& wide, Level& level, LevelReport& levelReport) {
    LevelStorage storage;
    if (!wide.isLast()) storage = storageOf(parameters_, static_cast<std::size_t>(index()), wide, levelReport);
    storeLevel(wide, storage, level, levelReport);
    for (const std::string& change : levelReport.widened)
      report().notes.push_back("level " + std::to_string(index()) + ": " + change);
    hasSingleVectors_ = hasSingleVectors_ || storage.hasSingleVectors();
    if (index() == 0) finest_ = wide.A;
    if (!checksCopies()) return;
    hasSixteenBits_ = hasSixteenBits_ || storage.hasSixteenBits();
    wide_.push_back(wide);
    storages_.push_back(storage);
  }

  void checkCopies() {
    CycleSample finest;
    if (hasSixteenBits_) timeOnFinest("storage check", [&] { finest = checkStorage(wide_, storages_, *hierarchy_); });
    wide_.clear();
    if (hasSingleVectors_) timeOnFinest("vector check", [&] { checkSingleVectors(*finest_, *hierarchy_, finest); });
  }

  template <class Body>
  void timeOnFinest(const char* stage, const Body& body) {
    std::vector<std::pair<std::string, double>> seconds;
    {
      const StageClock clock(stage, seconds);
      body();
    }
    seconds.front().second = maxOverRanks(*finest_->rowMap()->getComm(), seconds.front().second);
    report().levels.front().seconds.push_back(seconds.front());
  }

  // What a level did before its coarsening stalled is kept: the seconds that it took, and its smoother, unless that is
  // one of a filtered operator.
  void solveLast(const Matrix& A, const LevelDraft& stalled) {
    LevelDraft level;
    level.A = A;
    level.report = beginReport(A);
    level.report.seconds = stalled.report.seconds;
    level.report.traffic = stalled.report.traffic;
    CoarseSolverParameters solver = parameters_.coarseSolver;
    if (solver.kind == CoarseSolverKind::automatic && level.report.rows > largestFactoredLevel) {
      solver.kind = CoarseSolverKind::sweeps;
      report().notes.push_back("the last level has " + std::to_string(level.report.rows) +
                               " unknowns, too many to factor: it is smoothed, not solved");
    }
    {
      const StageClock clock("coarse solver", level.report.seconds);
      RelaxedSmoother smoother;
      if (stalled.A == A) smoother = stalled.smoother;
      if (solver.kind == CoarseSolverKind::sweeps && smoother.M.is_null())
        smoother = smootherOf(A, smootherParameters());
      level.smoother.M = makeCoarseSolver(A, solver, smoother);
    }
    noteChanges(level.smoother.M->report());
    finish(level);
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
  Unknowns unknowns_;
  long long coarseSize_ = 0;
  CountedMatrix counted_;  // the latest
  Teuchos::RCP<Hierarchy> hierarchy_;
  bool isSymmetric_ = true;  // the operators so far
  // Of the levels so far, where copies are to be checked.
  std::vector<WideLevel> wide_;
  std::vector<LevelStorage> storages_;
  bool hasSixteenBits_ = false, hasSingleVectors_ = false;
  Teuchos::RCP<const DistMatrix<double>> finest_;
};

}  // namespace

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
