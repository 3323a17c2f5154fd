// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_KERNELTYPES_HPP
#define CHRONOS_KERNELTYPES_HPP

#include "Chronos_DevicePool.hpp"
#include "Chronos_LargePages.hpp"

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace Chronos {

/// Index of a row or column on one rank.
using LocalOrdinal = int;
/// Index of a row or column of the whole matrix.
using GlobalOrdinal = long long;
/// Position of an entry in the arrays of a local matrix: 64 bits, the type that Tpetra uses, so that arrays are shared.
using Offset = std::size_t;

/// Where the build's Trilinos keeps its data by default.
using Device = Kokkos::Device<Kokkos::DefaultExecutionSpace, Kokkos::DefaultExecutionSpace::memory_space>;
/// Host threads; the same type as Device in builds without a GPU.
using HostDevice = Kokkos::Device<Kokkos::DefaultHostExecutionSpace, Kokkos::HostSpace>;

/// Host memory that copies to and from the device at full speed and without waiting: page-locked where there is a GPU.
#ifdef KOKKOS_ENABLE_CUDA
using PinnedSpace = Kokkos::CudaHostPinnedSpace;
#else
using PinnedSpace = Kokkos::HostSpace;
#endif

/// \brief Pinned memory as kernels see it: what few numbers they write there is on the host when they have ended,
/// which a copy behind them would be only some microseconds later.
template <class DeviceType, class T>
Kokkos::View<T*, DeviceType> asKernelsSee(const Kokkos::View<T*, PinnedSpace>& pinned) {
  return Kokkos::View<T*, DeviceType>(pinned.data(), pinned.extent(0));
}

/// \brief Node-local sparse matrix, compressed by rows, immutable; views only, cheap to copy.
///
/// rowPtr has numRows + 1 entries (or none when numRows is 0), colInd and values rowPtr[numRows]. Columns are local
/// indices in [0, numCols); a function says where it needs them sorted.
template <class Scalar, class DeviceType>
struct CsrMatrix {
  using value_type = Scalar;
  using device_type = DeviceType;
  using execution_space = typename DeviceType::execution_space;
  using RowPtr = Kokkos::View<const Offset*, DeviceType>;
  using ColInd = Kokkos::View<const LocalOrdinal*, DeviceType>;
  using Values = Kokkos::View<const Scalar*, DeviceType>;

  LocalOrdinal numRows = 0;
  LocalOrdinal numCols = 0;
  RowPtr rowPtr;
  ColInd colInd;
  Values values;

  /// Number of stored entries.
  KOKKOS_INLINE_FUNCTION std::size_t numEntries() const { return colInd.extent(0); }
};

/// Names of the spaces, for reports.
template <class DeviceType>
const char* spaceName() {
  return DeviceType::execution_space::name();
}

/// An uninitialised View with memory of its own. For what is handed to Tpetra, which counts the holders of an array.
template <class ViewType, class... Extents>
ViewType allocateAlone(const char* label, Extents... extents) {
  const ViewType view(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), extents...);
  if constexpr (std::is_same_v<typename ViewType::memory_space, Kokkos::HostSpace>)
    askForLargePages(view.data(), view.span() * sizeof(typename ViewType::value_type));
  return view;
}

/// \brief Uninitialised View: kernels write every entry, zeroing first would only move bytes.
///
/// On a GPU, and page-locked on its host, from a pool, whose label it has then.
template <class ViewType>
ViewType allocate(const char* label, std::size_t n) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<typename ViewType::memory_space, Device::memory_space> ||
                std::is_same_v<typename ViewType::memory_space, PinnedSpace>)
    if (keepsDeviceMemory())
      return DevicePool<typename ViewType::non_const_value_type, typename ViewType::device_type>::instance().take(n);
#endif
  return allocateAlone<ViewType>(label, n);
}

/// \brief Copies entries on the device, behind the kernels of the default stream and ahead of the next ones; the host
/// does not wait. Kokkos::deep_copy() does, even where there is nothing to copy. Few entries may come from pageable
/// memory of the host, which is read before this returns.
template <class ToView, class FromView>
void copyEntries(const ToView& to, const FromView& from) {
  if (to.extent(0) > 0) Kokkos::deep_copy(typename ToView::execution_space(), to, from);
}

/// \brief Entries become zero, for kernels of the default stream: the host does not wait.
///
/// Of types whose zero is zero in all bits. A kernel that writes number by number takes up to 40 times as long.
template <class ViewType>
void setToZero(const ViewType& view) {
  if (view.span() == 0) return;
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<typename ViewType::memory_space, Kokkos::CudaSpace>) {
    const cudaError_t error = cudaMemsetAsync(view.data(), 0, view.span() * sizeof(typename ViewType::value_type),
                                              typename ViewType::execution_space().cuda_stream());
    if (error != cudaSuccess) throw std::runtime_error(std::string("CUDA, zeros: ") + cudaGetErrorString(error));
    return;
  }
#endif
  Kokkos::deep_copy(typename ViewType::execution_space(), view, typename ViewType::value_type());
}

/// Entries are zero. On a GPU for kernels of the default stream: the host does not wait.
template <class ViewType>
ViewType allocateZeros(const char* label, std::size_t n) {
  const ViewType view = allocate<ViewType>(label, n);
  setToZero(view);
  return view;
}

}  // namespace Chronos

/// Instantiates MACRO(device) for each device that kernels run on in this build.
#ifdef KOKKOS_ENABLE_CUDA
#define CHRONOS_FOR_EACH_DEVICE(MACRO) MACRO(::Chronos::Device) MACRO(::Chronos::HostDevice)
#else
#define CHRONOS_FOR_EACH_DEVICE(MACRO) MACRO(::Chronos::Device)
#endif

#endif
