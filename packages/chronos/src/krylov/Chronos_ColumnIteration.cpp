// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnIteration.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Transport.hpp"

namespace Chronos {

std::optional<SumOverRanks> sumsOnDevice(const Operator& A) {
  const Comm& comm = *A.rangeMap()->getComm();
  if (comm.getSize() == 1) return SumOverRanks();
  DeviceSums* sums = transportOf(comm).transport->sums();
  if (sums == nullptr) return {};
  return SumOverRanks{{}, [sums](double* numbers, int count) { return sums->next(numbers, count); }};
}

std::optional<Obstacle> obstacleOfCg(double rho, double curvature) {
  if (!isPositive(rho)) return Obstacle{rho, "r^T M^{-1} r", "the preconditioner is not positive definite"};
  if (!isPositive(curvature)) return Obstacle{curvature, "p^T A p", notDefinite, true};
  return {};
}

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
  dots_->dot(Device::execution_space(), dots, asVector(x), asVector(ConstBlock(y)), result.data());
  sumOverRanks(*comm_, result.data(), width_);
  return result;
}

void ColumnIteration::reduceSquares(std::optional<double> flag) {
  reduceWithFlag(squares_.data(), width_, flag.value_or(0));
}

void ColumnIteration::awaitStep(const std::function<void()>& precondition) {
  stepEnded_.recordDefault();
  isAhead_ = false;
  try {
    if (expectsAnother_) precondition();
    isAhead_ = expectsAnother_;
  } catch (const InputError&) {  // such errors come on all ranks
  } catch (const BreakdownError&) {
  } catch (...) {
    // Nobody may give back the memory that the step writes to.
    stepEnded_.wait();
    throw;
  }
  stepEnded_.wait();
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
