// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RESIDUALSWEEP_HPP
#define CHRONOS_RESIDUALSWEEP_HPP

#include "Chronos_SingleVectorSmoother.hpp"

namespace Chronos {

/// \brief A sweep by a residual and an application, on vectors of either precision; see Smoother::sweep(). Collective.
/// \param smoother,A,b,x,other,omega as there, all of one precision
template <class SmootherType, class Matrix, class ConstVectors, class Vectors, class Scalar>
void sweepByResidual(const SmootherType& smoother, const Matrix& A, const ConstVectors& b, const Vectors& x,
                     const Vectors& other, Scalar omega, Guess guess) {
  if (guess == Guess::zero) {
    smoother.apply(b, x, omega);
    return;
  }
  A.residual(b, x, other);
  smoother.apply(other, x, omega, 1);
}

}  // namespace Chronos

#endif
