// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleEntryOperator.hpp"

#include "Chronos_WideProduct.hpp"

namespace Chronos {

SingleEntryOperator::SingleEntryOperator(const DistMatrix<double>& matrix)
    : domainMap_(matrix.domainMap()), rangeMap_(matrix.rowMap()), rows_(matrix.local()) {
  rows_.rowPtr = {};
  plan_.kind = ProductKind::singles;
}

bool SingleEntryOperator::isPossible(const DistMatrix<double>& matrix) {
  const CsrMatrix<double, Device>& rows = matrix.local();
  // Ranks ask together.
  if (!matrix.halo()->destinations().empty() || !matrix.halo()->sources().empty()) return false;
  const auto numEntries = static_cast<Offset>(rows.numEntries());
  if (numEntries != static_cast<Offset>(rows.numRows)) return false;
  return planProduct<Device>(rows.rowPtr, rows.numRows, numEntries).kind == ProductKind::singles;
}

void SingleEntryOperator::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  const Device::execution_space space;
  if (widthOf(x) > 1) multiplyWide<double, Device>(space, plan_, rows_, x, alpha, beta, y, y);
  else multiply<double, double, Device>(space, plan_, rows_, asVector(x), alpha, beta, asVector(y));
}

std::size_t SingleEntryOperator::numBytes() const {
  return rows_.numEntries() * (sizeof(double) + sizeof(LocalOrdinal));
}

}  // namespace Chronos
