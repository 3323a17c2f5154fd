// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SORTEDRUNS_HPP
#define CHRONOS_SORTEDRUNS_HPP

#include <algorithm>
#include <vector>

namespace Chronos {

/// \brief Sorts numbers that are some runs which ascend, one behind the other: runs are merged two by two. Local.
template <class Number>
void sortRuns(std::vector<Number>& numbers) {
  std::vector<typename std::vector<Number>::iterator> ends{numbers.begin()};
  while (ends.back() != numbers.end()) ends.push_back(std::is_sorted_until(ends.back(), numbers.end()));
  while (ends.size() > 2) {
    std::size_t kept = 1;
    for (std::size_t run = 2; run < ends.size(); run += 2) {
      std::inplace_merge(ends[run - 2], ends[run - 1], ends[run]);
      ends[kept++] = ends[run];
    }
    if (ends.size() % 2 == 0) ends[kept++] = ends.back();
    ends.resize(kept);
  }
}

}  // namespace Chronos

#endif
