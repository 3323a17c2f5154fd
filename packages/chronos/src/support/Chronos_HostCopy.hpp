// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HOSTCOPY_HPP
#define CHRONOS_HOSTCOPY_HPP

#include "Chronos_KernelTypes.hpp"

#include <vector>

namespace Chronos {

/// A View with the entries of a vector. Synchronises the device where there are any.
template <class DeviceType = Device, class T>
Kokkos::View<T*, DeviceType> toView(const char* label, const std::vector<T>& host) {
  auto view = allocate<Kokkos::View<T*, DeviceType>>(label, host.size());
  using Unmanaged = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  if (!host.empty()) Kokkos::deep_copy(view, Unmanaged(host.data(), host.size()));
  return view;
}

/// A vector with the entries of a View of rank one. Synchronises the device where there are any.
template <class ViewType>
std::vector<typename ViewType::non_const_value_type> toVector(const ViewType& view) {
  using T = typename ViewType::non_const_value_type;
  std::vector<T> host(view.extent(0));
  using Unmanaged = Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  if (!host.empty()) Kokkos::deep_copy(Unmanaged(host.data(), host.size()), view);
  return host;
}

}  // namespace Chronos

#endif
