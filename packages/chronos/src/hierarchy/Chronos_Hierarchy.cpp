// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Hierarchy.hpp"

namespace Chronos {

std::size_t Hierarchy::numBytes() const {
  std::size_t sum = 0;
  for (const Level& level : levels) sum += level.numBytes();
  for (const LevelRecord& record : records) sum += record.numBytes();
  return sum;
}

}  // namespace Chronos
