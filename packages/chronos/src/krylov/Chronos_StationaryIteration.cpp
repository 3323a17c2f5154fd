// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StationaryIteration.hpp"

#include "Chronos_BlockUpdates.hpp"

namespace Chronos {
namespace {

// Of norms. Iterations that converge may well grow at first, but not by as much.
constexpr double greatestGrowth = 1e4;

}  // namespace

StationaryIteration::StationaryIteration(const Operator& A, const Operator* B, double omega, const Block& x,
                                         const Block& r)
    : ColumnIteration(A, r.extent(0), widthOf(r)),
      A_(A),
      B_(B),
      omega_(omega),
      x_(x),
      r_(r),
      q_(allocateBlock("Chronos::stationary q", r.extent(0), width_)),
      z_(allocateBlock("Chronos::stationary z", r.extent(0), width_)) {}

void StationaryIteration::prepare(const Flags&) {
  if (B_ != nullptr) B_->apply(r_, z_);
  else Kokkos::deep_copy(Device::execution_space(), z_, r_);
  A_.apply(z_, q_);
}

std::optional<Obstacle> StationaryIteration::obstacle(int column) const {
  if (!(squares_[column] > greatestGrowth * greatestGrowth * first_[column])) return {};
  Obstacle growth{squares_[column], "||r||", "lower `relaxation`, or take `method` = automatic"};
  growth.isDivergence = true;
  return growth;
}

const ColumnScalars& StationaryIteration::advance(const Flags& moves, std::optional<double> flag) {
  ColumnScalars steps{};
  for (int c = 0; c < width_; ++c) steps[c] = moves[c] ? omega_ : 0;
  dots_->advance(Device::execution_space(), steps.data(), asVector(ConstBlock(z_)), asVector(ConstBlock(q_)),
                 asVector(x_), asVector(r_), squares_.data());
  reduceSquares(flag);
  for (int c = 0; c < width_; ++c) {
    if (!moves[c] || !forgets_[c]) continue;
    first_[c] = squares_[c];
    forgets_[c] = false;
  }
  return squares_;
}

void StationaryIteration::narrow(const std::vector<int>& columns, const Block& x, const Block& r) {
  const int width = widthOf(r);
  chooseNumbers(columns, first_);
  narrowTo(columns, r.extent(0), width);
  x_ = x;
  r_ = r;
  q_ = allocateBlock("Chronos::stationary q", r.extent(0), width);
  z_ = allocateBlock("Chronos::stationary z", r.extent(0), width);
}

}  // namespace Chronos
