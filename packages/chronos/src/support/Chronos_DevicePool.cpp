// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DevicePool.hpp"

#include "Chronos_DeviceMemoryHold.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace Chronos {
namespace {

bool keeps = true;
int numHolds = 0;

std::vector<PoolOfType>& pools() {
  static std::vector<PoolOfType> all;
  return all;
}

void forgetAll() {
  for (const PoolOfType& pool : pools()) pool.forget();
}

}  // namespace

void keepDeviceMemory(bool keep) {
  keeps = keep;
  if (!keep) forgetAll();
}

bool keepsDeviceMemory() {
  if (numHolds > 0) throw std::logic_error("Device memory is asked for where none may be taken.");
  return keeps;
}

DeviceMemoryHold::DeviceMemoryHold() {
  ++numHolds;
}

DeviceMemoryHold::~DeviceMemoryHold() {
  --numHolds;
}

void registerPool(const PoolOfType& pool) {
  if (pools().empty()) Kokkos::push_finalize_hook(forgetAll);
  pools().push_back(pool);
}

// Each piece that is given back costs a call that waits for the device, 200 us and more where ranks open each other's
// memory, and is to be had anew: the smallest that is enough, or else the largest first.
void trimDeviceMemory(std::size_t mostBytes) {
  std::vector<std::pair<std::size_t, const PoolOfType*>> unused;
  std::size_t sum = 0;
  for (const PoolOfType& pool : pools())
    for (const std::size_t numBytes : pool.unused()) {
      unused.emplace_back(numBytes, &pool);
      sum += numBytes;
    }
  std::stable_sort(unused.begin(), unused.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  while (sum > mostBytes) {
    auto next =
        std::find_if(unused.begin(), unused.end(), [&](const auto& piece) { return piece.first >= sum - mostBytes; });
    if (next == unused.end()) --next;
    next->second->giveBack(next->first);
    sum -= next->first;
    unused.erase(next);
  }
}

}  // namespace Chronos
