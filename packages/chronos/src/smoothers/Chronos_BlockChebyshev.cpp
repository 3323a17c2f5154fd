// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BaseChebyshev.hpp"
#include "Chronos_BlockChebyshevParameters.hpp"
#include "Chronos_SmootherTable.hpp"

namespace Chronos {

SmootherMethod blockJacobi();

namespace {

void bindBlockChebyshev(ParameterBinding& list, BlockChebyshevParameters& p) {
  bindChebyshevPolynomial(list, p, "B");
}

// Unknowns of a node that pull at each other are taken together.
Teuchos::RCP<const Smoother> makeBlockChebyshev(const Teuchos::RCP<const DistMatrix<double>>& A,
                                                const UnknownNodes& nodes, const std::any& parameters) {
  return Teuchos::rcp(new BaseChebyshev(
      A, parametersOf<BlockChebyshevParameters>(parameters), "block chebyshev", "block jacobi inverses",
      [&] { return blockJacobi().make(A, nodes, {}); }, BaseChebyshev::Blocks::ofNodes));
}

}  // namespace

SmootherMethod blockChebyshev() {
  return {"block chebyshev",
          "a polynomial in B^{-1} A, B the matrix of block jacobi, taken without relaxation",
          makeBlockChebyshev,
          BlockChebyshevParameters(),
          bindingOf(bindBlockChebyshev),
          {true}};
}

}  // namespace Chronos
