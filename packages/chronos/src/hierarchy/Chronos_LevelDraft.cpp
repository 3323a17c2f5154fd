// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LevelDraft.hpp"

#include "Chronos_NodeBlockMatrix.hpp"
#include "Chronos_SingleCopy.hpp"
#include "Chronos_StoredMatrix.hpp"

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

}  // namespace

bool storeLevel(const LevelDraft& draft, CyclePrecision precision, Level& level, LevelReport& report) {
  const bool wantsSingle = precision == CyclePrecision::singlePrecision && !draft.isLast();
  if (wantsSingle && fitsSingle(*draft.A) && fitsSingle(*draft.coarse.P)) {
    const StageClock clock("single copies", report.seconds);
    storeMatrices(draft, inSingle, level);
    level.hasOwnMatrix = true;
    return true;
  }
  storeMatrices(
      draft, [](const Matrix& matrix) { return asOperator(matrix); }, level);
  return !wantsSingle;
}

}  // namespace Chronos
