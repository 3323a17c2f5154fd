// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATCHINGREFERENCE_HPP
#define CHRONOS_MATCHINGREFERENCE_HPP

#include "Chronos_Suitor.hpp"
#include "RandomMatrix.hpp"

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

namespace Chronos::Test {

/// An edge once, first < second.
struct WeightedEdge {
  LocalOrdinal first, second;
  float weight;
};

inline std::vector<WeightedEdge> edgesOf(const HostCsr<double>& A, const std::vector<float>& weights) {
  std::vector<WeightedEdge> edges;
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if (weights[e] > 0 && row < A.colInd[e]) edges.push_back({row, A.colInd[e], weights[e]});
  return edges;
}

/// Partners by taking the best edge left, by (weight, larger key, smaller key), as long as there is one.
inline std::vector<LocalOrdinal> greedyMatching(LocalOrdinal n, std::vector<WeightedEdge> edges, MatchingTies ties) {
  const auto rank = [&](const WeightedEdge& edge) {
    const auto a = matchingKey(ties, edge.first), b = matchingKey(ties, edge.second);
    return std::make_tuple(edge.weight, std::max(a, b), std::min(a, b));
  };
  std::sort(edges.begin(), edges.end(),
            [&](const WeightedEdge& a, const WeightedEdge& b) { return rank(a) > rank(b); });
  std::vector<LocalOrdinal> partners(n, -1);
  for (const WeightedEdge& edge : edges) {
    if (partners[edge.first] >= 0 || partners[edge.second] >= 0) continue;
    partners[edge.first] = edge.second;
    partners[edge.second] = edge.first;
  }
  return partners;
}

/// The largest weight of any matching: for each set of vertices that are left, the first of them alone or with another.
inline double largestMatchingWeight(LocalOrdinal n, const std::vector<WeightedEdge>& edges) {
  std::vector<std::vector<WeightedEdge>> ofLarger(n);
  for (const WeightedEdge& edge : edges) ofLarger[edge.second].push_back(edge);
  std::vector<double> best(std::size_t(1) << n, 0);
  LocalOrdinal last = 0;
  for (std::size_t left = 1; left < best.size(); ++left) {
    while (left >> (last + 1) != 0) ++last;
    const std::size_t others = left & ~(std::size_t(1) << last);
    best[left] = best[others];
    for (const WeightedEdge& edge : ofLarger[last])
      if ((others >> edge.first & 1) != 0)
        best[left] = std::max(best[left], best[others & ~(std::size_t(1) << edge.first)] + double(edge.weight));
  }
  return best.back();
}

inline double weightOf(const std::vector<LocalOrdinal>& partners, const std::vector<WeightedEdge>& edges) {
  double sum = 0;
  for (const WeightedEdge& edge : edges)
    if (partners[edge.first] == edge.second) sum += double(edge.weight);
  return sum;
}

/// \brief A symmetric matrix with a dominant diagonal: entries of either sign, many of them alike.
inline HostCsr<double> randomGraphMatrix(LocalOrdinal n, std::mt19937& random) {
  const int density = 2 + static_cast<int>(random() % 6);
  const bool isTied = random() % 2 == 0;
  std::vector<std::vector<double>> dense(n, std::vector<double>(n, 0));
  for (LocalOrdinal i = 0; i < n; ++i)
    for (LocalOrdinal j = 0; j < i; ++j) {
      if (random() % density != 0) continue;
      const double size = isTied ? 1 + random() % 2 : std::uniform_real_distribution<double>(0.1, 1)(random);
      dense[i][j] = dense[j][i] = random() % 5 == 0 ? size : -size;
    }
  HostCsr<double> A;
  A.numRows = A.numCols = n;
  for (LocalOrdinal i = 0; i < n; ++i) {
    double sum = isTied ? 20 : 0.5;
    if (!isTied)
      for (const double value : dense[i]) sum += std::abs(value);
    dense[i][i] = sum;
    for (LocalOrdinal j = 0; j < n; ++j) {
      if (dense[i][j] == 0) continue;
      A.colInd.push_back(j);
      A.values.push_back(dense[i][j]);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  return A;
}

/// Mostly 1, else of either sign or 0.
inline std::vector<double> randomKeptVector(LocalOrdinal n, std::mt19937& random) {
  std::vector<double> w(n, 1);
  if (random() % 2 == 0) return w;
  for (double& value : w) value = random() % 5 == 0 ? 0 : std::uniform_real_distribution<double>(-1, 1)(random);
  return w;
}

}  // namespace Chronos::Test

#endif
