// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Fsai.hpp"

#include "Chronos_JointReduction.hpp"
#include "Chronos_Memory.hpp"
#include "Chronos_NarrowMatrix.hpp"
#include "Chronos_RankBlock.hpp"
#include "Chronos_RowGathering.hpp"
#include "Chronos_RowLengths.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_StageClock.hpp"
#include "Chronos_StaticPattern.hpp"
#include "Chronos_Transpose.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>

namespace Chronos {
namespace {

using Execution = Device::execution_space;
using EntryPolicy = Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>;
constexpr bool deviceIsHost = std::is_same_v<Device, HostDevice>;

// Host batches are sized for caches and progress, not for occupancy.
constexpr std::size_t hostBatchBytes = std::size_t(256) << 20;

class PhaseClock {
 public:
  PhaseClock(const char* label, double& seconds) : region_(label), seconds_(seconds) {}
  ~PhaseClock() {
    Execution().fence();
    seconds_ += timer_.seconds();
  }

 private:
  StageRegion region_;
  double& seconds_;
  Kokkos::Timer timer_;
};

struct GlobalColumnFunctor {
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  Kokkos::View<const GlobalOrdinal*, Device> globals;
  Kokkos::View<GlobalOrdinal*, Device> globalColInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const { globalColInd(entry) = globals(colInd(entry)); }
};

std::size_t batchBytes(const FsaiParameters& parameters) {
  const auto share = static_cast<std::size_t>(parameters.memoryShare * double(freeDeviceMemory()));
  return deviceIsHost ? std::min(hostBatchBytes, share) : share;
}

FsaiBuildOptions buildOptions(const AdaptiveFsaiParameters& parameters) {
  FsaiBuildOptions options;
  const bool rowByRow = parameters.algorithm == SetupAlgorithm::rowByRow ||
                        (parameters.algorithm == SetupAlgorithm::automatic && deviceIsHost);
  const bool byBatches =
      parameters.algorithm == SetupAlgorithm::batched || parameters.accumulation == Accumulation::merge;
  options.algorithm = rowByRow    ? FsaiAlgorithm::rowByRow
                      : byBatches ? FsaiAlgorithm::batched
                                  : FsaiAlgorithm::wholeRows;
  options.accumulation = parameters.accumulation;
  options.postFilter = parameters.postFilter;
  options.batchBytes = batchBytes(parameters);
  return options;
}

// Columns of other ranks for each own one, and entries of a row: a light factor misses little at a short border. Alone
// in an iteration, or with twenty entries a row on the finest level, it takes half as many iterations again on eight
// ranks; below that level twenty entries miss little at borders of a few layers.
constexpr double longestBorder = 0.5, longestBorderOfHeavyRows = 0.3;
constexpr int lightRow = 8;

bool gathersNothing(const DistMatrix<double>& A, const AdaptiveFsaiParameters& parameters) {
  const bool isLight =
      parameters.initialPower == 0 && parameters.maxSteps * double(parameters.entriesPerStep) <= lightRow;
  switch (parameters.gathering) {
    case Gathering::none: return staysOnRank(RankCoupling::decoupled, A, 0);
    case Gathering::automatic:
      if (parameters.onCoarseLevel)
        return staysOnRank(RankCoupling::automatic, A, isLight ? longestCoarseBorder : longestBorderOfHeavyRows);
      return isLight && staysOnRank(RankCoupling::automatic, A, longestBorder);
    default: return false;
  }
}

GatheredMatrix<double> gather(const DistMatrix<double>& A, const FsaiParameters& parameters) {
  if (parameters.gathering == Gathering::blocks) return gatherBlocks<double>(A, parameters.gatheringPower);
  return gatherRows<double>(A, parameters.gathering == Gathering::none ? 0 : parameters.gatheringDistance);
}

bool isSingle(SetupPrecision precision) {
  return precision == SetupPrecision::automatic ? !runsOnHost<Device> : precision == SetupPrecision::singlePrecision;
}

// The rows that this rank owns, in the numbering of the gathered matrix.
template <class Scalar>
FsaiChunk<Device> buildRows(const GatheredMatrix<double>& gathered, const InitialPattern<Device>& initial,
                            const AdaptiveFsaiParameters& parameters, FsaiBuildReport& report) {
  const auto rules = makeFsaiRules<Scalar>(parameters.maxSteps, parameters.entriesPerStep, parameters.tolerance,
                                           parameters.stoppingRule);
  return buildFsaiRows<Scalar, Device>(gathered.matrix, gathered.globals, gathered.ownedRows, initial, rules,
                                       parameters.ranking, buildOptions(parameters), report);
}

class SingleVectorFsai : public SingleVectorSmoother {
 public:
  SingleVectorFsai(const SingleVectorMatrix& factor, const SingleVectorMatrix& transposed, std::size_t numRows)
      : factor_(factor),
        factorTransposed_(transposed),
        work_(allocate<SingleVector>("Chronos::FSAI work in single", numRows)) {}

