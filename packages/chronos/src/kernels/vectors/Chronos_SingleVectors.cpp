// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleVectors.hpp"

#include "Chronos_ColumnLoop.hpp"
#include "Chronos_StoragePrecision.hpp"

#include <cmath>

namespace Chronos {
namespace {

template <class From, class To>
struct ConvertFunctor {
  const From* from;
  double factor;
  To* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const {
    to[i] = static_cast<To>(factor * static_cast<double>(from[i]));
  }
};

// Many entries a lane: what a reduction costs at its end is then little beside them.
struct NarrowFunctor {
  static constexpr int entriesOfLane = runsOnHost<Device> ? 1 : 16;
  using Entries = LaneEntries<entriesOfLane>;
  ConvertFunctor<double, float> convert;
  std::int64_t numEntries;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item, double& largest) const {
    std::int64_t entry = Entries::first(item);
    for (int i = 0; i < entriesOfLane && entry < numEntries; ++i, entry += Entries::warpSize) {
      convert(entry, 0);
      const double size = ::fabs(convert.from[entry]);
      if (size > largest) largest = size;
      // Compares with nothing.
      if (size != size) largest = HUGE_VAL;
    }
  }
};

}  // namespace

Kokkos::View<float*, Device> inSingle(const ConstVector& x) {
  const auto result = allocate<Kokkos::View<float*, Device>>("Chronos::vector in single", x.extent(0));
  copyToSingle(x, result);
  return result;
}

void copyToSingle(const ConstVector& from, const Kokkos::View<float*, Device>& to) {
  forEntries<1>("Chronos::copyToSingle", from.extent(0), ConvertFunctor<double, float>{from.data(), 1, to.data()});
}

double narrowVector(const ConstVector& from, int exponent, const Kokkos::View<float*, Device>& to) {
  double largest = 0;
  const auto numEntries = static_cast<std::int64_t>(from.extent(0));
  Kokkos::parallel_reduce("Chronos::narrowVector",
                          Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>(
                              0, NarrowFunctor::Entries::numItems(numEntries)),
                          NarrowFunctor{{from.data(), powerOfTwo(exponent), to.data()}, numEntries},
                          Kokkos::Max<double>(largest));
  // Without entries the reduction leaves the identity of a maximum.
  return largest > 0 ? largest : 0;
}

void widenVector(const Kokkos::View<const float*, Device>& from, int exponent, const Vector& to) {
  forEntries<1>("Chronos::widenVector", from.extent(0),
                ConvertFunctor<float, double>{from.data(), powerOfTwo(exponent), to.data()});
}

}  // namespace Chronos
