// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DISTRIBUTION_HPP
#define CHRONOS_DISTRIBUTION_HPP

#include <string>
#include <utility>
#include <vector>

namespace Chronos {

/// How many rows, on all ranks, fall into each class of something.
struct Distribution {
  std::string name;
  std::vector<std::pair<std::string, long long>> counts;
};

}  // namespace Chronos

#endif
