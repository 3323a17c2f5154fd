// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BestIterates.hpp"

#include "Chronos_BlockUpdates.hpp"

namespace Chronos {
namespace {

using Flags = BestIterates::Flags;

void setToZero(const Flags& columns, const Block& x) {
  ColumnScalars keep{};
  for (int c = 0; c < widestBlock; ++c) keep[c] = columns[c] ? 0 : 1;
  scaleColumns(keep, x);
}

}  // namespace

void BestIterates::start(const ConstBlock& x) {
  start_ = allocateBlock("Chronos::CG initial guess", x.extent(0), widthOf(x));
  Kokkos::deep_copy(Device::execution_space(), start_, x);
}

void BestIterates::keep(const ConstBlock& x, const Flags& columns) {
  if (best_.extent(1) != x.extent(1)) best_ = allocateBlock("Chronos::CG best iterate", x.extent(0), widthOf(x));
  copyColumns(x, columns, best_);
  for (int c = 0; c < widthOf(x); ++c) isStored_[c] = isStored_[c] || columns[c];
}

void BestIterates::restore(const Flags& columns, const Block& x) const {
  Flags fromBest{}, fromStart{};
  for (int c = 0; c < widthOf(x); ++c) (isStored_[c] ? fromBest : fromStart)[c] = columns[c];
  if (any(fromBest)) copyColumns(best_, fromBest, x);
  if (!any(fromStart)) return;
  if (start_.extent(1) > 0) copyColumns(start_, fromStart, x);
  else setToZero(fromStart, x);
}

void BestIterates::narrow(const std::vector<int>& columns, int width) {
  for (Block* block : {&best_, &start_}) {
    if (block->extent(1) == 0) continue;
    const Block narrowed = allocateBlock("Chronos::CG fewer columns", block->extent(0), width);
    chooseColumns(*block, columns, narrowed);
    *block = narrowed;
  }
  Flags isStored{};
  for (std::size_t c = 0; c < columns.size(); ++c) isStored[c] = isStored_[columns[c]];
  isStored_ = isStored;
}

}  // namespace Chronos
