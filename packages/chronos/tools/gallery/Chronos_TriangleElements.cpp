// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TriangleElements.hpp"

#include "Chronos_ColumnNumbering.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

// Rows [first, first + rowPtr.size() - 1), columns ascending.
struct Rows {
  int first;
  std::vector<Offset> rowPtr;
  std::vector<GlobalOrdinal> colInd;
  std::vector<double> values;

  bool has(int node) const { return node >= first && node < first + static_cast<int>(rowPtr.size()) - 1; }
  double& entry(int row, int col) {
    const auto begin = colInd.begin() + static_cast<std::ptrdiff_t>(rowPtr[row - first]);
    const auto end = colInd.begin() + static_cast<std::ptrdiff_t>(rowPtr[row - first + 1]);
    return values[std::lower_bound(begin, end, GlobalOrdinal(col)) - colInd.begin()];
  }
};

// Every node of a triangle meets all three.
Rows patternOf(const TriangleMesh& mesh, int first, int numRows) {
  Rows rows{first, std::vector<Offset>(std::size_t(numRows) + 1, 0), {}, {}};
  for (const auto& t : mesh.triangles)
    for (const int node : t)
      if (rows.has(node)) rows.rowPtr[node - first + 1] += 3;
  for (int row = 0; row < numRows; ++row) rows.rowPtr[row + 1] += rows.rowPtr[row];
  std::vector<GlobalOrdinal> all(rows.rowPtr.back());
  std::vector<Offset> next(rows.rowPtr.begin(), rows.rowPtr.end() - 1);
  for (const auto& t : mesh.triangles)
    for (const int node : t)
      if (rows.has(node))
        for (const int other : t) all[next[node - first]++] = other;
  Offset end = 0;
  for (int row = 0; row < numRows; ++row) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(rows.rowPtr[row]);
    std::sort(begin, all.begin() + static_cast<std::ptrdiff_t>(next[row]));
    const auto last = std::unique(begin, all.begin() + static_cast<std::ptrdiff_t>(next[row]));
    rows.colInd.insert(rows.colInd.end(), begin, last);
    rows.rowPtr[row] = end;
    end = rows.colInd.size();
  }
  rows.rowPtr[numRows] = end;
  rows.values.assign(end, 0);
  return rows;
}

// Gradients of the three functions are the edges opposite, turned and divided by twice the area.
void addElement(const TriangleMesh& mesh, const std::array<int, 3>& t, const Diffusion& K, Rows& rows) {
  double dx[3], dy[3];
  for (int k = 0; k < 3; ++k) {
    const auto &from = mesh.nodes[t[(k + 1) % 3]], &to = mesh.nodes[t[(k + 2) % 3]];
    dx[k] = from[1] - to[1];
    dy[k] = to[0] - from[0];
  }
  const double twiceArea = dx[0] * dy[1] - dx[1] * dy[0];
  for (int i = 0; i < 3; ++i) {
    if (!rows.has(t[i])) continue;
    for (int j = 0; j < 3; ++j) {
      // The two ends of an edge in one order, so that the matrix is symmetric bit by bit.
      const int a = t[i] < t[j] ? i : j, b = t[i] < t[j] ? j : i;
      const double energy = K.xx * dx[a] * dx[b] + K.xy * (dx[a] * dy[b] + dy[a] * dx[b]) + K.yy * dy[a] * dy[b];
      rows.entry(t[i], t[j]) += energy / (2 * twiceArea);
    }
  }
}

}  // namespace

Diffusion rotatedDiffusion(double anisotropy, double angle) {
  const double radians = angle * std::acos(-1.0) / 180.0;
  const double c = std::cos(radians), s = std::sin(radians);
  return {anisotropy + c * c, c * s, anisotropy + s * s};
}

Teuchos::RCP<TpetraCrsMatrix> assembleTriangles(const Teuchos::RCP<const Map>& rowMap, const TriangleMesh& mesh,
                                                const Diffusion& K) {
  const int numRows = static_cast<int>(TrilinosVersion::numLocal(*rowMap));
  Rows rows = patternOf(mesh, numRows > 0 ? static_cast<int>(rowMap->getMinGlobalIndex()) : 0, numRows);
  for (const auto& t : mesh.triangles) addElement(mesh, t, K, rows);
  for (int row = 0; row < numRows; ++row)
    if (mesh.isBoundary[rows.first + row] != 0) rows.entry(rows.first + row, rows.first + row) += boundaryPenalty;
  return makeCrsMatrix(rowMap, toView("Chronos::Gallery::rowPtr", rows.rowPtr),
                       toView("Chronos::Gallery::global columns", rows.colInd),
                       toView("Chronos::Gallery::values", rows.values));
}

}  // namespace Chronos
