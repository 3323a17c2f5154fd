// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnIteration.hpp"

#include "Chronos_Communicator.hpp"

namespace Chronos {

ColumnIteration::ColumnIteration(const Operator& A, std::size_t numRows, int width)
    : comm_(A.rangeMap()->getComm()),
      width_(width),
      dots_(new ColumnDots<Device>(static_cast<std::int64_t>(numRows) * width, width)) {
  forgets_.fill(true);
}

ColumnScalars ColumnIteration::dot(const ConstBlock& x, const ConstBlock& y) const {
  ColumnScalars result{};
  dots_->dot(Device::execution_space(), asVector(x), asVector(y), result.data());
  sumOverRanks(*comm_, result.data(), width_);
  return result;
}

ColumnScalars ColumnIteration::applyDotted(const Operator& op, const ConstBlock& x, const Block& y,
                                           GatheredDots<Device>& dots) const {
  op.applyDotted(x, y, dots);
  ColumnScalars result{};
  if (dots.areThere()) dots_->dot(Device::execution_space(), dots, result.data());
  else dots_->dot(Device::execution_space(), asVector(x), asVector(ConstBlock(y)), result.data());
  sumOverRanks(*comm_, result.data(), width_);
  return result;
}

void ColumnIteration::reduceSquares(double flag) {
  reduceWithFlag(squares_.data(), width_, flag);
}

void ColumnIteration::reduceWithFlag(double* numbers, int count, double flag) {
  std::array<double, mostNumbers + 1> sums{};
  std::copy_n(numbers, count, sums.begin());
  sums[count] = flag;
  sumOverRanks(*comm_, sums.data(), count + 1);
  std::copy_n(sums.begin(), count, numbers);
  flagSum_ = sums[count];
}

void ColumnIteration::narrowTo(const std::vector<int>& columns, std::size_t numRows, int width) {
  chooseNumbers(columns, squares_);
  chooseNumbers(columns, forgets_);
  width_ = width;
  dots_.reset(new ColumnDots<Device>(static_cast<std::int64_t>(numRows) * width, width));
}

}  // namespace Chronos
