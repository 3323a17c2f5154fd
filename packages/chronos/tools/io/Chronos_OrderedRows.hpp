// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ORDEREDROWS_HPP
#define CHRONOS_ORDEREDROWS_HPP

#include "Chronos_AssembleRows.hpp"

#include <string>

namespace Chronos {

/// A rank's consecutive rows of a matrix whose ranks own rows in ascending order.
struct OrderedRows {
  GlobalOrdinal firstRow = 0;
  GlobalOrdinal numRows = 0;
  GlobalOrdinal globalRows = 0;
  HostRows rows;
};

/// \brief The rows of a matrix in the order of a file: columns ascending. Collective.
///
/// Rows stay on their rank where the row map is contiguous, and move to even shares otherwise.
/// \throws InputError on all ranks unless the matrix is fill-complete, square, and its global indices are 0 to n - 1
OrderedRows orderedRows(const TpetraCrsMatrix& matrix, const std::string& path);

}  // namespace Chronos

#endif
