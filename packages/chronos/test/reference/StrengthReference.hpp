// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STRENGTHREFERENCE_HPP
#define CHRONOS_STRENGTHREFERENCE_HPP

#include "Chronos_Strength.hpp"
#include "WholeMatrix.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

namespace Chronos::Test {

/// For each point of a whole graph, the points that it strongly depends on.
using ReferenceGraph = std::vector<std::set<GlobalOrdinal>>;
using DenseMatrix = std::vector<std::vector<double>>;

inline DenseMatrix dense(const HostCsr<double>& A) {
  DenseMatrix D(A.numRows, std::vector<double>(A.numCols, 0.0));
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) D[row][A.colInd[e]] += A.values[e];
  return D;
}

/// m_i by definition.
inline double largestConnection(const DenseMatrix& D, std::size_t row) {
  const double sign = D[row][row] < 0 ? 1 : -1;
  double largest = 0;
  for (std::size_t col = 0; col < D.size(); ++col)
    if (col != row) largest = std::max(largest, sign * D[row][col]);
  return largest;
}

/// s_ij by definition, from dense rows; V has the rows of the test space.
inline double referenceMeasure(const DenseMatrix& D, StrengthMeasure measure, const DenseMatrix& V, std::size_t i,
                               std::size_t j) {
  if (i == j || D[i][j] == 0) return 0;
  const double connection = D[i][i] < 0 ? D[i][j] : -D[i][j];
  const double mi = largestConnection(D, i), mj = largestConnection(D, j);
  double vivj = 0, vivi = 0, vjvj = 0;
  switch (measure) {
    case StrengthMeasure::classical: return connection > 0 ? connection / mi : 0;
    case StrengthMeasure::symmetricClassical: return connection > 0 ? connection / (mj > 0 ? std::min(mi, mj) : mi) : 0;
    case StrengthMeasure::strongCouplings:
      return D[i][i] == 0 || D[j][j] == 0 ? 0 : std::abs(D[i][j]) / std::sqrt(std::abs(D[i][i] * D[j][j]));
    case StrengthMeasure::affinity:
      for (std::size_t k = 0; k < V[i].size(); ++k) {
        vivj += V[i][k] * V[j][k];
        vivi += V[i][k] * V[i][k];
        vjvj += V[j][k] * V[j][k];
      }
      return vivi == 0 || vjvj == 0 ? 0 : vivj * vivj / (vivi * vjvj);
  }
  return 0;
}

/// The strong connections of a whole matrix, by definition: all measures in a list, sorted where a number is
/// wanted.
inline ReferenceGraph referenceStrength(const HostCsr<double>& A, const StrengthParameters& parameters,
                                        const DenseMatrix& V = {}) {
  const DenseMatrix D = dense(A);
  DenseMatrix S = D;
  std::vector<double> measures;
  const auto decoupled = [&](std::size_t i) {
    double sum = 0;
    for (double value : D[i]) sum += value;
    return parameters.maxRowSum < 1 && std::abs(sum) > parameters.maxRowSum * std::abs(D[i][i]) * (1 + 1e-10);
  };
  for (std::size_t i = 0; i < D.size(); ++i)
    for (std::size_t j = 0; j < D.size(); ++j) {
      S[i][j] = decoupled(i) || decoupled(j) ? 0 : referenceMeasure(D, parameters.measure, V, i, j);
      if (S[i][j] > 0) measures.push_back(S[i][j]);
    }
  double threshold = parameters.threshold;
  if (parameters.filter == StrengthFilter::averageConnections) {
    std::sort(measures.begin(), measures.end(), std::greater<>());
    const auto wanted = static_cast<std::size_t>(std::ceil(parameters.averageConnections * double(D.size())));
    threshold = wanted == 0 ? 1e300 : wanted >= measures.size() ? 0 : measures[wanted - 1];
  }
  ReferenceGraph graph(D.size());
  for (std::size_t i = 0; i < D.size(); ++i)
    for (std::size_t j = 0; j < D.size(); ++j)
      if (S[i][j] > 0 && S[i][j] >= threshold * (1 - 1e-10)) graph[i].insert(static_cast<GlobalOrdinal>(j));
  return graph;
}

/// Flags of the rows of A as a graph says.
inline StrongFlags flagsOf(const DistMatrix<double>& A, const ReferenceGraph& graph) {
  const HostCsr<double> local = toHost(A.local());
  std::vector<char> flags(local.colInd.size());
  for (LocalOrdinal row = 0; row < local.numRows; ++row)
    for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e)
      flags[e] = static_cast<char>(graph[A.rowMap()->getGlobalElement(row)].count(globalColumn(A, local.colInd[e])));
  return toView("flags", flags);
}

}  // namespace Chronos::Test

#endif
