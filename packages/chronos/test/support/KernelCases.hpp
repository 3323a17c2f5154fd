// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_KERNELCASES_HPP
#define CHRONOS_KERNELCASES_HPP

#include "Chronos_KernelTypes.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {

template <class ScalarType, class Space>
struct KernelCase {
  using Scalar = ScalarType;
  using DeviceType = Space;
};

/// Each kernel in both precisions, on the device and, where that is another type, on the host.
/// KernelDevices: kernels that know one precision alone.
#ifdef KOKKOS_ENABLE_CUDA
using KernelDevices = ::testing::Types<Device, HostDevice>;
using KernelCases = ::testing::Types<KernelCase<double, Device>, KernelCase<float, Device>,
                                     KernelCase<double, HostDevice>, KernelCase<float, HostDevice>>;
#else
using KernelDevices = ::testing::Types<Device>;
using KernelCases = ::testing::Types<KernelCase<double, Device>, KernelCase<float, Device>>;
#endif

}  // namespace Chronos::Test

#endif
