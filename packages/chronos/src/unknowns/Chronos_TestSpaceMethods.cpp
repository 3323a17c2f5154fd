// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TestSpaceMethods.hpp"

namespace Chronos {

TestSpace improveTestSpace(const DistMatrix<double>& A, const Operator& M, const TestSpace& V,
                           const TestSpaceParameters& parameters, int iterations) {
  const TestSpace basis = orthonormalBasis(*A.rowMap()->getComm(), V);
  if (iterations == 0 || basis.extent(1) == 0) return basis;
  TestSpace improved = basis;
  switch (parameters.improvement) {
    case TestSpaceImprovement::none: break;
    case TestSpaceImprovement::srqcg: improved = improveBySrqcg(A, M, basis, iterations, parameters.weight); break;
    case TestSpaceImprovement::power: improved = improveByPower(A, M, basis, iterations); break;
  }
  // A smoother that solves exactly leaves nothing of a vector: then any test space will do.
  return improved.extent(1) > 0 ? improved : basis;
}

}  // namespace Chronos
