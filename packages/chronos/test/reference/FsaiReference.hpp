// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIREFERENCE_HPP
#define CHRONOS_FSAIREFERENCE_HPP

#include "Chronos_GlobalHash.hpp"
#include "RandomMatrix.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace Chronos::Test {

/// What Algorithm 1 of Bernaschi and others 2019 leaves open, and its parameters.
struct ReferenceFsaiRules {
  int maxSteps = 30, entriesPerStep = 1;
  double tolerance = 1e-3;
  bool kaporinRatio = true;     ///< rule (17); otherwise psi_{k-1} - psi_k <= tolerance psi_{k-1}
  bool scaledGradient = false;  ///< candidates ranked by |gradient_j| / sqrt(a_jj)
  double guardBand = 1e-9;      ///< candidates this close to the best tie; the smallest hash of the column wins
  double noise = 4 * 2.2e-16;
  /// A row with more entries than both is a hub for row i: nothing is reached through it.
  std::size_t shortestHub = 512, hubOverRow = 16;
};

struct ReferenceFsaiRow {
  std::vector<LocalOrdinal> pattern;  ///< off-diagonal columns, in the order in which they came
  std::vector<double> coefficient;    ///< of G~
  double psi = 0;
};

inline double entryOf(const HostCsr<double>& A, LocalOrdinal row, LocalOrdinal col) {
  const auto begin = A.colInd.begin() + A.rowPtr[row], end = A.colInd.begin() + A.rowPtr[row + 1];
  const auto found = std::lower_bound(begin, end, col);
  return found != end && *found == col ? A.values[found - A.colInd.begin()] : 0.0;
}

/// Dense Cholesky from the beginning: S g = b, S given by rows. For oracles: O(m^3) each time.
inline std::vector<double> denseSolve(std::vector<std::vector<double>> S, std::vector<double> b) {
  const int m = static_cast<int>(b.size());
  for (int c = 0; c < m; ++c) {
    for (int k = 0; k < c; ++k) S[c][c] -= S[c][k] * S[c][k];
    S[c][c] = std::sqrt(S[c][c]);
    for (int r = c + 1; r < m; ++r) {
      for (int k = 0; k < c; ++k) S[r][c] -= S[r][k] * S[c][k];
      S[r][c] /= S[c][c];
    }
  }
  for (int r = 0; r < m; ++r) {
    for (int k = 0; k < r; ++k) b[r] -= S[r][k] * b[k];
    b[r] /= S[r][r];
  }
  for (int r = m - 1; r >= 0; --r) {
    for (int k = r + 1; k < m; ++k) b[r] -= S[k][r] * b[k];
    b[r] /= S[r][r];
  }
  return b;
}

