// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HDF5FILE_HPP
#define CHRONOS_HDF5FILE_HPP

#include "Chronos_ReadOptions.hpp"
#include "Chronos_Types.hpp"

#include <string>

/// \file
/// Sparse matrices and vectors in HDF5, in the layouts of PETSc and of Trilinos. Wants the HDF5 library when Chronos is
/// built (Debian: libhdf5-openmpi-dev); without it such files are known and refused.
///
/// A sparse matrix is a group in one of two layouts:
///   MATLAB v7.3 and PETSc (MatLoad() of an HDF5 viewer): attribute MATLAB_sparse, the number of rows; data sets jc,
///     where each column begins and where the last ends, ir, the row of each entry, data, its value
///   Trilinos (EpetraExt::HDF5, Write() of an Epetra_RowMatrix): data set __type__ = Epetra_RowMatrix; NumGlobalRows,
///     NumGlobalCols, ROW, COL and VALUES
/// Indices are from 0, of any integer type; values are real, of any floating type.
///
/// Vectors are a data set of real numbers: n of them; or n by k, a vector each column; where it has the attribute
/// MATLAB_class k by n, because MATLAB stores columns.
///
/// A name is FILE, or FILE:/OBJECT where the file has several matrices, or several data sets that may be vectors. All
/// ranks must see the file under the same name; each reads its part of it.

namespace Chronos {

/// \brief Whether a name, with or without an object, is that of an HDF5 file. Collective: rank 0 looks.
/// \throws InputError on all ranks when the file cannot be read
bool isHdf5File(const std::string& name, const Comm& comm);

/// \brief Reads the matrix, rows on even shares as in readMatrixMarket(); entries of one place are added. Collective.
/// \throws InputError on all ranks: no HDF5 library, a file that is damaged or cut off, no matrix or several, not
///         square, indices out of range, column pointers that fall, sizes that do not fit each other or what the file
///         stores, complex values or values that are no finite numbers
Teuchos::RCP<TpetraCrsMatrix> readHdf5Matrix(const std::string& name, const Teuchos::RCP<const Comm>& comm,
                                             const ReadOptions& options = ReadOptions(), ReadReport* report = nullptr);

/// \brief Reads vectors, a column each; rows are handed out evenly, as by Map(n, 0, comm). Collective.
/// \throws InputError on all ranks as above
Teuchos::RCP<TpetraMultiVector> readHdf5Vectors(const std::string& name, const Teuchos::RCP<const Comm>& comm,
                                                ReadReport* report = nullptr);

}  // namespace Chronos

#endif
