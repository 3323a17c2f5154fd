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

// Each array that is given back costs a call that waits for the device, and is to be had anew: as few pools as will do,
// the smallest that is enough or else the largest first.
void trimDeviceMemory(std::size_t mostBytes) {
  std::vector<std::pair<std::size_t, const PoolOfType*>> unused;
  std::size_t sum = 0;
  for (const PoolOfType& pool : pools()) {
    unused.emplace_back(pool.unusedBytes(), &pool);
    sum += unused.back().first;
  }
  std::sort(unused.begin(), unused.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  while (sum > mostBytes) {
    auto next =
        std::find_if(unused.begin(), unused.end(), [&](const auto& pool) { return pool.first >= sum - mostBytes; });
    if (next == unused.end()) --next;
    next->second->giveBack();
    sum -= next->first;
    unused.erase(next);
  }
}

}  // namespace Chronos
