// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BORDEREDCHOLESKY_HPP
#define CHRONOS_BORDEREDCHOLESKY_HPP

#include "Chronos_KernelTypes.hpp"

#include <cmath>

namespace Chronos {

/// Entries of a packed lower triangle of dimension n.
KOKKOS_INLINE_FUNCTION constexpr std::size_t packedSize(std::size_t n) {
  return n * (n + 1) / 2;
}

/// \brief Cholesky factor L of one system of a batch, packed by rows, and vectors, all interleaved over the batch.
///
/// Entry (r, c) of neighbouring systems lies side by side (Bernaschi and others 2019, 3.2: "matrix of arrays"), so
/// that one thread a system reads memory as a warp should.
template <class Scalar>
struct InterleavedSystem {
  Scalar* factor;      ///< packedSize(capacity) entries, `stride` apart
  Scalar* rhs;         ///< z = L^{-1} b
  Scalar* solution;    ///< g = L^{-T} z
  std::size_t stride;  ///< systems in the batch

  KOKKOS_INLINE_FUNCTION Scalar& L(int row, int col) const { return factor[(packedSize(row) + col) * stride]; }
  KOKKOS_INLINE_FUNCTION Scalar& z(int i) const { return rhs[i * stride]; }
  KOKKOS_INLINE_FUNCTION Scalar& g(int i) const { return solution[i * stride]; }

  KOKKOS_INLINE_FUNCTION Scalar dotRows(int first, int second, int length) const {
    Scalar sum = 0;
    for (int col = 0; col < length; ++col) sum += L(first, col) * L(second, col);
    return sum;
  }

  /// L^T g = z for the first m entries, by columns: each thread keeps its sum in a register.
  KOKKOS_INLINE_FUNCTION void backSubstitute(int m) const {
    for (int row = m - 1; row >= 0; --row) {
      Scalar sum = z(row);
      for (int below = row + 1; below < m; ++below) sum -= L(below, row) * g(below);
      g(row) = sum / L(row, row);
    }
  }
};

/// The same for one system at a time on the host: rows are contiguous, loops run along them in several independent
/// sums.
template <class Scalar>
struct ContiguousSystem {
  Scalar* factor;
  Scalar* rhs;
  Scalar* solution;

  KOKKOS_INLINE_FUNCTION Scalar& L(int row, int col) const { return factor[packedSize(row) + col]; }
  KOKKOS_INLINE_FUNCTION Scalar& z(int i) const { return rhs[i]; }
  KOKKOS_INLINE_FUNCTION Scalar& g(int i) const { return solution[i]; }

  KOKKOS_INLINE_FUNCTION Scalar dotRows(int first, int second, int length) const {
    constexpr int lanes = 8;
    const Scalar* a = &L(first, 0);
    const Scalar* b = &L(second, 0);
    Scalar sums[lanes] = {};
    int i = 0;
    for (; i + lanes <= length; i += lanes)
      for (int lane = 0; lane < lanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    Scalar sum = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
    for (; i < length; ++i) sum += a[i] * b[i];
    return sum;
  }

  KOKKOS_INLINE_FUNCTION void backSubstitute(int m) const {
    for (int row = 0; row < m; ++row) g(row) = z(row);
    for (int row = m - 1; row >= 0; --row) {
      const Scalar value = g(row) / L(row, row);
      g(row) = value;
      const Scalar* factorRow = &L(row, 0);
      for (int col = 0; col < row; ++col) solution[col] -= factorRow[col] * value;
    }
  }
};

/// \brief Appends one row to the Cholesky factor L of A[P,P] and one entry to z = L^{-1} b.
///
/// Adaptive FSAI adds positions one by one. Bordering the factor costs O(m^2) where factoring anew costs O(m^3), and
///   psi = a_ii - b^T A[P,P]^{-1} b = a_ii - ||z||^2,   b = -A[P,i],
/// falls by the square of the new entry of z, so that the stopping rule costs nothing.
///
/// On entry row m of L holds A[c, P] of the new column c in columns 0 .. m-1; on exit row m of the factor.
/// \param diagonal a_cc
/// \param rhs b_c
/// \param smallestPivot relative to a_cc; at or below it A[P,P] is singular to working precision
/// \return false when the pivot is too small or not a number: row m is then void
template <class System, class Scalar>
KOKKOS_INLINE_FUNCTION bool borderCholesky(const System& system, int m, Scalar diagonal, Scalar rhs,
                                           Scalar smallestPivot) {
  using std::sqrt;
  Scalar pivot = diagonal;
  Scalar entry = rhs;
  for (int row = 0; row < m; ++row) {
    const Scalar w = (system.L(m, row) - system.dotRows(row, m, row)) / system.L(row, row);
    system.L(m, row) = w;
    pivot -= w * w;
    entry -= w * system.z(row);
  }
  if (!(pivot > smallestPivot * diagonal)) return false;
  const Scalar root = sqrt(pivot);
  system.L(m, m) = root;
  system.z(m) = entry / root;
  return true;
}

}  // namespace Chronos

#endif
