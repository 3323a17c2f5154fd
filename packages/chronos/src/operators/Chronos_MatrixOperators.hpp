// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXOPERATORS_HPP
#define CHRONOS_MATRIXOPERATORS_HPP

#include "Chronos_CommonOperator.hpp"

namespace Chronos {

/// \file
/// Matrices of Tpetra, rectangular ones too, as factors and terms. They do not say of themselves that they are
/// symmetric unless they are told: a Krylov method believes isFixedSymmetric().

/// \brief A by the kernels of Chronos. Collective. Row pointers and values are shared with A, which is kept.
/// \throws InputError on all ranks when A is not fill complete
Teuchos::RCP<const CommonOperator> multiplyBy(const Teuchos::RCP<const TpetraCrsMatrix>& A, bool isSymmetric = false);

/// \brief A^T, made once. Collective. Later values of A are not seen.
/// \throws InputError on all ranks when A is not fill complete
Teuchos::RCP<const CommonOperator> transposed(const Teuchos::RCP<const TpetraCrsMatrix>& A);

}  // namespace Chronos

#endif
