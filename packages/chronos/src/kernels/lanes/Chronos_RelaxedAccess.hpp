// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RELAXEDACCESS_HPP
#define CHRONOS_RELAXEDACCESS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \file
/// Reads and writes of what other threads write meanwhile, where any of the values will do. On a host they are atomic,
/// without order, which costs nothing; on a GPU they are plain.

template <class T>
KOKKOS_INLINE_FUNCTION T relaxedLoad(const T* address) {
#ifdef __CUDA_ARCH__
  return *address;
#else
  return __atomic_load_n(address, __ATOMIC_RELAXED);
#endif
}

template <class T>
KOKKOS_INLINE_FUNCTION void relaxedStore(T* address, T value) {
#ifdef __CUDA_ARCH__
  *address = value;
#else
  __atomic_store_n(address, value, __ATOMIC_RELAXED);
#endif
}

}  // namespace Chronos

#endif
