// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXMARKET_HPP
#define CHRONOS_MATRIXMARKET_HPP

#include "Chronos_ReadOptions.hpp"
#include "Chronos_Types.hpp"

#include <string>

/// \file
/// Matrix Market files (Boisvert, Pozo, Remington, NISTIR 5935, 1996), as text or compressed by gzip, which is told by
/// the first bytes, not by the name. All ranks must see the file under the same name.
///
/// Taken: words separated by any blanks, LF or CR LF line ends, comments and blank lines anywhere, exponents with e or
/// d. Errors name the file, the line where one is at fault, and the remedy.

namespace Chronos {

/// \brief Reads a square matrix. Collective.
///
/// `coordinate` files with `real` or `integer` values, `general` or `symmetric`; of a symmetric matrix either triangle
/// is stored and is mirrored. Entries of the same row and column are added, in an order that does not depend on ranks
/// and threads. Rows are handed out evenly in their order, as by Map(n, 0, comm), or node by node where the options say
/// what a node is; a rank may get none. The column map is locally fitted.
///
/// Text is parsed by all threads of all ranks at once. A compressed file is inflated by rank 0 while other threads of
/// that rank parse; rank 0 then holds all entries for a while.
/// \param report what was done, when not null
/// \throws InputError on all ranks: no such file, empty, not Matrix Market, complex, pattern, skew-symmetric,
///         Hermitian, `array`, not square, index out of range, value that is no finite number, more or fewer entries
///         than announced, symmetric with entries in both triangles, compressed data damaged or cut off
Teuchos::RCP<TpetraCrsMatrix> readMatrixMarket(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                               const ReadOptions& options = ReadOptions(),
                                               ReadReport* report = nullptr);

/// \brief Reads the columns of an n by k file: `array`, or `coordinate`, where missing entries are zero; or the vectors
///        of a binary file of PETSc (readPetscVectors) or of HDF5 (readHdf5Vectors). Collective.
///
/// \param map distribution of the result: one-to-one, any order, global indices 0 to n - 1
/// \throws InputError on all ranks as above, and when n differs from the size of the map
Teuchos::RCP<TpetraMultiVector> readVectors(const std::string& path, const Teuchos::RCP<const Map>& map,
                                            const ReadOptions& options = ReadOptions(), ReadReport* report = nullptr);

/// \brief The same for a file whose length is not known: rows are handed out evenly, as by Map(n, 0, comm). Collective.
Teuchos::RCP<TpetraMultiVector> readVectors(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                            const ReadOptions& options = ReadOptions(), ReadReport* report = nullptr);

/// Which entries of a matrix are written.
enum class MatrixMarketTriangle { all, lower };

/// \brief Writes a `coordinate real` file; values in the fewest digits that give the same double back. Collective.
///
/// The ranks write side by side, to a temporary name that is given up for the final one in the end: a file of that name
/// is whole, or the one that was there before.
/// \param matrix fill-complete and square, global indices 0 to n - 1, each row on one rank
/// \param triangle lower: as `symmetric`, without the entries above the diagonal; the caller knows that the matrix is
///        so
/// \throws InputError on all ranks when the file cannot be written
void writeMatrixMarket(const std::string& path, const TpetraCrsMatrix& matrix,
                       MatrixMarketTriangle triangle = MatrixMarketTriangle::all);

/// \brief Writes an `array real general` file with 17 significant digits. Collective; like writeMatrixMarket.
/// \param vectors on a one-to-one map with global indices 0 to n - 1
void writeVectors(const std::string& path, const TpetraMultiVector& vectors);

}  // namespace Chronos

#endif
