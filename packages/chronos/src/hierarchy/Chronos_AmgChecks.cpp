// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AmgChecks.hpp"

#include "Chronos_CoarseSolver.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_OperatorFiltering.hpp"
#include "Chronos_Zoltan2Door.hpp"

namespace Chronos {
namespace {

// Steps of conjugate gradients on an operator that is not symmetric would not minimise anything.
void checkKrylovLevels(const AmgParameters& parameters) {
  if (parameters.cycle != CycleKind::K) return;
  for (int level = 1; level <= parameters.krylovLevels && level + 1 < parameters.maxLevels; ++level)
    if (losesSymmetry(operatorFilteringOf(parameters, level)))
      throw InputError("`cycle` = K needs symmetric operators, and that of level " + std::to_string(level) +
                       " is filtered on the test space: set `krylov levels` to " + std::to_string(level - 1) +
                       ", `compensation` of `operator filtering` to diagonal, or take another cycle.");
}

bool narrows(const std::vector<StoragePrecision>& list) {
  return list.size() > 1 || list.front() != StoragePrecision::doublePrecision;
}

void checkPrecision(const PrecisionParameters& storage, CyclePrecision ofCycle) {
  if (storage.matrices.empty() || storage.smoother.empty() || storage.vectors.empty())
    throw InputError("The list `precision` needs a storage for the finest level at least.");
  const bool hasLists = narrows(storage.matrices) || narrows(storage.smoother) || narrows(storage.vectors);
  const bool storesAll = storage.all != StoragePrecision::doublePrecision;
  if (storesAll && hasLists)
    throw InputError(
        "Both `precision/all` and the lists `matrices`, `smoother` or `vectors` say what the cycle is stored in: "
        "leave one of them out.");
  const bool isGiven = hasLists || storesAll || storage.columns != ColumnStorage::automatic;
  if (ofCycle == CyclePrecision::singlePrecision && isGiven)
    throw InputError(
        "Both `cycle precision` = single and the list `precision` say what the cycle is stored in: leave the list "
        "out, or set `cycle precision` to double (the preset smoothed aggregation has it single).");
}

}  // namespace

void checkCombinations(const AmgParameters& parameters) {
  checkKrylovLevels(parameters);
  checkPrecision(parameters.storage, parameters.precision);
  checkCoarseSolver(parameters.coarseSolver);
  if (parameters.agglomeration == AgglomerationMethod::zoltan2) checkZoltan2();
}

}  // namespace Chronos