/// Lines 6 to 12 of Algorithm 1 for one row, every quantity formed anew from its definition.
inline ReferenceFsaiRow referenceFsaiRow(const HostCsr<double>& A, LocalOrdinal i, const ReferenceFsaiRules& rules,
                                         const std::vector<LocalOrdinal>& initialPattern = {}) {
  ReferenceFsaiRow row;
  row.pattern = initialPattern;
  const auto solve = [&] {
    const std::size_t m = row.pattern.size();
    std::vector<std::vector<double>> S(m, std::vector<double>(m));
    std::vector<double> b(m);
    for (std::size_t r = 0; r < m; ++r) {
      for (std::size_t c = 0; c < m; ++c) S[r][c] = entryOf(A, row.pattern[r], row.pattern[c]);
      b[r] = -entryOf(A, row.pattern[r], i);
    }
    row.coefficient = denseSolve(S, b);
    row.psi = entryOf(A, i, i);
    for (std::size_t r = 0; r < m; ++r) row.psi += row.coefficient[r] * entryOf(A, row.pattern[r], i);
  };
  solve();
  const double psiInitial = row.psi;
  for (int step = 0; step < rules.maxSteps; ++step) {
    std::map<LocalOrdinal, double> gradient;  // half of (16)
    const auto addRow = [&](LocalOrdinal source, double factor) {
      for (Offset e = A.rowPtr[source]; e < A.rowPtr[source + 1] && A.colInd[e] < i; ++e)
        gradient[A.colInd[e]] += factor * A.values[e];
    };
    addRow(i, 1);
    for (std::size_t p = 0; p < row.pattern.size(); ++p) {
      const std::size_t length = A.rowPtr[row.pattern[p] + 1] - A.rowPtr[row.pattern[p]];
      if (length > rules.shortestHub && length > rules.hubOverRow * (A.rowPtr[i + 1] - A.rowPtr[i])) continue;
      addRow(row.pattern[p], row.coefficient[p]);
    }
    for (LocalOrdinal col : row.pattern) gradient.erase(col);

    const double psiBefore = row.psi;
    int numAdded = 0;
    for (; numAdded < rules.entriesPerStep; ++numAdded) {
      const auto score = [&](LocalOrdinal col, double g) {
        return std::abs(g) / (rules.scaledGradient ? std::sqrt(entryOf(A, col, col)) : 1.0);
      };
      double best = 0;
      for (const auto& [col, g] : gradient) best = std::max(best, score(col, g));
      LocalOrdinal chosen = -1;
      for (const auto& [col, g] : gradient)
        if (best > 0 && score(col, g) >= best * (1 - rules.guardBand) &&
            (chosen < 0 || globalHash(col) < globalHash(chosen)))
          chosen = col;
      if (chosen < 0 ||
          gradient[chosen] * gradient[chosen] <= rules.noise * rules.noise * entryOf(A, chosen, chosen) * psiBefore)
        break;
      row.pattern.push_back(chosen);
      gradient.erase(chosen);
    }
    solve();
    const bool stops = rules.kaporinRatio ? row.psi <= rules.tolerance * psiInitial
                                          : psiBefore - row.psi <= rules.tolerance * psiBefore;
    if (numAdded == 0 || stops) break;
  }
  return row;
}

/// Lower triangle of the k-th power of the filtered matrix, row i, by walking.
inline std::vector<LocalOrdinal> referenceStaticPattern(const HostCsr<double>& A, LocalOrdinal i, double threshold,
                                                        int power) {
  std::set<LocalOrdinal> reached{i};
  for (int k = 0; k < power; ++k) {
    std::set<LocalOrdinal> next = reached;
    for (LocalOrdinal row : reached)
      for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
        const LocalOrdinal col = A.colInd[e];
        if (std::abs(A.values[e]) > threshold * std::sqrt(entryOf(A, row, row) * entryOf(A, col, col)))
          next.insert(col);
      }
    reached = next;
  }
  return {reached.begin(), reached.lower_bound(i)};
}

/// Sparse, symmetric, positive definite, badly scaled: B B^T plus a diagonal, rows and columns scaled by 10^[-range,
/// range].
inline HostCsr<double> spdMatrix(LocalOrdinal n, int entriesPerRow, double range, unsigned seed = 3) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<std::map<LocalOrdinal, double>> rows(n);
  for (LocalOrdinal r = 0; r < n; ++r) {
    std::map<LocalOrdinal, double> b{{r, 1.0}};
    for (int k = 1; k < entriesPerRow; ++k) b[static_cast<LocalOrdinal>(random() % n)] = uniform(random);
    for (const auto& [i, x] : b)
      for (const auto& [j, y] : b) rows[i][j] += x * y;
    rows[r][r] += 0.05;
  }
  std::vector<double> scale(n);
  for (double& s : scale) s = std::pow(10.0, range * uniform(random));
  HostCsr<double> A;
  A.numRows = A.numCols = n;
  for (LocalOrdinal r = 0; r < n; ++r) {
    for (const auto& [c, value] : rows[r]) {
      A.colInd.push_back(c);
      A.values.push_back(value * scale[r] * scale[c]);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  return A;
}

}  // namespace Chronos::Test

#endif
