// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXMARKETHEADER_HPP
#define CHRONOS_MATRIXMARKETHEADER_HPP

#include "Chronos_InputFile.hpp"

namespace Chronos {

enum class MatrixMarketFormat { coordinate, array };
enum class MatrixMarketSymmetry { general, symmetric };

/// Banner and size line of a Matrix Market file. Plain data: sent between ranks as bytes.
struct MatrixMarketHeader {
  MatrixMarketFormat format = MatrixMarketFormat::coordinate;
  MatrixMarketSymmetry symmetry = MatrixMarketSymmetry::general;
  long long rows = 0, cols = 0;
  long long entries = 0;         ///< announced: stored entries, or rows * cols of an array
  long long sizeLine = 0;        ///< number of the line with the sizes, from 1
  std::uint64_t dataOffset = 0;  ///< of the first byte behind that line, uncompressed
};

/// \brief Reads up to the size line; inflates where the file is compressed. Local.
/// \throws InputError when the file is empty, is no Matrix Market file, or holds anything but real or integer numbers,
///         general or symmetric
MatrixMarketHeader readMatrixMarketHeader(const InputFile& file);

}  // namespace Chronos

#endif
