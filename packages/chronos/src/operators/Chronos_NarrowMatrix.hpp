// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NARROWMATRIX_HPP
#define CHRONOS_NARROWMATRIX_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_LevelMatrix.hpp"
#include "Chronos_StoragePrecision.hpp"

namespace Chronos {

/// A matrix as a cycle multiplies by it, in a storage of its own.
struct NarrowOperator {
  Teuchos::RCP<const LevelMatrix> matrix;  ///< null where the precision does not do
  std::string obstacle;                    ///< why it does not
  bool isCopy = true;                      ///< not where it is the double matrix itself
  long long numLeftOut = 0;                ///< entries, over all ranks: see NarrowCopy
  bool sharesRows = false;                 ///< a copy that reads the row pointers and columns of the double matrix
};

/// Of entries that may be rounded too coarsely, see NarrowCopy: more than that, and the matrix stays wider.
constexpr double greatestPoorShare = 0.01;

/// \brief A matrix with one map for rows and columns in a narrower storage; vectors are double. Collective.
///
/// The copy of a symmetric matrix is symmetric, bit by bit. It shares the halo of A, and nothing else but the node
/// pattern. Of 16 bits it has its diagonal apart in float, see copyInWords() and copyByNodes().
/// Cost: A is read twice, what compactColumns() costs, and an exchange of a vector of exponents; in 16 bits also where
/// A turns out to be out of range.
NarrowOperator narrowSquare(const DistMatrix<double>& A, StoragePrecision precision, ColumnStorage columns);

/// What rounding to 16 bits may do to the sums of rows.
enum class RowSums {
  free,
  kept,          ///< see KeptSums: for prolongations
  keptInThrees,  ///< that of every third column: where coarse unknowns come in threes on all ranks
};

/// \brief A matrix and its transpose in a narrower storage: the copy of the one is the transpose of that of the other.
/// Collective.
/// \param transposed the transpose of A, distributed by the columns of A
/// \param sums of the rows of A. Kept: A is read once more, and its columns and rows exchange a number and a value each
std::pair<NarrowOperator, NarrowOperator> narrowPair(const DistMatrix<double>& A, const DistMatrix<double>& transposed,
                                                     StoragePrecision precision, ColumnStorage columns,
                                                     RowSums sums = RowSums::free);

}  // namespace Chronos

#endif
