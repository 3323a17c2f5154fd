// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DidYouMean.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace Chronos {
namespace {

std::string plain(std::string text) {
  for (char& letter : text)
    letter = letter == '-' || letter == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

std::size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t(0));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
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
