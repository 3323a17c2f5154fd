// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GATHEREDDOTS_HPP
#define CHRONOS_GATHEREDDOTS_HPP

#include "Chronos_SumsOfBlocks.hpp"

#include <algorithm>

namespace Chronos {

/// \brief Scalar products x_c^T y_c that a kernel which reads x and writes y makes on its way: two passes over vectors
/// are saved.
///
/// It holds sums of groups of rows, and room in which ColumnDots and UnwatchedCgSteps add them up in a fixed order. Who
/// makes no such sums leaves it empty, and whoever wants the products asks areThere() first. Copies share the memory.
template <class DeviceType>
class GatheredDots {
 public:
  using Entries = Kokkos::View<const double*, DeviceType>;

  /// \brief Room for the sums of so many groups, which the kernel that asks fills.
  /// \return sum of group g and column c goes to entry g * width + c
  double* take(std::int64_t numGroups, int width) {
    size_ = static_cast<std::size_t>(numGroups) * width;
    if (memory_.extent(0) < size_ || width > width_) {
      width_ = std::max(width, width_);
      const std::size_t length = std::max(size_, memory_.extent(0));
      memory_ = allocate<Kokkos::View<double*, DeviceType>>("Chronos::gathered products", length);
      room_ = SumsOfBlocks<DeviceType>(static_cast<std::int64_t>(length), width_);
    }
    return memory_.data();
  }

  bool areThere() const { return size_ > 0; }
  void clear() { size_ = 0; }

  /// For recorded kernels, which fill the memory without asking: how much of it they fill.
  std::size_t size() const { return size_; }
  void setSize(std::size_t size) { size_ = size; }

  std::size_t numBytes() const { return memory_.extent(0) * sizeof(double) + room_.numBytes(); }

  /// For sums of the sums.
  const SumsOfBlocks<DeviceType>& room() const { return room_; }
  Entries sums() const { return Kokkos::subview(memory_, std::make_pair(std::size_t(0), size_)); }

 private:
  Kokkos::View<double*, DeviceType> memory_;
  SumsOfBlocks<DeviceType> room_{0, 1};
  std::size_t size_ = 0;
  int width_ = 0;  // most columns that the room is made for
};

}  // namespace Chronos

#endif
