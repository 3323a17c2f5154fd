// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMALLEIGEN_HPP
#define CHRONOS_SMALLEIGEN_HPP

#include "Chronos_SmallMatrix.hpp"

namespace Chronos {

/// Eigenvalues, ascending, and orthonormal eigenvectors by columns.
struct SmallEigen {
  std::vector<double> values;
  SmallMatrix vectors;
};

/// \brief Eigenpairs of a symmetric matrix, of which the lower triangle is read. Local.
/// \return none when LAPACK does not find them: entries that are not finite
SmallEigen symmetricEigen(const SmallMatrix& A);

}  // namespace Chronos

#endif
