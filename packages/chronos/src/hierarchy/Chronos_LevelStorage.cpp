// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LevelStorage.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Agglomeration.hpp"
#include "Chronos_NarrowMatrix.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SingleEntryOperator.hpp"
#include "Chronos_StoredMatrix.hpp"

#include <tuple>

namespace Chronos {
namespace {

constexpr auto doublePrecision = StoragePrecision::doublePrecision;

std::string notStoredIn(StoragePrecision precision, const std::string& what, const std::string& obstacle) {
  return what + " not stored in " + nameOf(precision) + ": " + obstacle;
}

// What `copy` makes of the precision, or of the next wider one that does; obstacles are added to `changes`.
template <class Copy>
auto narrowest(StoragePrecision& precision, const std::string& what, std::vector<std::string>& changes,
               const Copy& copy) {
  for (;; precision = widerThan(precision)) {
    std::string obstacle;
    const auto copies = copy(precision, obstacle);
    if (obstacle.empty()) return copies;
    changes.push_back(notStoredIn(precision, what, obstacle));
  }
}

// A second visit, and a Krylov step, subtract A times a correction that the levels below made with their own matrices.
// Rounding A to 16 bits moves its small eigenvalues by more than they are, so that the two no longer fit each other and
// the cycle is not positive definite; one visit alone is, whatever rounding does (docs/precision.md).
bool needsDigits(std::size_t index, const AmgParameters& parameters, int activeRanks) {
  if (index == 0) return false;
  if (parameters.cycle != CycleKind::K && !parameters.repeatsSharedLevels && activeRanks > 1) return false;
  switch (parameters.cycle) {
    case CycleKind::V: return false;
    case CycleKind::H: return index % 2 == 1;
    case CycleKind::K: return static_cast<int>(index) <= parameters.krylovLevels;
    default: return true;
  }
}

// A matrix that lies in the second cache of a GPU is bound by launches and instructions, not by bytes.
constexpr double leastBytesOnDevice = 50e6;

// The same on all ranks.
StoragePrecision worthwhile(const DistMatrix<double>& A) {
  const Comm& comm = *A.rowMap()->getComm();
  if (runsOnHost<Device>) {
    const long long numOther = A.numRows() > 0 && !A.nodesOfLongRows().exists() ? 1 : 0;
    return sumOverRanks(comm, numOther) == 0 ? StoragePrecision::singlePrecision : doublePrecision;
  }
  const double perRank = sumOverRanks(comm, double(A.numBytes())) / numActiveRanks(*A.rowMap());
  return perRank >= leastBytesOnDevice ? StoragePrecision::half : doublePrecision;
}

void storeSmoother(const WideLevel& wide, LevelStorage& storage, Level& level, LevelReport& report) {
  if (storage.smoother == doublePrecision) return;
  std::string obstacle;
  const StoragePrecision asked = storage.smoother;
  const Teuchos::RCP<const Smoother> narrow =
      wide.smoother->narrowed(level.A, storage.smoother, storage.columns, obstacle);
  if (!obstacle.empty()) report.widened.push_back(notStoredIn(asked, "the smoother is", obstacle));
  if (narrow.is_null()) storage.smoother = doublePrecision;
  // It multiplies by the matrix of the cycle.
  else if (wide.smoother->keptMatrix() && !narrow->keptMatrix()) storage.smoother = storage.matrix;
  if (!narrow.is_null()) level.smoother = narrow;
}

// Why the level has no vectors in single; empty where it has.
std::string openSingle(Level& level) {
  level.single.A = level.A->forSingleVectors();
  if (level.single.A == nullptr) return "A is stored in double, or entries are out of their range";
  if (level.single.P == nullptr || level.single.R == nullptr)
    return "P and R are stored in double, or entries are out of their range";
  level.single.smoother = level.smoother->forSingleVectors(*level.single.A);
  return level.single.exists() ? "" : "the smoother has no form for them, or is stored in double";
}

void openForSingleVectors(LevelStorage& storage, Level& level, LevelReport& report) {
  std::string obstacle;
  if (storage.hasSingleVectors()) obstacle = openSingle(level);
  if (!obstacle.empty()) report.widened.push_back(notStoredIn(storage.vectors, "vectors are", obstacle));
  if (storage.hasSingleVectors() && level.single.exists()) return;
  storage.vectors = doublePrecision;
  level.single = {};
}

Teuchos::RCP<const Operator> prolongationOf(const WideLevel& wide) {
  if (wide.isKept || !SingleEntryOperator::isPossible(*wide.P)) return asOperator(wide.P);
  return Teuchos::rcp(new SingleEntryOperator(*wide.P));
}

// Unknowns of both levels, on all ranks. Where coarse ones do not, and are as many by chance, each third sum of a row
// is kept and so is the whole one.
bool comeInThrees(const WideLevel& wide) {
  const bool fineOnes = wide.A->numRows() == 0 || wide.A->nodes().exists();
  const bool coarseOnes = wide.P->numOwnedCols() % nodeSize == 0;
  return sumOverRanks(*wide.A->rowMap()->getComm(), fineOnes && coarseOnes ? 0LL : 1LL) == 0;
}

void storeTransfers(const WideLevel& wide, LevelStorage& storage, Level& level, LevelReport& report) {
  using Transfers = std::pair<Teuchos::RCP<const Operator>, Teuchos::RCP<const Operator>>;
  const auto copy = [&](StoragePrecision tried, std::string& obstacle) -> Transfers {
    level.prolongationCopy = level.restrictionCopy = {};
    if (tried == doublePrecision && storage.columns != ColumnStorage::compact)
      return {prolongationOf(wide), asOperator(wide.R)};
    const bool inThrees = hasSixteenBits(tried) && comeInThrees(wide);
    const auto [P, R] =
        narrowPair(*wide.P, *wide.R, tried, storage.columns, inThrees ? RowSums::keptInThrees : RowSums::kept);
    obstacle = P.obstacle.empty() ? R.obstacle : P.obstacle;
    level.prolongationCopy = {P.isCopy, P.sharesRows};
    level.restrictionCopy = {R.isCopy, R.sharesRows};
    report.entriesLeftOut += P.numLeftOut;
    level.single.P = P.matrix.is_null() ? nullptr : P.matrix->forSingleVectors();
    level.single.R = R.matrix.is_null() ? nullptr : R.matrix->forSingleVectors();
    return {P.matrix, R.matrix};
  };
  std::tie(level.P, level.R) = narrowest(storage.transfers, "P and R are", report.widened, copy);
}

void storeCopies(const WideLevel& wide, LevelStorage& storage, Level& level, LevelReport& report) {
  level.A = narrowest(storage.matrix, "A is", report.widened, [&](StoragePrecision tried, std::string& obstacle) {
    const NarrowOperator A = narrowSquare(*wide.A, tried, storage.columns);
    obstacle = A.obstacle;
    level.matrixCopy = {A.isCopy, A.sharesRows};
    report.entriesLeftOut += A.numLeftOut;
    return A.matrix;
  });
  storeTransfers(wide, storage, level, report);
  storeSmoother(wide, storage, level, report);
  openForSingleVectors(storage, level, report);
}

double bytesOnAllRanks(const Level& level) {
  return sumOverRanks(*level.A->rangeMap()->getComm(), double(level.numBytes()));
}

void note(const LevelStorage& storage, const Level& level, LevelReport& report) {
  report.matrixStorage = nameOf(storage.matrix);
  report.transferStorage = nameOf(storage.transfers);
  report.smootherStorage = nameOf(storage.smoother);
  report.vectorStorage = nameOf(storage.vectors);
  report.smoother = level.smoother->report().name;
  report.smootherDensity = level.smoother->report().density;
  report.bytes = double(level.numBytes());
}

}  // namespace

bool LevelStorage::hasSixteenBits() const {
  return Chronos::hasSixteenBits(matrix) || Chronos::hasSixteenBits(transfers) || Chronos::hasSixteenBits(smoother);
}

bool LevelStorage::isNarrow() const {
  return matrix != doublePrecision || transfers != doublePrecision || smoother != doublePrecision;
}

LevelStorage LevelStorage::wider() const {
  LevelStorage result = *this;
  for (StoragePrecision* part : {&result.transfers, &result.matrix, &result.smoother}) {
    if (!Chronos::hasSixteenBits(*part)) continue;
    *part = StoragePrecision::singlePrecision;
    return result;
  }
  result = {};
  result.columns = columns;
  return result;
}

LevelStorage storageOf(const AmgParameters& parameters, std::size_t index, const WideLevel& wide, LevelReport& report) {
  LevelStorage result;
  if (parameters.precision == CyclePrecision::singlePrecision) {
    result.matrix = result.transfers = StoragePrecision::singlePrecision;
    result.columns = ColumnStorage::plain;
    return result;
  }
  const PrecisionParameters storage = parameters.storage.inLists();
  result.matrix = result.transfers = PrecisionParameters::at(storage.matrices, index);
  result.smoother = PrecisionParameters::at(storage.smoother, index);
  result.vectors = PrecisionParameters::at(storage.vectors, index);
  result.columns = storage.columns;
  if (result.matrix == StoragePrecision::automatic || result.smoother == StoragePrecision::automatic) {
    const StoragePrecision chosen = worthwhile(*wide.A);
    if (result.matrix == StoragePrecision::automatic) result.matrix = result.transfers = chosen;
    if (result.smoother == StoragePrecision::automatic) result.smoother = chosen;
  }
  if (hasSixteenBits(result.matrix) && needsDigits(index, parameters, report.activeRanks)) {
    report.widened.push_back(
        notStoredIn(result.matrix, "A is", "the cycle visits the level more than once, which takes more digits"));
    result.matrix = StoragePrecision::singlePrecision;
  }
  if (result.vectors == StoragePrecision::automatic) {
    const bool winsBeside = !runsOnHost<Device> && result.hasSixteenBits();
    result.vectors = winsBeside ? StoragePrecision::singlePrecision : StoragePrecision::doublePrecision;
  }
  return result;
}

void storeLevel(const WideLevel& wide, LevelStorage& storage, Level& level, LevelReport& report) {
  level.A = asOperator(wide.A);
  level.smoother = wide.smoother;
  level.matrixCopy = level.prolongationCopy = level.restrictionCopy = {};
  level.single = {};
  report.entriesLeftOut = 0;
  if (!wide.isLast()) {
    level.P = prolongationOf(wide);
    level.R = asOperator(wide.R);
  }
  report.bytesInDouble = double(level.numBytes());
  if (wide.isLast()) {
    level.single.solve = wide.smoother->solveForSingleVectors();
    storage = LevelStorage();
  } else if (!storage.takesCopies()) {
    openForSingleVectors(storage, level, report);
    storage = LevelStorage();
  } else {
    const StageClock clock("narrow copies", report.seconds);
    storeCopies(wide, storage, level, report);
  }
  note(storage, level, report);
}

void storeForKrylov(const DistMatrix<double>& A, bool isFinest, ColumnStorage columns, Hierarchy& hierarchy) {
  constexpr auto singlePrecision = StoragePrecision::singlePrecision;
  if (hierarchy.levels.size() == 1) return;
  if (isFinest && hierarchy.report.levels.front().matrixStorage == nameOf(singlePrecision)) {
    hierarchy.krylovMatrix = hierarchy.levels.front().A;
    return;
  }
  const NarrowOperator copy = narrowSquare(A, singlePrecision, columns);
  if (!copy.obstacle.empty()) {
    hierarchy.report.notes.push_back(notStoredIn(singlePrecision, "the matrix of the Krylov method is", copy.obstacle));
    return;
  }
  const std::size_t shared = A.memoryBytes() - CopyKind{true, copy.sharesRows}.bytesBeside(A);
  hierarchy.krylovMatrix = copy.matrix;
  hierarchy.krylovBytes = copy.matrix->numBytes() - shared;
  hierarchy.report.levels.front().bytes += sumOverRanks(*A.rowMap()->getComm(), double(hierarchy.krylovBytes));
}

void endSingleVectors(Hierarchy& hierarchy, std::size_t level, const std::string& why) {
  if (!hierarchy.levels[level].single.exists()) return;
  hierarchy.levels[level].single = {};
  LevelReport& report = hierarchy.report.levels[level];
  report.vectorStorage = nameOf(doublePrecision);
  report.bytes = bytesOnAllRanks(hierarchy.levels[level]);
  report.widened.push_back(notStoredIn(StoragePrecision::singlePrecision, "vectors are", why));
  hierarchy.report.notes.push_back("level " + std::to_string(level) + ": " + report.widened.back());
}

}  // namespace Chronos
