// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SORTEDRUNS_HPP
#define CHRONOS_SORTEDRUNS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

namespace Chronos {

/// \brief Sorts entries that are a few ascending runs, as what several ranks have sent one after the other: runs are
/// merged, two by two. O(n log(runs)); std::sort() would take O(n log(n)), a tenth of a second for a million.
template <class T>
void sortRuns(std::vector<T>& entries) {
  constexpr std::size_t manyRuns = 64;
  const auto at = [&](std::size_t place) { return entries.begin() + static_cast<std::ptrdiff_t>(place); };
  std::vector<std::size_t> ends{0};
  while (ends.back() < entries.size() && ends.size() <= manyRuns)
    ends.push_back(static_cast<std::size_t>(std::is_sorted_until(at(ends.back()), entries.end()) - entries.begin()));
  if (ends.back() < entries.size()) {
    std::sort(entries.begin(), entries.end());
    return;
  }
  while (ends.size() > 2) {
    std::vector<std::size_t> left{0};
    for (std::size_t run = 0; run + 1 < ends.size(); run += 2) {
      const std::size_t end = ends[std::min(run + 2, ends.size() - 1)];
      std::inplace_merge(at(ends[run]), at(ends[run + 1]), at(end));
      left.push_back(end);
    }
    ends = left;
  }
}

}  // namespace Chronos

#endif
