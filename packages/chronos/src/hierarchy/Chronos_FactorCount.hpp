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

/// By which unknowns are eliminated: approximate minimum degree (Amestoy, Davis, Duff, An approximate minimum degree
/// ordering algorithm, SIAM J. Matrix Anal. Appl. 17, 1996), or nested dissection by METIS (Karypis, Kumar, A fast and
/// high quality multilevel scheme for partitioning irregular graphs, SIAM J. Sci. Comput. 20, 1998), which takes two
/// to six times as long and makes two to five times fewer operations of solids.
enum class FactorOrdering { minimumDegree, nestedDissection };

/// \brief How many consecutive rows have the same columns, as those of a node have: 6, 4, 3 or 2; 1 where not all do.
/// Local.
/// \param A columns in the same order in each row, or nodes are not seen
/// \throws std::bad_alloc
int rowsOfNode(const CsrMatrix<double, Device>& A);

/// \brief Counts a factor without making it, by CHOLMOD's symbolic analysis (Chen, Davis, Hager, Rajamanickam,
/// Algorithm 887: CHOLMOD, ACM Trans. Math. Softw. 35, 2008). Local.
///
/// Nodes are ordered, and their entries counted as blocks. The factorisation itself may find an ordering with fewer.
/// Takes a core 3 to 5 us a node, by nested dissection 6 to 19, and 8 to 16 bytes an entry of the matrix of nodes
/// beside a copy of the pattern.
/// \param A square and of symmetric pattern
/// \param rowsOfNode what rowsOfNode() says of it, or 1
/// \throws std::bad_alloc
/// \return nothing where CHOLMOD was not found, was built without METIS, could not get its memory, or the matrix has
///   columns of other ranks
std::optional<FactorCount> countFactor(const CsrMatrix<double, Device>& A, int rowsOfNode,
                                       FactorOrdering ordering = FactorOrdering::minimumDegree);

}  // namespace Chronos

#endif
