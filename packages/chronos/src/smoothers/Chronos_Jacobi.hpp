// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_JACOBI_HPP
#define CHRONOS_JACOBI_HPP

#include "Chronos_DiagonalSmoother.hpp"

namespace Chronos {

/// M = D, the diagonal of A.
class Jacobi : public DiagonalSmoother {
 public:
  /// Collective. The diagonal must be positive, which checkMatrix ensures.
  explicit Jacobi(const DistMatrix<double>& A);
  double eigenvalueBound(double jacobiBound) const override { return jacobiBound; }
};

}  // namespace Chronos

#endif
