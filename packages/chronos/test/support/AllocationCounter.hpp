// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ALLOCATIONCOUNTER_HPP
#define CHRONOS_ALLOCATIONCOUNTER_HPP

#include "Chronos_DevicePool.hpp"

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>

namespace Chronos::Test {

/// \brief Bytes of the Views with labels of Chronos that were allocated since, and are still there. One at a time.
class AllocationCounter {
 public:
  AllocationCounter() {
    keepDeviceMemory(false);
    sizes().clear();
    numAllocations() = 0;
    Kokkos::Tools::Experimental::set_allocate_data_callback(allocated);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(freed);
  }
  ~AllocationCounter() {
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
    keepDeviceMemory(true);
  }
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  /// Of all labels, or of one.
  double liveBytes(const std::string& label = "") const {
    double sum = 0;
    for (const auto& entry : sizes())
      if (label.empty() || entry.second.label == label) sum += double(entry.second.bytes);
    return sum;
  }

  /// What is there, by label; for the message of a test that fails.
  std::string listing() const {
    std::map<std::string, double> sums;
    for (const auto& entry : sizes()) sums[entry.second.label] += double(entry.second.bytes);
    std::string text;
    for (const auto& [label, bytes] : sums) text += label + ": " + std::to_string(bytes / 1e6) + " MB\n";
    return text;
  }

  /// Also of those that have gone.
  int numAllocated() const { return numAllocations(); }

 private:
  struct Allocation {
    std::string label;
    std::uint64_t bytes;
  };
  static int& numAllocations() {
    static int number;
    return number;
  }
  static std::map<const void*, Allocation>& sizes() {
    static std::map<const void*, Allocation> map;
    return map;
  }
  static void allocated(Kokkos::Tools::SpaceHandle, const char* label, const void* address, std::uint64_t size) {
    if (std::strncmp(label, "Chronos::", 9) != 0) return;
    sizes()[address] = {label, size};
    ++numAllocations();
  }
  static void freed(Kokkos::Tools::SpaceHandle, const char*, const void* address, std::uint64_t) {
    sizes().erase(address);
  }
};

}  // namespace Chronos::Test

#endif
