// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BEAMFRAMES_HPP
#define CHRONOS_BEAMFRAMES_HPP

#include "WholeMatrix.hpp"

#include <array>
#include <map>
#include <vector>

namespace Chronos::Test {

/// \brief Straight round beams (Euler and Bernoulli) between neighbours of a grid of nodes, three displacements and
/// three rotations each, numbered node by node.
///
/// With d from node i to node j, e = d / |d|, g = u_j - u_i - (t_i + t_j) x d / 2 and k = t_j - t_i the energy of a
/// beam is (EA/L (e g)^2 + 12 EI/L^3 |g - e e g|^2 + GJ/L (e k)^2 + EI/L |k - e e k|^2) / 2.
class BeamFrame {
 public:
  static constexpr int size = 6;
  using Vector3 = std::array<double, 3>;

  /// \param isClamped the nodes of the first layer are left out
  /// \param beside how far nodes may lie beside the points of the grid
  BeamFrame(int nx, int ny, int nz, bool isClamped, double beside = 0.2) : first_(isClamped ? nx * ny : 0) {
    for (int node = 0; node < nx * ny * nz; ++node) {
      const int place[] = {node % nx, node / nx % ny, node / nx / ny};
      Vector3 point{};
      for (int d = 0; d < 3; ++d) point[d] = place[d] + beside * globalUniform(5, 3 * node + d);
      points_.push_back(point);
      for (int d = 0; d < 3; ++d) {
        const int step = d == 0 ? 1 : d == 1 ? nx : nx * ny;
        if (place[d] > 0) addBeam(node - step, node);
      }
    }
  }

  int numNodes() const { return static_cast<int>(points_.size()) - first_; }
  const Vector3& point(GlobalOrdinal node) const { return points_[static_cast<std::size_t>(node + first_)]; }

  HostCsr<double> matrix() const {
    HostCsr<double> A;
    A.numRows = A.numCols = numNodes() * size;
    A.rowPtr.assign(1, 0);
    for (int row = first_ * size; row < first_ * size + A.numRows; ++row) {
      for (const auto& [column, value] : rows_.at(row))
        if (column >= first_ * size) {
          A.colInd.push_back(column - first_ * size);
          A.values.push_back(value);
        }
      A.rowPtr.push_back(A.colInd.size());
    }
    return A;
  }

 private:
  using Element = std::array<std::array<double, 2 * size>, 3>;

  // v^T (along e e^T + across (I - e e^T)) w.
  static double energy(const Vector3& e, double along, double across, const Vector3& v, const Vector3& w) {
    double ev = 0, ew = 0, vw = 0;
    for (int d = 0; d < 3; ++d) ev += e[d] * v[d], ew += e[d] * w[d], vw += v[d] * w[d];
    return along * ev * ew + across * (vw - ev * ew);
  }

  void addBeam(int i, int j) {
    Vector3 d{}, e{};
    double square = 0;
    for (int c = 0; c < 3; ++c) d[c] = points_[j][c] - points_[i][c], square += d[c] * d[c];
    const double length = std::sqrt(square);
    for (int c = 0; c < 3; ++c) e[c] = d[c] / length;
    constexpr double EA = 100, EI = 1, GJ = 0.8;
    Element g{}, k{};
    for (int c = 0; c < 3; ++c) {
      const int next = (c + 1) % 3, last = (c + 2) % 3;
      g[c][c] = -1, g[c][size + c] = 1;
      k[c][3 + c] = -1, k[c][size + 3 + c] = 1;
      for (int end = 0; end < 2; ++end) {  // - (t x d)_c / 2
        g[c][end * size + 3 + next] = -d[last] / 2;
        g[c][end * size + 3 + last] = d[next] / 2;
      }
    }
    const auto columnOf = [](const Element& m, int column) {
      return Vector3{m[0][column], m[1][column], m[2][column]};
    };
    for (int a = 0; a < 2 * size; ++a)
      for (int b = 0; b < 2 * size; ++b) {
        const int row = (a < size ? i : j) * size + a % size, column = (b < size ? i : j) * size + b % size;
        rows_[row][column] += energy(e, EA / length, 12 * EI / (length * square), columnOf(g, a), columnOf(g, b)) +
                              energy(e, GJ / length, EI / length, columnOf(k, a), columnOf(k, b));
      }
  }

  int first_;
  std::vector<Vector3> points_;
  std::map<int, std::map<int, double>> rows_;
};

}  // namespace Chronos::Test

#endif
