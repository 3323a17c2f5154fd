// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TILEOPERATIONS_HPP
#define CHRONOS_TILEOPERATIONS_HPP

namespace Chronos {

/// Rows and columns of a tile, whose entries lie column by column. Three of 8 KB fit a first cache; tiles of half the
/// size would double what is read for an operation, of twice the size a chain of operations that no thread can share.
constexpr int tileEdge = 32;
constexpr int tileEntries = tileEdge * tileEdge;

/// Whether the processor has AVX2 and FMA, which take a third of the time and round once where others round twice.
bool hasWideLanes();

/// \brief C -= A B^T for tiles that do not overlap. On the host, by one thread.
///
/// Sums run over the columns of A and B in ascending order. 31 and 9 billion operations a second with wide lanes and
/// without, on one core of an EPYC of 2021, whose serial OpenBLAS has 32 and may not be called by several threads.
/// \param wideLanes another order of rounding, another speed; false is possible everywhere
void subtractProduct(const double* A, const double* B, double* C, bool wideLanes = hasWideLanes());

/// \brief X = X L^{-T}, by substitution; see subtractProduct().
///
/// A product with an inverted tile would lose the digits of its condition.
/// \param L lower triangle; what is above its diagonal is not read
void divideByTransposed(const double* L, double* X, bool wideLanes = hasWideLanes());

/// \brief A = L L^T in the place of A, whose upper triangle is not read; that of L is 0.
/// \return the smallest pivot, 1 at most; 0 where one is not positive and finite, and L is void then
double factorTile(double* A);

/// y += factor A x for a tile.
void addProduct(double factor, const double* A, const double* x, double* y);

/// y += factor A^T x for a tile.
void addTransposedProduct(double factor, const double* A, const double* x, double* y);

}  // namespace Chronos

#endif
