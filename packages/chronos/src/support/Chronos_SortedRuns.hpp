// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SORTEDRUNS_HPP
#define CHRONOS_SORTEDRUNS_HPP

#include <algorithm>
#include <vector>

namespace Chronos {

/// \brief Sorts numbers that are some runs which ascend, one behind the other: a merge a run. Local.
///
/// Right for any numbers, quick where runs are few.
template <class Number>
void sortRuns(std::vector<Number>& numbers) {
  auto middle = std::is_sorted_until(numbers.begin(), numbers.end());
  while (middle != numbers.end()) {
    const auto end = std::is_sorted_until(middle, numbers.end());
    std::inplace_merge(numbers.begin(), middle, end);
    middle = end;
  }
}

}  // namespace Chronos

#endif
