// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DEVICEPOOL_HPP
#define CHRONOS_DEVICEPOOL_HPP

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace Chronos {

/// \brief Whether GPU memory that arrays no longer need is kept for the next ones; true at the start.
///
/// A set-up makes some hundreds of arrays. cudaMalloc() and cudaFree() take 30 us each and wait for the device, and
/// Kokkos writes a header into each allocation, which waits again: a third of the set-up of a million unknowns.
void keepDeviceMemory(bool keep);
bool keepsDeviceMemory();

/// Gives back memory that no array uses, page-locked memory too, where it is more than so many bytes, in as few pieces
/// as will do. Not while kernels of other execution spaces than the default one run.
void trimDeviceMemory(std::size_t mostBytes);

/// What a pool of one type does for all of them.
struct PoolOfType {
  std::function<std::vector<std::size_t>()> unused;    ///< bytes of each piece that no array uses
  std::function<void(std::size_t numBytes)> giveBack;  ///< one of these
  std::function<void()> forget;                        ///< everything: arrays end with their holders
};
/// Pools end before Kokkos does.
void registerPool(const PoolOfType& pool);

/// What a pool hands out: vectors, or blocks of vectors that lie row by row, which have a number of columns.
template <class T, class DeviceType, int width>
struct PooledArray {
  using Type = Kokkos::View<T* [width], Kokkos::LayoutRight, DeviceType>;
  static constexpr std::size_t bytesOfRow = width * sizeof(T);
  static Type part(const Type& whole, std::size_t begin, std::size_t end) {
    return Kokkos::subview(whole, std::make_pair(begin, end), Kokkos::ALL);
  }
};
template <class T, class DeviceType>
struct PooledArray<T, DeviceType, 0> {
  using Type = Kokkos::View<T*, DeviceType>;
  static constexpr std::size_t bytesOfRow = sizeof(T);
  static Type part(const Type& whole, std::size_t begin, std::size_t end) {
    return Kokkos::subview(whole, std::make_pair(begin, end));
  }
};

/// \brief Arrays of one type on the GPU, or page-locked on its host: parts of larger ones that are used again when
/// nobody holds a part any more.
///
/// Short arrays are cut from slabs one after the other; long ones have blocks of their own, at most a sixteenth too
/// long. Whoever holds a View keeps the memory behind it, as ever. Kernels are started on one stream, so that a kernel
/// that is still running ends before the next holder's begins. Host memory is page-locked here, which takes longer than
/// most copies: whoever holds some waits for the copies he started before he lets it go. For one host thread.
/// \tparam width columns of a block; 0 for vectors
template <class T, class DeviceType, int width = 0>
class DevicePool {
  using Pooled = PooledArray<T, DeviceType, width>;

 public:
  using Array = typename Pooled::Type;

  static DevicePool& instance() {
    static DevicePool pool;
    return pool;
  }

  /// Entries hold anything.
  Array take(std::size_t n) {
    if (n * bytesOfRow <= longestOfSlab) return cut(n);
    std::vector<Array>& blocks = blocks_[blockLength(n)];
    auto unused = std::find_if(blocks.begin(), blocks.end(), isUnused);
    if (unused == blocks.end()) unused = blocks.insert(blocks.end(), make(blockLength(n)));
    return Pooled::part(*unused, 0, n);
  }

 private:
  static constexpr std::size_t longestOfSlab = std::size_t(64) << 10, slabBytes = std::size_t(4) << 20;
  static constexpr std::size_t alignment = 256, bytesOfRow = Pooled::bytesOfRow;

  DevicePool() {
    registerPool(
        {[this]() { return unused(); }, [this](std::size_t numBytes) { giveBack(numBytes); }, [this]() { forget(); }});
  }

  static Array make(std::size_t length) {
    try {
      return Array(Kokkos::view_alloc("Chronos::pool", Kokkos::WithoutInitializing), length);
    } catch (const std::exception&) {
      trimDeviceMemory(0);
      return Array(Kokkos::view_alloc("Chronos::pool", Kokkos::WithoutInitializing), length);
    }
  }

  // A sixteenth of the power of two below is the step from one length to the next.
  static std::size_t blockLength(std::size_t n) {
    std::size_t power = 32;
    while (2 * power <= n) power *= 2;
    const std::size_t step = power / 16;
    return (n + step - 1) / step * step;
  }

  Array cut(std::size_t n) {
    constexpr std::size_t unit = alignment > bytesOfRow ? alignment / bytesOfRow : 1, length = slabBytes / bytesOfRow;
    const std::size_t taken = (std::max<std::size_t>(n, 1) + unit - 1) / unit * unit;
    if (slabs_.empty() || used_ + taken > length) {
      const auto unused = std::find_if(slabs_.begin(), slabs_.end(), isUnused);
      if (unused == slabs_.end()) slabs_.push_back(make(length));
      else std::iter_swap(unused, slabs_.end() - 1);
      used_ = 0;
    }
    used_ += taken;
    return Pooled::part(slabs_.back(), used_ - taken, used_ - taken + n);
  }

  static bool isUnused(const Array& array) { return array.use_count() == 1; }
  static std::size_t bytesOf(const Array& array) { return array.extent(0) * bytesOfRow; }

  std::vector<std::size_t> unused() const {
    std::vector<std::size_t> sizes;
    const auto list = [&](const Array& array) {
      if (isUnused(array)) sizes.push_back(bytesOf(array));
    };
    for (const auto& ofLength : blocks_) std::for_each(ofLength.second.begin(), ofLength.second.end(), list);
    std::for_each(slabs_.begin(), slabs_.end(), list);
    return sizes;
  }

  void giveBack(std::size_t numBytes) {
    const auto isOne = [&](const Array& array) { return bytesOf(array) == numBytes && isUnused(array); };
    const auto blocks = blocks_.find(numBytes / bytesOfRow);
    if (blocks != blocks_.end()) {
      const auto block = std::find_if(blocks->second.begin(), blocks->second.end(), isOne);
      if (block != blocks->second.end()) {
        blocks->second.erase(block);
        return;
      }
    }
    const auto slab = std::find_if(slabs_.begin(), slabs_.end(), isOne);
    if (slab == slabs_.end()) return;
    if (slab + 1 == slabs_.end()) used_ = slabBytes / bytesOfRow;  // the next last one is full
    slabs_.erase(slab);
  }

  void forget() {
    blocks_.clear();
    slabs_.clear();
  }

  std::map<std::size_t, std::vector<Array>> blocks_;  // by length
  std::vector<Array> slabs_;                          // the last one is being cut
  std::size_t used_ = 0;                              // entries of it
};

}  // namespace Chronos

#endif
