// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RUNSONHOST_HPP
#define CHRONOS_RUNSONHOST_HPP

#include "Chronos_KernelTypes.hpp"

#include <type_traits>

namespace Chronos {

/// Whether kernels of a device run on host threads.
template <class DeviceType>
constexpr bool runsOnHost = std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>;

}  // namespace Chronos

#endif
