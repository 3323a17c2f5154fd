// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DevicePool.hpp"

#include "Chronos_DeviceMemoryHold.hpp"

#include <stdexcept>

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

void trimDeviceMemory(std::size_t mostBytes) {
  std::size_t unused = 0;
  for (const PoolOfType& pool : pools()) unused += pool.unusedBytes();
  if (unused <= mostBytes) return;
  for (const PoolOfType& pool : pools()) pool.giveBack();
}

}  // namespace Chronos
