// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SmootherTable.hpp"

namespace Chronos {

SmootherMethod adaptiveFsai(SmootherUse use);
SmootherMethod staticFsai();
SmootherMethod jacobi();
SmootherMethod l1Jacobi();
SmootherMethod chebyshev();
SmootherMethod blockJacobi();
SmootherMethod blockChebyshev();
SmootherMethod gaussSeidel();
SmootherMethod twoStageGaussSeidel();
SmootherMethod additiveSchwarz();

namespace {

SmootherTable rowsFor(SmootherUse use) {
  return {
      adaptiveFsai(use),     staticFsai(),      jacobi(),         l1Jacobi(),
      chebyshev(),           blockJacobi(),     blockChebyshev(), gaussSeidel(),
      twoStageGaussSeidel(), additiveSchwarz(),
  };
}

}  // namespace

const SmootherTable& smootherTable(SmootherUse use) {
  static const SmootherTable smoothing = rowsFor(SmootherUse::smoothing);
  static const SmootherTable preconditioning = rowsFor(SmootherUse::preconditioning);
  return use == SmootherUse::smoothing ? smoothing : preconditioning;
}

}  // namespace Chronos
