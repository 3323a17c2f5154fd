// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProductSums.hpp"

#include "Chronos_Block.hpp"
#include "Chronos_StepFunctors.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
struct OfStepTerm {
  using Sums = SeveralSums<ProductSums<DeviceType>::numOfStep>;
  struct Entry {
    double c, v, r;
  };
  Kokkos::View<const double*, DeviceType> c, v, r;
  KOKKOS_INLINE_FUNCTION Entry read(std::int64_t i, int) const { return {c(i), v(i), r(i)}; }
  KOKKOS_INLINE_FUNCTION Sums taken(std::int64_t, int, const Entry& e) const {
    return {{e.c * e.v, e.c * e.r, e.r * e.r, e.r * e.v, e.v * e.v}};
  }
};

template <class DeviceType>
struct OfResidualTerm {
  using Sums = SeveralSums<ProductSums<DeviceType>::numOfResidual>;
  struct Entry {
    double r, z, w, s;
  };
  Kokkos::View<const double*, DeviceType> r, z, w, s;
  KOKKOS_INLINE_FUNCTION Entry read(std::int64_t i, int) const { return {r(i), z(i), w(i), s(i)}; }
  KOKKOS_INLINE_FUNCTION Sums taken(std::int64_t, int, const Entry& e) const {
    return {{e.r * e.r, e.z * e.r, e.z * e.w, e.z * e.s}};
  }
};

}  // namespace

template <class DeviceType>
ProductSums<DeviceType>::ProductSums(std::int64_t numEntries, int width)
    : numEntries_(numEntries), width_(width), sums_(numEntries, resultLength(width)) {}

template <class DeviceType>
template <int width, class Term>
void ProductSums<DeviceType>::run(const Execution& space, const Term& term, const Entries& results) const {
  sumToOne<width>(space, term, numEntries_, sums_, results);
}

template <class DeviceType>
void ProductSums<DeviceType>::ofOne(const Execution& space, const ConstEntries& a, const ConstEntries& b0,
                                    const ConstEntries& b1, const ConstEntries& b2, const Entries& results) const {
  const OfOneTerm<double, DeviceType> term{a, b0, b1, b2};
  withWidth(width_, [&](auto width) { run<decltype(width)::value>(space, term, results); });
}

template <class DeviceType>
void ProductSums<DeviceType>::ofOne(const Execution& space, const ConstSingleEntries& a, const ConstSingleEntries& b0,
                                    const ConstSingleEntries& b1, const ConstSingleEntries& b2,
                                    const Entries& results) const {
  run<1>(space, OfOneTerm<float, DeviceType>{a, b0, b1, b2}, results);
}

template <class DeviceType>
void ProductSums<DeviceType>::ofStep(const Execution& space, const ConstEntries& c, const ConstEntries& v,
                                     const ConstEntries& r, const Entries& results) const {
  run<1>(space, OfStepTerm<DeviceType>{c, v, r}, results);
}

template <class DeviceType>
void ProductSums<DeviceType>::ofResidual(const Execution& space, const ConstEntries& r, const ConstEntries& z,
                                         const ConstEntries& w, const ConstEntries& s, const Entries& results) const {
  const OfResidualTerm<DeviceType> term{r, z, w, s};
  withWidth(width_, [&](auto width) { run<decltype(width)::value>(space, term, results); });
}

#define CHRONOS_PRODUCTSUMS(DEVICE) template class ProductSums<DEVICE>;
CHRONOS_FOR_EACH_DEVICE(CHRONOS_PRODUCTSUMS)

}  // namespace Chronos
