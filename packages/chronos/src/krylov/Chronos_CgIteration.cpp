// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CgIteration.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Communicator.hpp"

namespace Chronos {

CgIteration::CgIteration(const Operator& A, const Operator* M, const Block& x, const Block& r)
    : A_(A),
      M_(M),
      comm_(A.rangeMap()->getComm()),
      width_(widthOf(r)),
      x_(x),
      r_(r),
      p_(allocateBlock("Chronos::CG p", r.extent(0), width_)),
      q_(allocateBlock("Chronos::CG q", r.extent(0), width_)),
      z_(M == nullptr ? r : allocateBlock("Chronos::CG z", r.extent(0), width_)),
      dots_(new ColumnDots<Device>(static_cast<std::int64_t>(r.size()), width_)) {
  forgets_.fill(true);
}

void CgIteration::reduce(ColumnScalars& sums) const {
  sumOverRanks(*comm_, sums.data(), width_);
}

ColumnScalars CgIteration::dot(const ConstBlock& x, const ConstBlock& y) const {
  ColumnScalars result{};
  dots_->dot(Device::execution_space(), asVector(x), asVector(y), result.data());
  reduce(result);
  return result;
}

const ColumnScalars& CgIteration::direction() {
  if (M_ != nullptr) M_->apply(r_, z_);
  // Without a preconditioner r^T z is what advance() has summed.
  const bool isKnown = M_ == nullptr && !forgets_[0] && width_ == 1;
  const ColumnScalars rho = isKnown ? squares_ : dot(r_, z_);
  for (int c = 0; c < width_; ++c) {
    beta_[c] = forgets_[c] ? 0 : rho[c] / rho_[c];
    forgets_[c] = false;
  }
  rho_ = rho;
  addMultiples(z_, beta_, p_);
  return rho_;
}

const ColumnScalars& CgIteration::curvature() {
  A_.apply(p_, q_);
  curvature_ = dot(p_, q_);
  return curvature_;
}

const ColumnScalars& CgIteration::advance(const std::array<bool, widestBlock>& moves, double flag) {
  ColumnScalars steps{};
  for (int c = 0; c < width_; ++c) steps[c] = moves[c] ? alpha(c) : 0;
  std::array<double, widestBlock + 1> sums{};
  dots_->advance(Device::execution_space(), steps.data(), asVector(ConstBlock(p_)), asVector(ConstBlock(q_)),
                 asVector(x_), asVector(r_), sums.data());
  sums[width_] = flag;
  sumOverRanks(*comm_, sums.data(), width_ + 1);
  for (int c = 0; c < width_; ++c) squares_[c] = sums[c];
  flagSum_ = sums[width_];
  return squares_;
}

void CgIteration::narrow(const std::vector<int>& columns, const Block& x, const Block& r) {
  const int width = widthOf(r);
  const Block p = allocateBlock("Chronos::CG p", r.extent(0), width);
  chooseColumns(p_, columns, p);
  const ColumnScalars rho = rho_, squares = squares_;
  const std::array<bool, widestBlock> forgets = forgets_;
  for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
    rho_[c] = rho[columns[c]];
    squares_[c] = squares[columns[c]];
    forgets_[c] = forgets[columns[c]];
  }
  width_ = width;
  x_ = x;
  r_ = r;
  p_ = p;
  q_ = allocateBlock("Chronos::CG q", r.extent(0), width);
  z_ = M_ == nullptr ? r : allocateBlock("Chronos::CG z", r.extent(0), width);
  dots_.reset(new ColumnDots<Device>(static_cast<std::int64_t>(r.size()), width));
}

}  // namespace Chronos
