// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DevicePool.hpp"

namespace Chronos {
namespace {

bool keeps = true;

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
  return keeps;
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
