// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LevelDraft.hpp"

#include "Chronos_NarrowMatrix.hpp"
#include "Chronos_StoredMatrix.hpp"

#include <tuple>

namespace Chronos {
namespace {

using Changes = std::vector<std::string>;

std::string notStoredIn(StoragePrecision precision, const std::string& what, const std::string& obstacle) {
  return what + " not stored in " + nameOf(precision) + ": " + obstacle;
}

// What `copy` makes of the precision, or of the next wider one that does; obstacles are added to `changes`.
template <class Copy>
auto narrowest(StoragePrecision& precision, const std::string& what, Changes& changes, const Copy& copy) {
  for (;; precision = widerThan(precision)) {
    std::string obstacle;
    const auto copies = copy(precision, obstacle);
    if (obstacle.empty()) return copies;
    changes.push_back(notStoredIn(precision, what, obstacle));
  }
}

// `cycle precision` is an older word for one choice of these.
PrecisionParameters storageOf(const AmgParameters& parameters) {
  if (parameters.precision == CyclePrecision::doublePrecision) return parameters.storage;
  PrecisionParameters storage;
  storage.matrices = {StoragePrecision::singlePrecision};
  storage.columns = ColumnStorage::plain;
  return storage;
}

bool asksForCopies(const PrecisionParameters& storage, std::size_t index) {
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

Changes storeNarrow(const LevelDraft& draft, std::size_t index, const AmgParameters& parameters,
                    const PrecisionParameters& storage, Level& level) {
  StoragePrecision precision = PrecisionParameters::at(storage.matrices, index), ofTransfers = precision;
  Changes changes;
  if (hasSixteenBits(precision) && needsDigits(index, parameters)) {
    changes.push_back(
        notStoredIn(precision, "A is", "the cycle visits the level more than once, which takes more digits"));
    precision = StoragePrecision::singlePrecision;
  }
  level.A = narrowest(precision, "A is", changes, [&](StoragePrecision tried, std::string& obstacle) {
    const NarrowOperator A = narrowSquare(*draft.A, tried, storage.columns);
    obstacle = A.obstacle;
    level.hasOwnMatrix = A.isCopy;
    return A.matrix;
  });
  std::tie(level.P, level.R) =
      narrowest(ofTransfers, "P and R are", changes, [&](StoragePrecision tried, std::string& obstacle) {
        const auto [P, R] = narrowPair(*draft.coarse.P, *draft.galerkin->restriction(), tried, storage.columns);
        obstacle = P.obstacle.empty() ? R.obstacle : P.obstacle;
        level.hasOwnTransfers = P.isCopy;
        return std::make_pair(P.matrix, R.matrix);
      });
  const StoragePrecision ofSmoother = PrecisionParameters::at(storage.smoother, index);
  if (ofSmoother == StoragePrecision::doublePrecision) return changes;
  std::string obstacle;
  const Teuchos::RCP<const Smoother> smoother =
      level.smoother->narrowed(level.A, ofSmoother, storage.columns, obstacle);
  if (!smoother.is_null()) level.smoother = smoother;
  if (!obstacle.empty()) changes.push_back(notStoredIn(ofSmoother, "the smoother is", obstacle));
  return changes;
}

}  // namespace

std::vector<std::string> storeLevel(const LevelDraft& draft, std::size_t index, const AmgParameters& parameters,
                                    Level& level, LevelReport& report) {
  const PrecisionParameters storage = storageOf(parameters);
  if (!draft.isLast() && asksForCopies(storage, index)) {
    const StageClock clock("narrow copies", report.seconds);
    return storeNarrow(draft, index, parameters, storage, level);
  }
  level.A = asOperator(draft.A);
  if (draft.isLast()) return {};
  level.P = asOperator(draft.coarse.P);
  level.R = asOperator(draft.galerkin->restriction());
  return {};
}

}  // namespace Chronos
