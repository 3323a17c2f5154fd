// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LevelDraft.hpp"

#include "Chronos_NarrowMatrix.hpp"
#include "Chronos_NodeBlockMatrix.hpp"
#include "Chronos_SingleCopy.hpp"
#include "Chronos_StoredMatrix.hpp"

#include <tuple>

namespace Chronos {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

template <class Store>
void storeMatrices(const LevelDraft& draft, const Store& store, Level& level) {
  level.A = store(draft.A);
  if (draft.isLast()) return;
  level.P = store(draft.coarse.P);
  level.R = store(draft.galerkin->restriction());
}

Teuchos::RCP<const LevelMatrix> inSingle(const Matrix& matrix) {
  const Teuchos::RCP<const LevelMatrix> byNodes = singleByNodes(*matrix);
  if (!byNodes.is_null()) return byNodes;
  return asOperator(Teuchos::RCP<const DistMatrix<float>>(Teuchos::rcp(new DistMatrix<float>(singleCopy(*matrix)))));
}

std::string notStoredIn(StoragePrecision precision, const std::string& what, const std::string& obstacle) {
  return what + " not stored in " + nameOf(precision) + ": " + obstacle + "; ";
}

// What `copy` makes of the precision, or of the next wider one that does; obstacles are added to `changes`.
template <class Copy>
auto narrowest(StoragePrecision& precision, const std::string& what, std::string& changes, const Copy& copy) {
  for (;; precision = widerThan(precision)) {
    std::string obstacle;
    const auto copies = copy(precision, obstacle);
    if (obstacle.empty()) return copies;
    changes += notStoredIn(precision, what, obstacle);
  }
}

bool isGiven(const PrecisionParameters& storage, std::size_t index) {
  return PrecisionParameters::at(storage.matrices, index) != StoragePrecision::doublePrecision ||
         PrecisionParameters::at(storage.smoother, index) != StoragePrecision::doublePrecision ||
         storage.columns == ColumnStorage::compact;
}

// A second visit, and a Krylov step, subtract A times a correction that the levels below made with their own matrices.
// Rounding A to 16 bits moves its small eigenvalues by more than they are, so that the two no longer fit each other and
// the cycle is not positive definite; one visit alone is, whatever rounding does (docs/precision.md).
bool needsDigits(std::size_t index, const AmgParameters& parameters) {
  if (index == 0) return false;
  switch (parameters.cycle) {
    case CycleKind::V: return false;
    case CycleKind::H: return index % 2 == 1;
    case CycleKind::K: return static_cast<int>(index) <= parameters.krylovLevels;
    default: return true;
  }
}

// \return as storeLevel()
std::string storeNarrow(const LevelDraft& draft, std::size_t index, const AmgParameters& parameters, Level& level) {
  const PrecisionParameters& storage = parameters.storage;
  StoragePrecision precision = PrecisionParameters::at(storage.matrices, index), ofWay = precision;
  std::string changes;
  if (hasSixteenBits(precision) && needsDigits(index, parameters)) {
    changes = notStoredIn(precision, "A is", "the cycle visits the level more than once, which takes more digits");
    precision = StoragePrecision::singlePrecision;
  }
  level.A = narrowest(precision, "A is", changes, [&](StoragePrecision tried, std::string& obstacle) {
    const NarrowOperator A = narrowSquare(*draft.A, tried, storage.columns);
    obstacle = A.obstacle;
    return A.matrix;
  });
  std::tie(level.P, level.R) =
      narrowest(ofWay, "P and R are", changes, [&](StoragePrecision tried, std::string& obstacle) {
        const auto [P, R] = narrowPair(*draft.coarse.P, *draft.galerkin->restriction(), tried, storage.columns);
        obstacle = P.obstacle.empty() ? R.obstacle : P.obstacle;
        return std::make_pair(P.matrix, R.matrix);
      });
  const auto isOwn = [&](StoragePrecision stored) {
    return stored != StoragePrecision::doublePrecision || storage.columns == ColumnStorage::compact;
  };
  level.hasOwnMatrix = isOwn(precision);
  level.hasOwnTransfers = isOwn(ofWay);
  const StoragePrecision ofSmoother = PrecisionParameters::at(storage.smoother, index);
  if (ofSmoother == StoragePrecision::doublePrecision) return changes;
  std::string obstacle;
  const Teuchos::RCP<const Smoother> smoother =
      level.smoother->narrowed(level.A, ofSmoother, storage.columns, obstacle);
  if (!smoother.is_null()) level.smoother = smoother;
  if (obstacle.empty()) return changes;
  return changes + notStoredIn(ofSmoother, "the smoother is", obstacle);
}

}  // namespace

std::string storeLevel(const LevelDraft& draft, std::size_t index, const AmgParameters& parameters, Level& level,
                       LevelReport& report) {
  if (!draft.isLast() && isGiven(parameters.storage, index)) {
    const StageClock clock("narrow copies", report.seconds);
    return storeNarrow(draft, index, parameters, level);
  }
  const bool wantsSingle = parameters.precision == CyclePrecision::singlePrecision && !draft.isLast();
  if (wantsSingle && fitsSingle(*draft.A) && fitsSingle(*draft.coarse.P)) {
    const StageClock clock("single copies", report.seconds);
    storeMatrices(draft, inSingle, level);
    level.hasOwnMatrix = level.hasOwnTransfers = true;
    return "";
  }
  storeMatrices(
      draft, [](const Matrix& matrix) { return asOperator(matrix); }, level);
  return wantsSingle
             ? notStoredIn(StoragePrecision::singlePrecision, "its matrices are", "entries are out of its range")
             : "";
}

}  // namespace Chronos
