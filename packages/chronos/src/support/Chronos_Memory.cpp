// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Memory.hpp"

#include "Chronos_DevicePool.hpp"

#include <Kokkos_Core.hpp>

#include <sys/resource.h>
#include <unistd.h>

namespace Chronos {

std::size_t freeDeviceMemory() {
#ifdef KOKKOS_ENABLE_CUDA
  std::size_t free = 0, total = 0;
  if (cudaMemGetInfo(&free, &total) == cudaSuccess) return free;
#endif
  const long pages = sysconf(_SC_AVPHYS_PAGES), pageSize = sysconf(_SC_PAGESIZE);
  return pages > 0 && pageSize > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(pageSize) : 0;
}

void keepShareOfDeviceMemory() {
  constexpr std::size_t share = 4;
  trimDeviceMemory(freeDeviceMemory() / share);
}

std::size_t peakHostMemory() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::size_t>(usage.ru_maxrss) * 1024 : 0;
}

}  // namespace Chronos
