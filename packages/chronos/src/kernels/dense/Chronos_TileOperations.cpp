// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TileOperations.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace Chronos {
namespace {

// Told to the compiler, which makes a third as much of loops over single entries. Copied in and out, so that tiles need
// not be aligned.
using TwoLanes = double __attribute__((vector_size(2 * sizeof(double))));
using FourLanes = double __attribute__((vector_size(4 * sizeof(double))));

// nvcc warns of pragmas that it hands on to the compiler of the host.
#ifdef __CUDACC__
#pragma nv_diag_suppress unrecognized_gcc_pragma
#endif

#define CHRONOS_ALWAYS_INLINE inline __attribute__((always_inline))

template <class Lanes>
constexpr int numLanes = sizeof(Lanes) / sizeof(double);

template <class Lanes>
CHRONOS_ALWAYS_INLINE void read(const double* place, Lanes& lanes) {
  std::memcpy(&lanes, place, sizeof(lanes));
}

template <class Lanes>
CHRONOS_ALWAYS_INLINE void write(const Lanes& lanes, double* place) {
  std::memcpy(place, &lanes, sizeof(lanes));
}

// Results in blocks that eight registers hold: two vectors of each of four columns.
template <class Lanes>
CHRONOS_ALWAYS_INLINE void subtractProductBy(const double* A, const double* B, double* C) {
  constexpr int numCols = 4, numVectors = 2, rowsOfBlock = numVectors * numLanes<Lanes>;
  for (int col = 0; col < tileEdge; col += numCols)
    for (int row = 0; row < tileEdge; row += rowsOfBlock) {
      Lanes sums[numCols][numVectors] = {};
      for (int k = 0; k < tileEdge; ++k)
#pragma GCC unroll 4
        for (int j = 0; j < numCols; ++j)
#pragma GCC unroll 2
          for (int v = 0; v < numVectors; ++v) {
            Lanes a;
            read(A + k * tileEdge + row + v * numLanes<Lanes>, a);
            sums[j][v] += a * B[k * tileEdge + col + j];
          }
#pragma GCC unroll 4
      for (int j = 0; j < numCols; ++j)
#pragma GCC unroll 2
        for (int v = 0; v < numVectors; ++v) {
          double* const place = C + (col + j) * tileEdge + row + v * numLanes<Lanes>;
          Lanes result;
          read(place, result);
          result -= sums[j][v];
          write(result, place);
        }
    }
}

// Column by column; rows in blocks that eight registers hold.
template <class Lanes>
CHRONOS_ALWAYS_INLINE void divideByTransposedBy(const double* L, double* X) {
  constexpr int numVectors = 8, rowsOfBlock = numVectors * numLanes<Lanes>;
  for (int row = 0; row < tileEdge; row += rowsOfBlock)
    for (int col = 0; col < tileEdge; ++col) {
      Lanes sums[numVectors] = {};
      for (int k = 0; k < col; ++k)
#pragma GCC unroll 8
        for (int v = 0; v < numVectors; ++v) {
          Lanes earlier;
          read(X + k * tileEdge + row + v * numLanes<Lanes>, earlier);
          sums[v] += earlier * L[k * tileEdge + col];
        }
      const double inverse = 1 / L[col * tileEdge + col];
#pragma GCC unroll 8
      for (int v = 0; v < numVectors; ++v) {
        double* const place = X + col * tileEdge + row + v * numLanes<Lanes>;
        Lanes x;
        read(place, x);
        x = (x - sums[v]) * inverse;
        write(x, place);
      }
    }
}

#ifdef __x86_64__
#define CHRONOS_WIDE_LANES __attribute__((target("avx2,fma")))
using WideLanes = FourLanes;
#else
#define CHRONOS_WIDE_LANES
using WideLanes = TwoLanes;
#endif

CHRONOS_WIDE_LANES void subtractProductWide(const double* A, const double* B, double* C) {
  subtractProductBy<WideLanes>(A, B, C);
}

CHRONOS_WIDE_LANES void divideByTransposedWide(const double* L, double* X) {
  divideByTransposedBy<WideLanes>(L, X);
}

}  // namespace

bool hasWideLanes() {
#ifdef __x86_64__
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
#else
  return false;
#endif
}

void subtractProduct(const double* A, const double* B, double* C, bool wideLanes) {
  if (wideLanes) subtractProductWide(A, B, C);
  else subtractProductBy<TwoLanes>(A, B, C);
}

void divideByTransposed(const double* L, double* X, bool wideLanes) {
  if (wideLanes) divideByTransposedWide(L, X);
  else divideByTransposedBy<TwoLanes>(L, X);
}

// Each column is taken from those behind it.
double factorTile(double* A) {
  double smallest = 1;
  for (int k = 0; k < tileEdge; ++k) {
    double* column = A + k * tileEdge;
    const double pivot = column[k];
    if (!(pivot > 0 && pivot <= std::numeric_limits<double>::max())) return 0;
    smallest = std::min(smallest, pivot);
    const double scale = 1 / std::sqrt(pivot);
    std::fill_n(column, k, 0.0);
    for (int i = k; i < tileEdge; ++i) column[i] *= scale;
    for (int j = k + 1; j < tileEdge; ++j)
      for (int i = j; i < tileEdge; ++i) A[j * tileEdge + i] -= column[i] * column[j];
  }
  return smallest;
}

// Four columns at a time, so that y is read and written once for them.
void addProduct(double factor, const double* A, const double* x, double* y) {
  for (int k = 0; k < tileEdge; k += 4, A += 4 * tileEdge) {
    const double a = factor * x[k], b = factor * x[k + 1], c = factor * x[k + 2], d = factor * x[k + 3];
    for (int i = 0; i < tileEdge; ++i)
      y[i] += (A[i] * a + A[tileEdge + i] * b) + (A[2 * tileEdge + i] * c + A[3 * tileEdge + i] * d);
  }
}

void addTransposedProduct(double factor, const double* A, const double* x, double* y) {
  constexpr int numCols = 4;
  for (int k = 0; k < tileEdge; k += numCols, A += numCols * tileEdge) {
    double sums[numCols][2] = {};
    for (int i = 0; i < tileEdge; i += 2)
      for (int c = 0; c < numCols; ++c)
        for (int r = 0; r < 2; ++r) sums[c][r] += A[c * tileEdge + i + r] * x[i + r];
    for (int c = 0; c < numCols; ++c) y[k + c] += factor * (sums[c][0] + sums[c][1]);
  }
}

}  // namespace Chronos
