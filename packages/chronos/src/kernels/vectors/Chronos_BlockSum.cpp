// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockSum.hpp"

#include "Chronos_Block.hpp"
#include "Chronos_BlockSumLoop.hpp"
#include "Chronos_ColumnLoop.hpp"
#include "Chronos_StepFunctors.hpp"

namespace Chronos {
namespace {

// r -= alpha q and x += alpha p.
template <class DeviceType, int width>
struct AdvanceTerm {
  using Sums = double;
  using Residual = ResidualStepTerm<DeviceType, NumbersOfColumns<width>>;
  struct Entry {
    typename Residual::Entry residual;
    double p, x;
  };
  Residual residual;
  Kokkos::View<const double*, DeviceType> p;
  Kokkos::View<double*, DeviceType> x;

  KOKKOS_INLINE_FUNCTION Entry read(std::int64_t i, int column) const {
    const bool moves = residual.steps(column) != 0;
    return {residual.read(i, column), moves ? p(i) : 0, moves ? x(i) : 0};
  }
  KOKKOS_INLINE_FUNCTION double taken(std::int64_t i, int column, const Entry& entry) const {
    const double step = residual.steps(column);
    if (step != 0) x(i) = entry.x + step * entry.p;
    return residual.taken(i, column, entry.residual);
  }
};

}  // namespace

template <class DeviceType>
ColumnDots<DeviceType>::ColumnDots(std::int64_t numEntries, int width)
    : numEntries_(numEntries),
      width_(width),
      sums_(numEntries, width),
      resultsOnHost_(allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::scalar products", width)) {}

template <class DeviceType>
template <int width, class Term>
void ColumnDots<DeviceType>::sum(const Execution& space, const Term& term, std::int64_t length,
                                 const SumsOfBlocks<DeviceType>& room, double* results) const {
  for (int c = 0; c < width; ++c) results[c] = 0;
  if (length == 0) return;
  sumToOne<width>(space, term, length, room, asKernelsSee<DeviceType>(resultsOnHost_));
  space.fence();
  for (int c = 0; c < width; ++c) results[c] = resultsOnHost_(c);
}

template <class DeviceType>
void ColumnDots<DeviceType>::dot(const Execution& space, const ConstEntries& x, const ConstEntries& y,
                                 double* results) const {
  const ProductTerm<DeviceType> term{x, y};
  withWidth(width_, [&](auto width) { sum<decltype(width)::value>(space, term, numEntries_, sums_, results); });
}

template <class DeviceType>
void ColumnDots<DeviceType>::dot(const Execution& space, const GatheredDots<DeviceType>& products,
                                 double* results) const {
  const EntryTerm<DeviceType, double> term{products.sums()};
  const auto length = static_cast<std::int64_t>(products.size());
  withWidth(width_, [&](auto width) { sum<decltype(width)::value>(space, term, length, products.room(), results); });
}

template <class DeviceType>
void ColumnDots<DeviceType>::advance(const Execution& space, const double* alpha, const ConstEntries& p,
                                     const ConstEntries& q, const Entries& x, const Entries& r, double* results) const {
  withWidth(width_, [&](auto width) {
    constexpr int w = decltype(width)::value;
    const ResidualStepTerm<DeviceType, NumbersOfColumns<w>> residual{NumbersOfColumns<w>(alpha), q, r};
    if (x.extent(0) == 0) sum<w>(space, residual, numEntries_, sums_, results);
    else sum<w>(space, AdvanceTerm<DeviceType, w>{residual, p, x}, numEntries_, sums_, results);
  });
}

template <class DeviceType>
void ColumnDots<DeviceType>::advanceFlexible(const Execution& space, const double* factor, const double* step,
                                             const ConstEntries& v, const Entries& q, const Entries& r,
                                             double* results) const {
  withWidth(width_, [&](auto width) {
    constexpr int w = decltype(width)::value;
    using Term = FlexibleAdvanceTerm<double, DeviceType, NumbersOfColumns<w>, NumbersOfColumns<w>>;
    sum<w>(space, Term{NumbersOfColumns<w>(factor), NumbersOfColumns<w>(step), v, q, r}, numEntries_, sums_, results);
  });
}

template <class DeviceType>
void ColumnDots<DeviceType>::advanceFlexible(const Execution& space, double factor, double step,
                                             const ConstSingleEntries& v, const SingleEntries& q,
                                             const SingleEntries& r, double* results) const {
  using Term = FlexibleAdvanceTerm<float, DeviceType, NumbersOfColumns<1>, NumbersOfColumns<1>>;
  sum<1>(space, Term{NumbersOfColumns<1>(&factor), NumbersOfColumns<1>(&step), v, q, r}, numEntries_, sums_, results);
}

template <class DeviceType>
double blockDot(const typename DeviceType::execution_space& space, const Kokkos::View<const double*, DeviceType>& x,
                const Kokkos::View<const double*, DeviceType>& y) {
  double result = 0;
  ColumnDots<DeviceType>(static_cast<std::int64_t>(x.extent(0)), 1).dot(space, x, y, &result);
  return result;
}

#define CHRONOS_BLOCKDOT(DEVICE)                                                                               \
  template class ColumnDots<DEVICE>;                                                                           \
  template double blockDot<DEVICE>(const DEVICE::execution_space&, const Kokkos::View<const double*, DEVICE>&, \
                                   const Kokkos::View<const double*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_BLOCKDOT)

}  // namespace Chronos
