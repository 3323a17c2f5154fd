// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DidYouMean.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace Chronos {
namespace {

std::string plain(std::string text) {
  for (char& letter : text)
    letter = letter == '-' || letter == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

// Letters put in, left out, replaced, and neighbours that changed places, each counted once (Damerau 1964).
std::size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before, former(b.size() + 1), row(b.size() + 1);
  std::iota(former.begin(), former.end(), std::size_t(0));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({former[j] + 1, row[j - 1] + 1, former[j - 1] + (a[i - 1] != b[j - 1])});
      const bool isSwapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (isSwapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(former, row);
  }
  return former[b.size()];
}

}  // namespace

std::string didYouMean(const std::string& given, const std::vector<std::string>& known) {
  // Longer ones are no slips, and would cost more than their answer is worth.
  constexpr std::size_t longest = 100;
  if (given.size() > longest) return "";
  const std::string wanted = plain(given);
  const std::string* nearest = nullptr;
  std::size_t least = std::max<std::size_t>(1, given.size() / 3) + 1;
  for (const std::string& name : known) {
    const std::size_t distance = editDistance(wanted, plain(name));
    if (distance >= least) continue;
    least = distance;
    nearest = &name;
  }
  return nearest == nullptr ? "" : " Did you mean '" + *nearest + "'?";
}

}  // namespace Chronos
