// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleVectors.hpp"

#include "Chronos_StoragePrecision.hpp"

#include <cmath>

namespace Chronos {
namespace {

using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

template <class From, class To>
struct ConvertFunctor {
  const From* from;
  double factor;
  To* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    to[i] = static_cast<To>(factor * static_cast<double>(from[i]));
  }
};

struct NarrowFunctor {
  ConvertFunctor<double, float> convert;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, double& largest) const {
    convert(i);
    const double size = ::fabs(convert.from[i]);
    if (size > largest) largest = size;
    // Compares with nothing.
    if (size != size) largest = HUGE_VAL;
  }
};

Policy all(std::size_t n) {
  return Policy(0, static_cast<std::int64_t>(n));
}

}  // namespace

Kokkos::View<float*, Device> inSingle(const ConstVector& x) {
  const auto result = allocate<Kokkos::View<float*, Device>>("Chronos::vector in single", x.extent(0));
  copyToSingle(x, result);
  return result;
}

void copyToSingle(const ConstVector& from, const Kokkos::View<float*, Device>& to) {
  Kokkos::parallel_for("Chronos::copyToSingle", all(from.extent(0)),
                       ConvertFunctor<double, float>{from.data(), 1, to.data()});
}

double narrowVector(const ConstVector& from, int exponent, const Kokkos::View<float*, Device>& to) {
  double largest = 0;
  Kokkos::parallel_reduce("Chronos::narrowVector", all(from.extent(0)),
                          NarrowFunctor{{from.data(), powerOfTwo(exponent), to.data()}}, Kokkos::Max<double>(largest));
  // Without entries the reduction leaves the identity of a maximum.
  return largest > 0 ? largest : 0;
}

void widenVector(const Kokkos::View<const float*, Device>& from, int exponent, const Vector& to) {
  Kokkos::parallel_for("Chronos::widenVector", all(from.extent(0)),
                       ConvertFunctor<float, double>{from.data(), powerOfTwo(exponent), to.data()});
}

}  // namespace Chronos
