// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_KrylovSteps.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_LevelMatrix.hpp"
#include "Chronos_TwoDirections.hpp"

#include <algorithm>

namespace Chronos {

void KrylovCounts::add(const KrylovCounts& other) {
  firstSteps += other.firstSteps;
  secondSteps += other.secondSteps;
  notPositive += other.notPositive;
  dependent += other.dependent;
}

KrylovSteps::KrylovSteps(std::size_t numRows, bool isShared)
    : image_("Chronos::K cycle image", numRows),
      second_("Chronos::K cycle second direction", numRows),
      isShared_(isShared),
      outcomes_("Chronos::K cycle outcomes", numTwoStepsOutcomes * widestBlock) {
  image_(1);
  second_(1);
  prepare(1);
}

// The last copy out of pinned memory has ended.
KrylovSteps::~KrylovSteps() {
  if (isShared_) Device::execution_space().fence();
}

void KrylovSteps::prepare(int width) {
  if (width == width_) return;
  if (isShared_) Device::execution_space().fence();
  width_ = width;
  sums_.reset(new ProductSums<Device>(static_cast<std::int64_t>(image_(width).size()), width));
  const int length = ProductSums<Device>::resultLength(width);
  firstProducts_ = allocate<Vector>("Chronos::K cycle products", length);
  secondProducts_ = allocate<Vector>("Chronos::K cycle products", length);
  onHost_ = allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::K cycle products on the host", length);
}

void KrylovSteps::toHost(const Vector& products) {
  const Device::execution_space space;
  Kokkos::deep_copy(space, onHost_, products);
  space.fence();
}

void KrylovSteps::sumOnDevice(const Comm& comm, const Vector& products, int numProducts) {
  if (!isShared_ || comm.getSize() == 1) return;
  toHost(products);
  sumOverRanks(comm, onHost_.data(), numProducts * width_);
  Kokkos::deep_copy(Device::execution_space(), products, onHost_);
}

// Leaves e in x when it is; otherwise r is the residual behind the first step.
bool KrylovSteps::firstSuffices(double tolerance, const Comm& comm, const Block& r, const Block& x, const Block& v) {
  const Device::execution_space space;
  const ConstVector c = asVector(ConstBlock(x)), image = asVector(ConstBlock(v)), right = asVector(ConstBlock(r));
  if (tolerance > 0 && width_ == 1) {
    // Summed over all ranks even where one has them all: it is they who decide whether levels below are visited again.
    sums_->ofStep(space, c, image, right, firstProducts_);
    toHost(firstProducts_);
    sumOverRanks(comm, onHost_.data(), ProductSums<Device>::numOfStep);
    const double rho = onHost_(0), alpha = onHost_(1), square = onHost_(2), mixed = onHost_(3), images = onHost_(4);
    if (!isPositive(rho)) {
      if (rho != 0 || alpha != 0) ++counts_.notPositive;
      return true;
    }
    const double length = alpha / rho;
    if (square - 2 * length * mixed + length * length * images <= tolerance * tolerance * square) {
      ColumnScalars factor{};
      factor[0] = length;
      scaleColumns(factor, x);
      return true;
    }
    if (comm.getSize() > 1) Kokkos::deep_copy(space, firstProducts_, onHost_);
  } else {
    sums_->ofOne(space, c, image, right, image, firstProducts_);
    sumOnDevice(comm, firstProducts_, 2);
  }
  subtractFirstStep(firstProducts_, v, r);
  return false;
}

void KrylovSteps::take(const LevelMatrix& A, const std::function<void(const ConstBlock&, const Block&)>& correct,
                       double tolerance, const Block& r, const Block& x, const Block& other) {
  const int width = widthOf(r);
  prepare(width);
  const Comm& comm = *A.rangeMap()->getComm();
  const Block v = image_(width);
  correct(r, x);
  A.apply(x, v);
  ++counts_.firstSteps;
  if (firstSuffices(tolerance, comm, r, x, v)) return;
  const Block second = second_(width);
  correct(r, second);
  A.apply(second, other);
  ++counts_.secondSteps;
  sums_->ofOne(Device::execution_space(), asVector(ConstBlock(second)), asVector(ConstBlock(v)),
               asVector(ConstBlock(other)), asVector(ConstBlock(r)), secondProducts_);
  sumOnDevice(comm, secondProducts_, ProductSums<Device>::numOfOne);
  combineTwoSteps(firstProducts_, secondProducts_, second, x, outcomes_);
}

KrylovCounts KrylovSteps::counts(const Comm& comm) const {
  const std::vector<long long> outcomes = toVector(outcomes_);
  const auto sum = [&](TwoStepsOutcome outcome) {
    long long here = 0;
    for (int c = 0; c < widestBlock; ++c) here += outcomes[static_cast<int>(outcome) * widestBlock + c];
    return maxOverRanks(comm, here);
  };
  KrylovCounts counts = counts_;
  counts.notPositive += sum(TwoStepsOutcome::notPositive);
  counts.dependent += sum(TwoStepsOutcome::dependent);
  return counts;
}

std::size_t KrylovSteps::numBytes() const {
  return image_.numBytes() + second_.numBytes() + sums_->numBytes() +
         (firstProducts_.extent(0) + secondProducts_.extent(0)) * sizeof(double) +
         outcomes_.extent(0) * sizeof(long long);
}

}  // namespace Chronos
