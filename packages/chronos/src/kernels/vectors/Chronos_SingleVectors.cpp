// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleVectors.hpp"

#include "Chronos_BlockSumLoop.hpp"
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

struct NarrowTerm {
  using Sums = Largest;
  using Entry = double;
  ConvertFunctor<double, float> convert;

  KOKKOS_INLINE_FUNCTION double read(std::int64_t i, int) const { return convert.from[i]; }
  KOKKOS_INLINE_FUNCTION Largest taken(std::int64_t i, int, double entry) const {
    convert.to[i] = static_cast<float>(convert.factor * entry);
    const double size = ::fabs(entry);
    // What is no number compares with nothing.
    return {size == size ? size : HUGE_VAL};
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

VectorNarrowing::VectorNarrowing(std::size_t numEntries)
    : largestOfBlocks_(static_cast<std::int64_t>(numEntries), 1),
      largestOnHost_(allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::largest entry", 1)) {}

void VectorNarrowing::start(const ConstVector& from, int exponent, const Kokkos::View<float*, Device>& to) const {
  const Device::execution_space space;
  const NarrowTerm term{{from.data(), powerOfTwo(exponent), to.data()}};
  sumToOne<1, Largest>(space, term, static_cast<std::int64_t>(from.extent(0)), largestOfBlocks_,
                       asKernelsSee<Device>(largestOnHost_));
}

void widenVector(const Kokkos::View<const float*, Device>& from, int exponent, const Vector& to) {
  forEntries<1>("Chronos::widenVector", from.extent(0),
                ConvertFunctor<float, double>{from.data(), powerOfTwo(exponent), to.data()});
}

}  // namespace Chronos
