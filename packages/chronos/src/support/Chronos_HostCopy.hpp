// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HOSTCOPY_HPP
#define CHRONOS_HOSTCOPY_HPP

#include "Chronos_KernelTypes.hpp"

#include <algorithm>
#include <vector>

namespace Chronos {

/// What is not longer is copied behind the kernels of the default stream, with one wait for all: Kokkos::deep_copy()
/// waits for the device before the copy and behind it.
constexpr std::size_t shortCopyBytes = std::size_t(64) << 10;

/// A View with the entries of a vector, for kernels of the default stream. Synchronises the device where it is long.
template <class DeviceType = Device, class T>
Kokkos::View<T*, DeviceType> toView(const char* label, const std::vector<T>& host) {
  auto view = allocate<Kokkos::View<T*, DeviceType>>(label, host.size());
  using Unmanaged = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const Unmanaged entries(host.data(), host.size());
  if (host.size() * sizeof(T) <= shortCopyBytes) copyEntries(view, entries);
  else Kokkos::deep_copy(view, entries);
  return view;
}

/// A vector with the entries of a View of rank one, behind kernels of the default stream. Synchronises that where there
/// are any, the device where there are many.
template <class ViewType>
std::vector<typename ViewType::non_const_value_type> toVector(const ViewType& view) {
  using T = typename ViewType::non_const_value_type;
  std::vector<T> host(view.extent(0));
  if (host.empty()) return host;
  constexpr bool isOnDevice = !std::is_same_v<typename ViewType::memory_space, Kokkos::HostSpace>;
  if (isOnDevice && host.size() * sizeof(T) <= shortCopyBytes && keepsDeviceMemory()) {
    const auto stage = allocate<Kokkos::View<T*, PinnedSpace>>("Chronos::copy to the host", host.size());
    const typename ViewType::execution_space space;
    Kokkos::deep_copy(space, stage, view);
    space.fence();
    std::copy_n(stage.data(), host.size(), host.data());
    return host;
  }
  using Unmanaged = Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::deep_copy(Unmanaged(host.data(), host.size()), view);
  return host;
}

}  // namespace Chronos

#endif
