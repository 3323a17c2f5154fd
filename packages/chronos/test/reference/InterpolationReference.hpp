// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INTERPOLATIONREFERENCE_HPP
#define CHRONOS_INTERPOLATIONREFERENCE_HPP

#include "Chronos_GlobalHash.hpp"
#include "Chronos_KernelTypes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace Chronos::Test {

using PointSet = std::set<int>;
using Weights = std::map<int, double>;

/// A dense matrix with strong connections and a splitting; the sets are those of thesis 2.2.3.
struct DenseInterpolation {
  int n = 0;
  std::vector<std::vector<double>> a;
  std::vector<std::vector<char>> strong;
  std::vector<char> types;  ///< 0 fine, 1 coarse, 2 isolated

  PointSet neighbours(int i, bool coarse) const {
    PointSet result;
    for (int j = 0; j < n; ++j)
      if (strong[i][j] != 0 && (types[j] == 1) == coarse) result.insert(j);
    return result;
  }
  /// (2.18): a_kl, or 0 where it has the sign of a_kk.
  double bar(int k, int l) const { return k == l || (a[k][l] < 0) == (a[k][k] < 0) ? 0.0 : a[k][l]; }
};

/// Algorithm 4: the coarse point that most uncovered neighbours share comes first, among equals that of the
/// largest hash.
inline PointSet greedyCover(const DenseInterpolation& problem, int i) {
  PointSet set = problem.neighbours(i, true);
  std::vector<PointSet> uncovered;
  const auto covers = [](const PointSet& points, const PointSet& chosen) {
    return std::any_of(points.begin(), points.end(), [&](int j) { return chosen.count(j) > 0; });
  };
  for (int k : problem.neighbours(i, false)) {
    const PointSet coarse = problem.neighbours(k, true);
    if (!coarse.empty() && !covers(coarse, set)) uncovered.push_back(coarse);
  }
  while (!uncovered.empty()) {
    std::map<int, int> degree;
    for (const PointSet& coarse : uncovered)
      for (int j : coarse) ++degree[j];
    const auto best = std::max_element(degree.begin(), degree.end(), [](const auto& x, const auto& y) {
      return std::make_pair(x.second, globalHash(x.first)) < std::make_pair(y.second, globalHash(y.first));
    });
    const int chosen = best->first;
    set.insert(chosen);
    uncovered.erase(
        std::remove_if(uncovered.begin(), uncovered.end(), [&](const PointSet& p) { return p.count(chosen) > 0; }),
        uncovered.end());
  }
  return set;
}

inline PointSet extendedSet(const DenseInterpolation& problem, int i) {
  PointSet set = problem.neighbours(i, true);
  for (int k : problem.neighbours(i, false)) set.merge(problem.neighbours(k, true));
  return set;
}

/// \brief w_i by the formulas; `plusI` says whether i takes part in the sums of its neighbours (extended+i)
/// or not (classical).
inline Weights formulaWeights(const DenseInterpolation& problem, int i, const PointSet& set, bool plusI) {
  if (set.empty()) return {};
  const auto& a = problem.a;
  const PointSet fine = problem.neighbours(i, false);
  std::map<int, double> sums;
  for (int k : fine) {
    double sum = plusI ? problem.bar(k, i) : 0.0;
    for (int l : set) sum += problem.bar(k, l);
    sums[k] = sum;
  }
  double diagonal = a[i][i];
  for (int j = 0; j < problem.n; ++j)
    if (j != i && set.count(j) == 0 && (fine.count(j) == 0 || sums[j] == 0)) diagonal += a[i][j];
  if (plusI)
    for (int k : fine)
      if (sums[k] != 0) diagonal += a[i][k] * problem.bar(k, i) / sums[k];
  Weights weights;
  for (int j : set) {
    double sum = a[i][j];
    for (int k : fine)
      if (sums[k] != 0) sum += a[i][k] * problem.bar(k, j) / sums[k];
    weights[j] = -sum / diagonal;
  }
  return weights;
}

/// Stueben's multipass: row i of P, each pass from the rows of the passes before.
inline std::vector<Weights> multipassWeights(const DenseInterpolation& problem) {
  std::vector<Weights> P(problem.n);
  std::vector<char> done(problem.n, 0);
  for (int i = 0; i < problem.n; ++i)
    if (problem.types[i] == 1) {
      P[i] = {{i, 1.0}};
      done[i] = 1;
    }
  for (bool progress = true; progress;) {
    progress = false;
    const std::vector<char> before = done;
    for (int i = 0; i < problem.n; ++i) {
      if (before[i] != 0 || problem.types[i] != 0) continue;
      double all = 0, used = 0;
      Weights sum;
      bool found = false;
      for (int k = 0; k < problem.n; ++k) {
        if (k != i) all += problem.a[i][k];
        if (problem.strong[i][k] == 0 || before[k] == 0) continue;
        found = true;
        used += problem.a[i][k];
        for (const auto& [j, w] : P[k]) sum[j] += problem.a[i][k] * w;
      }
      if (!found || used == 0) continue;
      done[i] = 1;
      progress = true;
      for (auto& [j, w] : sum) P[i][j] = -all / used / problem.a[i][i] * w;
    }
  }
  return P;
}

/// \brief A random symmetric matrix with random strong connections and a random splitting.
///
/// \param zeroSum M-matrix with row sums zero; otherwise signs are mixed, of the diagonal as well
inline DenseInterpolation randomInterpolation(int n, double density, bool zeroSum, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  DenseInterpolation problem;
  problem.n = n;
  problem.a.assign(n, std::vector<double>(n, 0.0));
  problem.strong.assign(n, std::vector<char>(n, 0));
  problem.types.assign(n, 0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (uniform(random) < density || j == i - 1)
        problem.a[i][j] = problem.a[j][i] = zeroSum ? -0.1 - uniform(random) : 2 * uniform(random) - 1.4;
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      sum += zeroSum ? problem.a[i][j] : -std::abs(problem.a[i][j]);
      if (j != i && problem.a[i][j] != 0) problem.strong[i][j] = uniform(random) < 0.6;
    }
    problem.a[i][i] = zeroSum ? -sum : (uniform(random) < 0.15 ? 1.1 : -1.1) * (sum - 1);
    const double type = uniform(random);
    problem.types[i] = type < 0.3 ? 1 : (type < 0.35 ? 2 : 0);
  }
  return problem;
}

}  // namespace Chronos::Test

#endif
