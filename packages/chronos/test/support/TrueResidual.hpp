// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TRUERESIDUAL_HPP
#define CHRONOS_TRUERESIDUAL_HPP

#include "Chronos_Types.hpp"

namespace Chronos::Test {

/// ||b - A x|| / ||b|| of the first column; ||A x|| where b is zero. Collective.
inline double trueResidual(const TpetraCrsMatrix& A, const TpetraMultiVector& x, const TpetraMultiVector& b) {
  TpetraMultiVector r(b, Teuchos::Copy);
  A.apply(x, r, Teuchos::NO_TRANS, -1.0, 1.0);
  const double rNorm = r.getVector(0)->norm2(), bNorm = b.getVector(0)->norm2();
  return bNorm == 0 ? rNorm : rNorm / bNorm;
}

}  // namespace Chronos::Test

#endif