  void apply(const ConstSingleVector& r, const SingleVector& z, float alpha, float beta) const override {
    factor_.apply(r, work_);
    factorTransposed_.apply(work_, z, alpha, beta);
  }
  std::size_t numBytes() const override { return work_.extent(0) * sizeof(float); }

 private:
  const SingleVectorMatrix &factor_, &factorTransposed_;
  SingleVector work_;
};

// The factors alone, in a narrower storage.
class NarrowFsai : public Smoother {
 public:
  NarrowFsai(const Smoother& wide, const Teuchos::RCP<const LevelMatrix>& factor,
             const Teuchos::RCP<const LevelMatrix>& transposed)
      : Smoother(wide.rangeMap()),
        factor_(factor),
        factorTransposed_(transposed),
        work_("Chronos::FSAI work", TrilinosVersion::numLocal(*wide.rangeMap())) {
    report_ = wide.report();
  }

  void apply(const ConstBlock& r, const Block& z, double alpha, double beta) const override {
    const Block work = work_(widthOf(r));
    factor_->apply(r, work);
    factorTransposed_->apply(work, z, alpha, beta);
  }
  Teuchos::RCP<const SingleVectorSmoother> forSingleVectors(const SingleVectorMatrix& /*A*/) const override {
    const SingleVectorMatrix* factor = factor_->forSingleVectors();
    const SingleVectorMatrix* transposed = factorTransposed_->forSingleVectors();
    if (factor == nullptr || transposed == nullptr) return Teuchos::null;
    return Teuchos::rcp(new SingleVectorFsai(*factor, *transposed, TrilinosVersion::numLocal(*rangeMap())));
  }
  std::size_t numBytes() const override {
    return factor_->numBytes() + factorTransposed_->numBytes() + work_.numBytes();
  }

