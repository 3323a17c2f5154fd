// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRECISIONPARAMETERS_HPP
#define CHRONOS_PRECISIONPARAMETERS_HPP

#include "Chronos_ParameterBinding.hpp"
#include "Chronos_StoragePrecision.hpp"

#include <vector>

namespace Chronos {

/// \brief What the cycle reads, level by level (Tsai, 6.4); the set-up is in double. The last entry of a list
/// holds for all deeper levels; the last level of a hierarchy, which is solved, stays in double.
struct PrecisionParameters {
  std::vector<StoragePrecision> matrices{StoragePrecision::doublePrecision};  ///< A, P and R
  std::vector<StoragePrecision> smoother{StoragePrecision::doublePrecision};  ///< what a smoother multiplies by
  std::vector<StoragePrecision> vectors{StoragePrecision::doublePrecision};   ///< or single, automatic
  ColumnStorage columns = ColumnStorage::automatic;
  StoragePrecision krylov = StoragePrecision::doublePrecision;  ///< or single: what the Krylov method multiplies by

  /// One word for all three lists: single or 16 bits in matrices and smoothers, single in vectors; automatic
  /// in all; double: the lists.
  StoragePrecision all = StoragePrecision::doublePrecision;

  /// With lists in place of the one word.
  PrecisionParameters inLists() const {
    PrecisionParameters result = *this;
    if (all == StoragePrecision::doublePrecision) return result;
    result.matrices = result.smoother = {all};
    result.vectors = {all == StoragePrecision::automatic ? all : StoragePrecision::singlePrecision};
    result.all = StoragePrecision::doublePrecision;
    return result;
  }

  static StoragePrecision at(const std::vector<StoragePrecision>& list, std::size_t level) {
    return list[level < list.size() ? level : list.size() - 1];
  }
};

void bindPrecision(ParameterBinding& list, PrecisionParameters& p);

}  // namespace Chronos

#endif
