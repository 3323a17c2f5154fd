// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedCgSteps.hpp"

#include "Chronos_IsPositive.hpp"
#include "Chronos_StepFunctors.hpp"

namespace Chronos {
namespace {

// 0 of what is not positive, or where there is nothing to divide by.
struct RatioFinish {
  const double *numerator, *denominator;
  double* ratio;
  KOKKOS_INLINE_FUNCTION void operator()() const {
    const bool isThere = denominator != nullptr && isPositive(*numerator) && isPositive(*denominator);
    *ratio = isThere ? *numerator / *denominator : 0;
  }
};

struct PublishFinish {
  const double *rho, *curvature, *squares;
  double* onHost;
  KOKKOS_INLINE_FUNCTION void operator()() const {
    onHost[0] = *rho;
    onHost[1] = *curvature;
    onHost[2] = *squares;
  }
};

}  // namespace

UnwatchedCgSteps::UnwatchedCgSteps(std::size_t numEntries, const SumOverRanks& overRanks, int numKept)
    : sums_(static_cast<std::int64_t>(numEntries), 1),
      overRanks_(overRanks),
      onDevice_(allocateZeros<Vector>("Chronos::CG coefficients", numPlaces)),
      onHost_(allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::CG numbers", numNumbers * numKept)),
      numKept_(numKept) {}

template <class Finish>
void UnwatchedCgSteps::sum(const GatheredDots<Device>& products, const ConstVector& x, const ConstVector& y,
                           Place place, const Finish& finish) const {
  const Device::execution_space space;
  if (products.areThere())
    sumToOneOverRanks<1>(space, EntryTerm<Device, double>{products.sums()}, static_cast<std::int64_t>(products.size()),
                         products.room(), at(place), 1, overRanks_, finish);
  else
    sumToOneOverRanks<1>(space, ProductTerm<Device>{x, y}, static_cast<std::int64_t>(x.extent(0)), sums_, at(place), 1,
                         overRanks_, finish);
}

void UnwatchedCgSteps::turn(const GatheredDots<Device>& products, const ConstVector& r, const ConstVector& z,
                            bool isFirst, double step, const Vector& p, const Vector& x) {
  const Place mine = rhoOf(numBegun_), former = rhoOf(numBegun_ + 1);
  ++numBegun_;
  sum(products, r, z, mine, RatioFinish{at(mine).data(), isFirst ? nullptr : at(former).data(), at(beta).data()});
  using Functor = AddStepAndTurnFunctor<NumberOnDevice, NumbersOfColumns<1>>;
  forEntries<1>("Chronos::addStepAndTurn", p.extent(0),
                Functor{z.data(), {at(beta).data()}, p.data(), NumbersOfColumns<1>(&step), x.data()});
}

void UnwatchedCgSteps::measure(const GatheredDots<Device>& products, const ConstVector& p, const ConstVector& q) const {
  sum(products, p, q, curvature, RatioFinish{at(rhoOf(numBegun_ - 1)).data(), at(curvature).data(), at(alpha).data()});
}

void UnwatchedCgSteps::advance(const ConstVector& q, const Vector& r) const {
  const ResidualStepTerm<Device, NumberOnDevice> term{{at(alpha).data()}, q, r};
  const int step = numBegun_ - 1;
  const PublishFinish publish{at(rhoOf(step)).data(), at(curvature).data(), at(squares).data(), rowOf(step)};
  sumToOneOverRanks<1>(Device::execution_space(), term, static_cast<std::int64_t>(r.extent(0)), sums_, at(squares), 1,
                       overRanks_, publish);
}

UnwatchedCgSteps::Numbers UnwatchedCgSteps::numbers(int k) const {
  const double* row = onHost_.data() + numNumbers * (k % numKept_);
  return {row[0], row[1], row[2]};
}

}  // namespace Chronos
