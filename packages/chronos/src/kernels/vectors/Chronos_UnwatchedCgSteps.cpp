// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedCgSteps.hpp"

#include "Chronos_IsPositive.hpp"
#include "Chronos_StepFunctors.hpp"

namespace Chronos {
namespace {

// Of each column that is meant; 0 of what is not positive.
template <int width>
struct RatioFinish {
  OfColumns<bool, width> isMeant;
  const double *numerators, *denominators;
  double* ratios;
  KOKKOS_INLINE_FUNCTION void operator()() const {
    for (int c = 0; c < width; ++c) {
      const bool isThere = isMeant(c) && isPositive(numerators[c]) && isPositive(denominators[c]);
      ratios[c] = isThere ? numerators[c] / denominators[c] : 0;
    }
  }
};

template <int width>
struct PublishFinish {
  const double *rho, *curvature, *squares;
  double* onHost;
  KOKKOS_INLINE_FUNCTION void operator()() const {
    for (int c = 0; c < width; ++c) {
      onHost[c] = rho[c];
      onHost[width + c] = curvature[c];
      onHost[2 * width + c] = squares[c];
    }
  }
};

// r -= step q; the first entry's thread does what is left to do behind the sums before.
template <int width>
struct ResidualStepFunctor {
  NumberOnDevice steps;
  const double* q;
  double* r;
  PublishFinish<width> publish;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    const double step = steps(column);
    if (step != 0) r[i] -= step * q[i];
    if (i == 0) publish();
  }
};

UnwatchedCgSteps::Flags othersThan(UnwatchedCgSteps::Flags flags) {
  for (bool& flag : flags) flag = !flag;
  return flags;
}

}  // namespace

UnwatchedCgSteps::UnwatchedCgSteps(std::size_t numEntries, int width, const SumOverRanks& overRanks, int numKept)
    : width_(width),
      sums_(static_cast<std::int64_t>(numEntries), width),
      overRanks_(overRanks),
      onDevice_(allocateZeros<Vector>("Chronos::CG coefficients", std::size_t(numPlaces) * width)),
      onHost_(allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::CG numbers", numNumbers * width * numKept)),
      numKept_(numKept) {}

void UnwatchedCgSteps::resume(const ColumnScalars& rhoBefore) const {
  const Kokkos::View<const double*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> onHost(rhoBefore.data(),
                                                                                                       width_);
  Kokkos::deep_copy(at(rhoOf(numBegun_ + 1)), onHost);
}

template <int width, class Finish>
void UnwatchedCgSteps::sum(const GatheredDots<Device>& products, const ConstVector& x, const ConstVector& y,
                           Place place, const Finish& finish) const {
  const Device::execution_space space;
  if (products.areThere())
    sumToOneOverRanks<width>(space, EntryTerm<Device, double>{products.sums()},
                             static_cast<std::int64_t>(products.size()), products.room(), at(place), width, overRanks_,
                             finish);
  else
    sumToOneOverRanks<width>(space, ProductTerm<Device>{x, y}, static_cast<std::int64_t>(x.extent(0)), sums_, at(place),
                             width, overRanks_, finish);
}

void UnwatchedCgSteps::turn(const GatheredDots<Device>& products, const ConstVector& r, const ConstVector& z,
                            const Flags& isFirst, const ColumnScalars& steps, const Vector& p, const Vector& x) {
  const Place mine = rhoOf(numBegun_), former = rhoOf(numBegun_ + 1);
  ++numBegun_;
  withWidth(width_, [&](auto columns) {
    constexpr int width = decltype(columns)::value;
    const OfColumns<bool, width> hasFormer(othersThan(isFirst));
    sum<width>(products, r, z, mine,
               RatioFinish<width>{hasFormer, at(mine).data(), at(former).data(), at(beta).data()});
    using Functor = AddStepAndTurnFunctor<NumberOnDevice, NumbersOfColumns<width>>;
    forEntries<width>("Chronos::addStepAndTurn", p.extent(0),
                      Functor{z.data(), {at(beta).data()}, p.data(), NumbersOfColumns<width>(steps), x.data()});
  });
}

void UnwatchedCgSteps::measure(const GatheredDots<Device>& products, const ConstVector& p, const ConstVector& q,
                               const Flags& moves) const {
  withWidth(width_, [&](auto columns) {
    constexpr int width = decltype(columns)::value;
    const Place ofStep = rhoOf(numBegun_ - 1);
    sum<width>(
        products, p, q, curvature,
        RatioFinish<width>{OfColumns<bool, width>(moves), at(ofStep).data(), at(curvature).data(), at(alpha).data()});
  });
}

template <class End>
void UnwatchedCgSteps::endStep(const End& end) const {
  const int step = numBegun_ - 1;
  double* const row = asKernelsSee<Device>(onHost_).data() + rowOf(step);
  withWidth(width_, [&](auto columns) {
    constexpr int width = decltype(columns)::value;
    end(columns, PublishFinish<width>{at(rhoOf(step)).data(), at(curvature).data(), at(squares).data(), row});
  });
}

void UnwatchedCgSteps::advance(const ConstVector& q, const Vector& r) const {
  const ResidualStepTerm<Device, NumberOnDevice> term{{at(alpha).data()}, q, r};
  endStep([&](auto columns, const auto& publish) {
    constexpr int width = decltype(columns)::value;
    sumToOneOverRanks<width>(Device::execution_space(), term, static_cast<std::int64_t>(r.extent(0)), sums_,
                             at(squares), width, overRanks_, publish);
  });
}

void UnwatchedCgSteps::advanceUnmeasured(const ConstVector& q, const Vector& r) const {
  endStep([&](auto columns, const auto& publish) {
    constexpr int width = decltype(columns)::value;
    if (r.extent(0) == 0) return finishAlone(Device::execution_space(), publish);
    forEntries<width>("Chronos::stepResidual", r.extent(0),
                      ResidualStepFunctor<width>{{at(alpha).data()}, q.data(), r.data(), publish});
  });
}

UnwatchedCgSteps::Numbers UnwatchedCgSteps::numbers(int k, int column) const {
  const double* row = onHost_.data() + rowOf(k) + column;
  return {row[0], row[width_], row[2 * width_]};
}

}  // namespace Chronos
