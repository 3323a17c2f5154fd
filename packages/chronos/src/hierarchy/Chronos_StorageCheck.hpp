// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STORAGECHECK_HPP
#define CHRONOS_STORAGECHECK_HPP

#include "Chronos_Cycle.hpp"
#include "Chronos_LevelStorage.hpp"

namespace Chronos {

/// Of cycleDifference(), calibrated on the systems of docs/precision.md: below it iterations stay within 5 % or 2.
constexpr double greatestDifference = 0.2;

/// The same of a cycle with vectors in single from one of the same matrices with vectors in double. What it rounds away
/// is another part of each vector, so that B is no matrix, and conjugate gradients forget directions that they took:
/// flexible ones as much, so that below this plain ones are taken (docs/precision.md).
constexpr double greatestVectorDifference = 3e-4;

/// A cycle B on a right-hand side, for others to be compared with.
struct CycleSample {
  Vector b, x;        ///< owned rows; x = B b
  double energy = 0;  ///< x^T A x, or that of a cycle in wider matrices

  bool exists() const { return energy != 0; }
};

/// \brief How far a cycle B~ of narrow matrices is from that in double, B. Collective.
///
/// Of e = (B - B~) b, b random times the roots of A's diagonal: ||e||_A / ||B b||_A, and where that is not below a
/// tenth ||(B - B~) A e||_A / ||e||_A, a step of the power method for the norm of (B - B~) A, by which the spectrum of
/// the preconditioned matrix has moved. Rounding moves small eigenvalues by more than they are. A random b shows it: in
/// the energy norm A^{-1} b holds each mode by the inverse root of its eigenvalue, stiff and soft regions alike. A
/// random x = A^{-1} b hides it under the largest eigenvalues.
/// Cost: a cycle of each and two products, or twice that.
/// \param level from which the cycles go down; A is its matrix
/// \param work of either hierarchy
double cycleDifference(const Hierarchy& narrow, const Hierarchy& wide, const DistMatrix<double>& A, std::size_t level,
                       const CycleWork& work);

/// \brief Makes levels wider until one cycle, with vectors in double, differs from that in double by no more than
/// greatestDifference. Collective.
///
/// Where it differs by more, each level is looked at from the last one on, with those below it as they are by then; it
/// becomes wider, see LevelStorage::wider(), until the cycle from there fits. Cost: a pair of cycles, as long as
/// nothing has to change; else one a level, and copies of a level and a cycle, or three, a step.
/// \param wide,storage one a level
/// \param hierarchy its levels and their reports change
/// \return of the finest level as it is now, vectors in double; none where no level stays narrow
CycleSample checkStorage(const std::vector<WideLevel>& wide, std::vector<LevelStorage>& storage, Hierarchy& hierarchy);

/// \brief Ends vectors in single on levels with Krylov steps, and on all levels where one cycle differs by more than
/// greatestVectorDifference. Collective. Cost: a cycle and a product where there are any, or a pair of cycles.
/// \param A of the finest level
/// \param inDouble of the finest level, vectors in double; overwritten. None: it is made
void checkSingleVectors(const DistMatrix<double>& A, Hierarchy& hierarchy, CycleSample inDouble = {});

}  // namespace Chronos

#endif
