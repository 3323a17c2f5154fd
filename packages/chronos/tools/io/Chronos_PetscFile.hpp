// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PETSCFILE_HPP
#define CHRONOS_PETSCFILE_HPP

#include "Chronos_ReadOptions.hpp"
#include "Chronos_Types.hpp"

#include <string>

/// \file
/// What MatView() and VecView() of PETSc write to a binary viewer: numbers with the highest byte first, one object
/// after the other, real scalars of 8 bytes, indices of 4 bytes or of 8 (MatLoad() and VecLoad() in PETSc's manual).
///   matrix: 1211216, rows, columns, entries, length of each row, column of each entry, value of each entry
///   vector: 1211214, rows, value of each
/// All ranks must see the file under the same name.

namespace Chronos {

/// \brief Whether a file begins as such files do. Collective: rank 0 looks.
/// \throws InputError on all ranks when it cannot be read
bool isPetscFile(const std::string& path, const Comm& comm);

/// \brief Reads the matrix that the file begins with; what follows is left alone. Collective.
///
/// Rows on even shares as in readMatrixMarket(); the ranks read theirs side by side.
/// \throws InputError on all ranks: a vector, a dense matrix, not square, columns that are out of range or twice in a
///         row, lengths that do not add up, cut off, complex scalars
Teuchos::RCP<TpetraCrsMatrix> readPetscMatrix(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                              const ReadOptions& options = ReadOptions(), ReadReport* report = nullptr);

/// \brief Reads the vectors that the file begins with, or that follow its matrix: a column each. Collective.
///
/// Rows are handed out evenly, as by Map(n, 0, comm).
/// \throws InputError on all ranks: no vector, vectors that differ in length, cut off
Teuchos::RCP<TpetraMultiVector> readPetscVectors(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                                 ReadReport* report = nullptr);

}  // namespace Chronos

#endif
