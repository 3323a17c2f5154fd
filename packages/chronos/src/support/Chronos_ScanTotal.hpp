// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SCANTOTAL_HPP
#define CHRONOS_SCANTOTAL_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// A scan whose last item leaves the total in memory that the host sees.
template <class Functor, class Value>
struct TotalOfScan {
  using value_type = Value;

  Functor functor;
  std::int64_t last;
  Value* total;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Value& sum, bool final) const {
    functor(i, sum, final);
    if (final && i == last) *total = sum;
  }
};

/// \brief Kokkos::parallel_scan() over a range, and its total on the host, which waits for it.
///
/// On a GPU the total is written to page-locked memory, where Kokkos copies it when the scan has ended: that takes
/// 25 us, in which the GPU has nothing to do, in place of 12.
/// \param functor its sums are of type Value, are added, and begin with Value()
template <class Policy, class Functor, class Value>
void scanTotal(const char* label, const Policy& policy, const Functor& functor, Value& total) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<typename Policy::execution_space, Kokkos::Cuda>) {
    total = Value();
    if (policy.begin() >= policy.end()) return;
    // To lock a page takes longer than is saved.
    if (keepsDeviceMemory()) {
      const auto onHost = allocate<Kokkos::View<Value*, PinnedSpace>>("Chronos::total of a scan", 1);
      const auto last = static_cast<std::int64_t>(policy.end()) - 1;
      Kokkos::parallel_scan(label, policy, TotalOfScan<Functor, Value>{functor, last, onHost.data()});
      policy.space().fence();
      total = onHost(0);
      return;
    }
  }
#endif
  Kokkos::parallel_scan(label, policy, functor, total);
}

}  // namespace Chronos

#endif
