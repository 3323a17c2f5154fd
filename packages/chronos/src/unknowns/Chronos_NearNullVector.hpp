// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NEARNULLVECTOR_HPP
#define CHRONOS_NEARNULLVECTOR_HPP

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Types.hpp"

#include <functional>

namespace Chronos {

struct NearNullSearch {
  int steps = 20;
  /// What M B leaves of the vector at which the search ends, looked at every five steps; it ends in vain where more
  /// than a quarter is left of it after ten.
  double enough = 3e-4;
};

struct NearNullVector {
  Vector x;         ///< of length one, but for solutions; empty where none was found, as where there are no rows
  double left = 0;  ///< ||M B x|| beside what is known
  int steps = 0;
};

/// \brief The vector x of a Krylov space for which ||M B x|| / ||x||, beside what is known, is least: what an iteration
/// that is preconditioned by M changes least. Collective.
///
/// M B, which need not be symmetric, is reduced to a small Hessenberg matrix by the method of Arnoldi, whose smallest
/// right singular vector gives x, as refined Ritz vectors are made (Jia, Linear Algebra Appl. 259, 1997). A step costs
/// an application of B and one of M, and two passes over the basis. The same bits on any number of threads.
/// \param B y = B x
/// \param known orthogonal columns of the kernel of B that are left out; M B x need not be orthogonal to them
/// \param start of the space
NearNullVector nearNullVector(const std::function<void(const ConstVector& x, const Vector& y)>& B, const Operator& M,
                              const TestSpace& known, const ConstVector& start, const NearNullSearch& search);

/// \brief The vector x of a Krylov space for which ||M (b - B x)||, beside what is known, is least: GMRES without
/// restarts (Saad and Schultz, SIAM J. Sci. Stat. Comput. 7, 1986), preconditioned by M from the left. Collective.
///
/// What nearNullVector() says of costs and threads holds, and its arguments are the same; the space begins with M b.
/// \return `left` relative to ||M b||; no steps where that is zero beside what is known
NearNullVector nearSolution(const std::function<void(const ConstVector& x, const Vector& y)>& B, const Operator& M,
                            const TestSpace& known, const ConstVector& b, const NearNullSearch& search);

}  // namespace Chronos

#endif
