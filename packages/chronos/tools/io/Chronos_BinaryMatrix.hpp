// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BINARYMATRIX_HPP
#define CHRONOS_BINARYMATRIX_HPP

#include "Chronos_ReadOptions.hpp"
#include "Chronos_Types.hpp"

#include <string>

/// \file
/// A square matrix in compressed rows, as the memory holds it: read at the speed of the disk, each rank its rows only.
///
/// Little-endian, without gaps; bytes from 0:
///
///     0   8 bytes  "CHRONOS1"
///     8   uint64   n, rows and columns
///    16   uint64   nnz, stored entries
///    24   uint64   bytes of a column index: 4 when n < 2^31, otherwise 8
///    32   uint64   checksum of bytes 0 to 31: FNV-1a, 64 bits
///    40   uint64   row pointers, n + 1 of them, from 0 to nnz
///     .   int32 or int64 columns from 0, nnz of them, ascending within each row; with zero bytes up to a multiple of 8
///     .   double   values, nnz of them

namespace Chronos {

/// \brief Writes the file; the ranks write side by side, to a temporary name first (see writeMatrixMarket). Collective.
/// \param matrix fill-complete and square, global indices 0 to n - 1. The file does not depend on its distribution when
///        the row map is contiguous.
/// \throws InputError on all ranks when the file cannot be written
void writeBinary(const std::string& path, const TpetraCrsMatrix& matrix);

/// \brief Reads the file; rows on even shares as in readMatrixMarket. Collective.
/// \throws InputError on all ranks: no such file, wrong magic, checksum or size, row pointers or columns out of order
Teuchos::RCP<TpetraCrsMatrix> readBinary(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                         const ReadOptions& options = ReadOptions(), ReadReport* report = nullptr);

/// \brief readBinary, readHdf5Matrix, readPetscMatrix or readMatrixMarket, as the first bytes of the file say.
/// Collective.
/// \throws InputError as these do
Teuchos::RCP<TpetraCrsMatrix> readMatrix(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                         const ReadOptions& options = ReadOptions(), ReadReport* report = nullptr);

}  // namespace Chronos

#endif
