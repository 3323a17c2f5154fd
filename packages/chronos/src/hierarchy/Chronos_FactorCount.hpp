// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FACTORCOUNT_HPP
#define CHRONOS_FACTORCOUNT_HPP

#include "Chronos_KernelTypes.hpp"

#include <optional>

namespace Chronos {

/// What a sparse Cholesky factor will hold and take.
struct FactorCount {
  double numEntries = 0;     ///< of L, its diagonal included
  double numOperations = 0;  ///< floating-point operations of the factorisation
};

/// \brief How many consecutive rows have the same columns, as those of a node have: 6, 4, 3 or 2; 1 where not all do.
/// Local.
/// \param A columns in the same order in each row, or nodes are not seen
/// \throws std::bad_alloc
int rowsOfNode(const CsrMatrix<double, Device>& A);

/// \brief Counts a factor without making it, by CHOLMOD's symbolic analysis under approximate minimum degree (Amestoy,
/// Davis, Duff, An approximate minimum degree ordering algorithm, SIAM J. Matrix Anal. Appl. 17, 1996; Chen, Davis,
/// Hager, Rajamanickam 2008). Local.
///
/// Nodes are ordered, and their entries counted as blocks. The factorisation itself may find an ordering with fewer.
/// Takes a core 3 to 5 us a node, and 8 to 16 bytes an entry of the matrix of nodes beside a copy of the pattern.
/// \param A square and of symmetric pattern
/// \param rowsOfNode what rowsOfNode() says of it, or 1
/// \throws std::bad_alloc
/// \return nothing where CHOLMOD was not found, could not get its memory, or the matrix has columns of other ranks
std::optional<FactorCount> countFactor(const CsrMatrix<double, Device>& A, int rowsOfNode);

}  // namespace Chronos

#endif