 private:
  Teuchos::RCP<const LevelMatrix> factor_, factorTransposed_;
  WorkBlock work_;
};

DistMatrix<double> toDistMatrix(const DistMatrix<double>& A, const GatheredMatrix<double>& gathered,
                                const FsaiChunk<Device>& rows) {
  const std::int64_t numEntries = static_cast<std::int64_t>(rows.colInd.extent(0));
  auto globalColInd = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::FSAI global columns", numEntries);
  Kokkos::parallel_for("Chronos::FSAI::globalColumns", EntryPolicy(0, numEntries),
                       GlobalColumnFunctor{rows.colInd, gathered.globals, globalColInd});
  return DistMatrix<double>(A.rowMap(), A.rowMap(), rows.rowPtr, globalColInd, rows.values);
}

// What each rank reports of itself becomes that of all. The density comes as the entries of the factor.
void reportOverRanks(const DistMatrix<double>& A, SmootherReport& report) {
  double numEntries = double(A.local().numEntries());
  JointReduction all;
  all.sum(numEntries);
  all.sum(report.density);
  all.sum(report.numGatheredRows);
  all.sum(report.numFallbackRows);
  all.sum(report.numJacobiRows);
  all.max(report.longestRow);
  all.sum(report.bytes);
  for (auto& phase : report.phases) all.max(phase.second);
  for (auto& kernel : report.traffic) all.sum(kernel.second);
  all.reduce(*A.rowMap()->getComm());
  report.density /= numEntries;
}

}  // namespace

Fsai::Fsai(const DistMatrix<double>& A, const AdaptiveFsaiParameters& parameters) : Smoother(A.rowMap()) {
  setUp("adaptive fsai", A, parameters);
}

// The static pattern is an initial pattern with no step after it.
Fsai::Fsai(const DistMatrix<double>& A, const StaticFsaiParameters& parameters) : Smoother(A.rowMap()) {
  AdaptiveFsaiParameters fixed;
  static_cast<FsaiParameters&>(fixed) = parameters;
  fixed.maxSteps = 0;
  fixed.initialPower = parameters.power;
  fixed.initialThreshold = parameters.threshold;
  fixed.postFilter = parameters.postFilter;
  setUp("static fsai", A, fixed);
}

void Fsai::setUp(const std::string& name, const DistMatrix<double>& A, const AdaptiveFsaiParameters& parameters) {
  const bool staysHere = gathersNothing(A, parameters);
  FsaiBuildReport build;
  double gatherSeconds = 0, patternSeconds = 0, rowsSeconds = 0, matrixSeconds = 0, transposeSeconds = 0;
  {
    Teuchos::RCP<const DistMatrix<double>> seen = Teuchos::rcpFromRef(A);
    GatheredMatrix<double> gathered;
    InitialPattern<Device> initial;
    FsaiChunk<Device> rows;
    {
      const PhaseClock clock("Chronos::Fsai::gather", gatherSeconds);
      if (staysHere) seen = Teuchos::rcp(new DistMatrix<double>(rankBlock(A, CutEntries::dropped)));
      gathered = gather(*seen, parameters);
    }
    if (parameters.initialPower > 0) {
      const PhaseClock clock("Chronos::Fsai::pattern", patternSeconds);
      initial = staticPattern<Device>(gathered.matrix, gathered.ownedRows, parameters.initialThreshold,
                                      parameters.initialPower, batchBytes(parameters));
    }
    {
      const PhaseClock clock("Chronos::Fsai::rows", rowsSeconds);
      rows = isSingle(parameters.setupPrecision) ? buildRows<float>(gathered, initial, parameters, build)
                                                 : buildRows<double>(gathered, initial, parameters, build);
    }
    const PhaseClock clock("Chronos::Fsai::matrix", matrixSeconds);
    factor_ = Teuchos::rcp(new DistMatrix<double>(toDistMatrix(*seen, gathered, rows)));
    report_.numGatheredRows = gathered.numGatheredRows;
  }
  {
    const PhaseClock clock("Chronos::Fsai::transpose", transposeSeconds);
    factorTransposed_ = Teuchos::rcp(new DistMatrix<double>(transpose(*factor_)));
  }
  if (staysHere) {
    const Teuchos::RCP<const HaloPattern> nothing = noHalo(A.domainMap());
    factor_ = Teuchos::rcp(new DistMatrix<double>(amongRanks(A.rowMap(), nothing, *factor_)));
    factorTransposed_ = Teuchos::rcp(new DistMatrix<double>(amongRanks(A.rowMap(), nothing, *factorTransposed_)));
  }
  work_ = WorkBlock("Chronos::FSAI work", A.numRows());

  report_.name = name;
  report_.density = double(factor_->local().numEntries());
  report_.numFallbackRows = build.numBrokenRows;
  report_.numJacobiRows = build.numJacobiRows;
  report_.longestRow = longestRow<Device>(Execution(), factor_->local().rowPtr, factor_->numRows());
  report_.bytes = double(factor_->numBytes() + factorTransposed_->numBytes());
  report_.phases = {{"fsai gather rows", gatherSeconds},
                    {"fsai initial pattern", patternSeconds},
                    {"fsai rows", rowsSeconds},
                    {"fsai kaporin gradient", build.selectSeconds},
                    {"fsai systems gather", build.gatherSeconds},
                    {"fsai systems solve", build.solveSeconds},
                    {"fsai assemble", build.assembleSeconds},
                    {"fsai factor matrix", matrixSeconds},
                    {"fsai transpose", transposeSeconds}};
  report_.traffic = {{"fsai kaporin gradient", build.selectBytes},
                     {"fsai systems gather", build.gatherBytes},
                     {"fsai systems solve", build.solveBytes}};
  reportOverRanks(A, report_);
}

Teuchos::RCP<const Smoother> Fsai::narrowed(const Teuchos::RCP<const LevelMatrix>& /*A*/, StoragePrecision& precision,
                                            ColumnStorage columns, std::string& obstacle) const {
  for (; precision != StoragePrecision::doublePrecision; precision = widerThan(precision)) {
    const auto [factor, transposed] = narrowPair(*factor_, *factorTransposed_, precision, columns);
    if (!factor.matrix.is_null() && !transposed.matrix.is_null())
      return Teuchos::rcp(new NarrowFsai(*this, factor.matrix, transposed.matrix));
    obstacle = factor.matrix.is_null() ? factor.obstacle : transposed.obstacle;
  }
  return Teuchos::null;
}

void Fsai::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  const Block work = work_(widthOf(r));
  factor_->apply(r, work);
  factorTransposed_->apply(work, z, alpha, beta);
}

}  // namespace Chronos
