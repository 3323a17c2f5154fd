// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PIVOTEDSOLVE_HPP
#define CHRONOS_PIVOTEDSOLVE_HPP

#include "Chronos_RowGroup.hpp"

#include <cmath>

namespace Chronos {

/// \brief Small symmetric positive semidefinite systems G y = r, by Cholesky with complete pivoting, one for
/// each group of lanes.
///
/// G is scaled to unit diagonal first. Pivots below `smallestPivot` end the factorisation: the vectors not
/// chosen depend on the others, and their unknowns are zero.
struct PivotedSystem {
  static constexpr double smallestPivot = 1e-12;

  double* gram;    // packed lower triangle of G, by rows
  double* factor;  // size x size, by rows: row i of L for unknown i, column k for pivot k
  double* scale;   // 1 / sqrt(G_ii), 0 where G_ii is 0
  double* left;    // diagonal of what is not yet eliminated; -1 where chosen
  double* work;
  int* pivots;
  int size;

  KOKKOS_INLINE_FUNCTION static std::size_t numDoubles(int size) {
    return std::size_t(size) * (size + 1) / 2 + std::size_t(size) * size + 3 * std::size_t(size);
  }
  KOKKOS_INLINE_FUNCTION PivotedSystem(double* doubles, int* ints, int n)
      : gram(doubles),
        factor(gram + n * (n + 1) / 2),
        scale(factor + n * n),
        left(scale + n),
        work(left + n),
        pivots(ints),
        size(n) {}

  KOKKOS_INLINE_FUNCTION double& G(int row, int col) const {
    return row >= col ? gram[row * (row + 1) / 2 + col] : gram[col * (col + 1) / 2 + row];
  }
  KOKKOS_INLINE_FUNCTION double& L(int row, int pivot) const { return factor[row * size + pivot]; }

  /// Returns the rank. G must have been written by the group before its last sync().
  template <class Group>
  KOKKOS_INLINE_FUNCTION int factorise(const Group& group) const {
    using std::sqrt;
    for (int i = group.lane; i < size; i += Group::width) {
      const double diagonal = G(i, i);
      scale[i] = diagonal > 0 ? 1 / sqrt(diagonal) : 0;
      left[i] = diagonal > 0 ? 1 : 0;
    }
    group.sync();
    for (int k = 0; k < size; ++k) {
      double best = smallestPivot;
      for (int i = 0; i < size; ++i)
        if (left[i] > best) best = left[i];
      int pivot = -1;
      for (int i = 0; i < size && pivot < 0; ++i)
        if (left[i] == best && best > smallestPivot) pivot = i;
      group.sync();
      if (pivot < 0) return k;
      const double root = sqrt(best);
      for (int i = group.lane; i < size; i += Group::width) {
        if (i == pivot) {
          pivots[k] = pivot;
          left[i] = -1;
          L(i, k) = root;
        } else if (left[i] >= 0) {
          double sum = G(i, pivot) * scale[i] * scale[pivot];
          for (int q = 0; q < k; ++q) sum -= L(i, q) * L(pivot, q);
          sum /= root;
          L(i, k) = sum;
          left[i] = left[i] > sum * sum ? left[i] - sum * sum : 0;
        }
      }
      group.sync();
    }
    return size;
  }

  /// y += what solves G y = r for the pivots found.
  template <class Group>
  KOKKOS_INLINE_FUNCTION void addSolution(const Group& group, int rank, const double* r, double* y) const {
    for (int k = group.lane; k < rank; k += Group::width) work[k] = r[pivots[k]] * scale[pivots[k]];
    group.sync();
    for (int k = 0; k < rank; ++k) {
      const double value = work[k] / L(pivots[k], k);
      group.sync();
      for (int q = k + group.lane; q < rank; q += Group::width)
        work[q] = q == k ? value : work[q] - L(pivots[q], k) * value;
      group.sync();
    }
    for (int k = rank - 1; k >= 0; --k) {
      const double value = work[k] / L(pivots[k], k);
      group.sync();
      for (int q = group.lane; q <= k; q += Group::width) work[q] = q == k ? value : work[q] - L(pivots[k], q) * value;
      group.sync();
    }
    for (int k = group.lane; k < rank; k += Group::width) y[pivots[k]] += work[k] * scale[pivots[k]];
    group.sync();
  }
};

}  // namespace Chronos

#endif
