// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedFlexibleSteps.hpp"

#include "Chronos_StepFunctors.hpp"

namespace Chronos {
namespace {

struct FlexibleStepFinish {
  const double *alpha, *beta, *gamma;
  FlexibleFormer former;
  double *factor, *length;
  KOKKOS_INLINE_FUNCTION void operator()() const {
    const FlexibleStep step = flexibleStep(*alpha, *beta, *gamma, former);
    *factor = step.factor;
    *length = step.length;
  }
};

}  // namespace

UnwatchedFlexibleSteps::UnwatchedFlexibleSteps(std::size_t numEntries, const SumOverRanks& overRanks)
    : sums_(static_cast<std::int64_t>(numEntries), padding + 1),
      overRanks_(overRanks),
      onDevice_(allocateZeros<Vector>("Chronos::FCG coefficients", numPlaces)),
      onHost_(allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::FCG numbers", numPlaces)) {}

template <class Scalar>
void UnwatchedFlexibleSteps::take(const Kokkos::View<const Scalar*, Device>& w,
                                  const Kokkos::View<const Scalar*, Device>& v, const FlexibleFormer& former,
                                  const Kokkos::View<Scalar*, Device>& d, const Kokkos::View<Scalar*, Device>& q,
                                  const Kokkos::View<Scalar*, Device>& r, const Vector& x) const {
  const Device::execution_space space;
  const auto numEntries = static_cast<std::int64_t>(w.extent(0));
  const NumberOnDevice ofFactor{at(factor).data()}, ofLength{at(length).data()};
  const FlexibleStepFinish finish{at(alpha).data(), at(beta).data(),   at(gamma).data(),
                                  former,           at(factor).data(), at(length).data()};
  sumToOneOverRanks<1>(space, OfOneTerm<Scalar, Device>{w, r, v, q}, numEntries, sums_, at(alpha, padding + 1), padding,
                       overRanks_, finish);
  forEntries<1>(
      "Chronos::advanceAlong", w.extent(0),
      AdvanceAlongFunctor<Scalar, NumberOnDevice, NumberOnDevice>{w.data(), ofFactor, d.data(), ofLength, x.data()});
  const FlexibleAdvanceTerm<Scalar, Device, NumberOnDevice, NumberOnDevice> term{ofFactor, ofLength, v, q, r};
  const CopyFinish publish{onDevice_.data(), asKernelsSee<Device>(onHost_).data(), numPlaces};
  sumToOneOverRanks<1>(space, term, numEntries, sums_, at(squares), 1, overRanks_, publish);
}

#define CHRONOS_TAKE(SCALAR)                                                                                         \
  template void UnwatchedFlexibleSteps::take<SCALAR>(                                                                \
      const Kokkos::View<const SCALAR*, Device>&, const Kokkos::View<const SCALAR*, Device>&, const FlexibleFormer&, \
      const Kokkos::View<SCALAR*, Device>&, const Kokkos::View<SCALAR*, Device>&,                                    \
      const Kokkos::View<SCALAR*, Device>&, const Vector&) const;
CHRONOS_TAKE(double)
CHRONOS_TAKE(float)
#undef CHRONOS_TAKE

}  // namespace Chronos
