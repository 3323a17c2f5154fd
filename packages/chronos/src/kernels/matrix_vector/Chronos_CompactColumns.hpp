// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMPACTCOLUMNS_HPP
#define CHRONOS_COMPACTCOLUMNS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Entries of a block of rows at most, so that the smallest pages hold any of them.
constexpr int entriesOfColumnBlock = 2048;

/// Which entries a copy of a matrix takes along.
enum class Diagonal { kept, leftOut };

/// \brief The columns of a matrix in 16 bits an entry and its row pointers in 2 bytes a row; nothing is lost.
///
/// Rows come in blocks of 2^rowBits, of entriesOfColumnBlock entries at most. The columns of a block lie on pages: an
/// entry's code is the place of its page in the list of the block, and its place on the page. Pages have 2^12 columns
/// where 16 of them do, else 2^8 or 2^4, which 2048 entries cannot exhaust. Offsets from the row would not fit: in a
/// grid of 300^3 a neighbour is 90,000 columns away.
/// Views only, cheap to copy.
template <class DeviceType>
struct CompactColumns {
  static constexpr int widestPage = 12, mostPagesOfWarp = 16;

  LocalOrdinal numRows = 0;
  int rowBits = 0;
  int longestRow = 0;                                         ///< of the matrix, its diagonal counted
  bool hasFewPages = false;                                   ///< mostPagesOfWarp at most, for all 32 rows of a warp
  Kokkos::View<const Offset*, DeviceType> firstEntry;         ///< of each block; one more at the end
  Kokkos::View<const std::uint16_t*, DeviceType> firstOfRow;  ///< in its block; 2^rowBits + 1 for each block
  Kokkos::View<const Offset*, DeviceType> firstPage;          ///< of each block; one more at the end
  Kokkos::View<const unsigned char*, DeviceType> pageBits;    ///< of each block: 12, 8 or 4
  Kokkos::View<const LocalOrdinal*, DeviceType> pages;        ///< first column of each; mostPagesOfWarp zeros
  Kokkos::View<const std::uint16_t*, DeviceType> codes;       ///< one per entry

  KOKKOS_INLINE_FUNCTION bool exists() const { return firstEntry.extent(0) > 0; }
  KOKKOS_INLINE_FUNCTION LocalOrdinal blockOf(LocalOrdinal row) const { return row >> rowBits; }
  /// Where in firstOfRow a row is.
  KOKKOS_INLINE_FUNCTION std::int64_t placeOf(LocalOrdinal row) const { return std::int64_t(row) + blockOf(row); }

  LocalOrdinal numBlocks() const { return static_cast<LocalOrdinal>(pageBits.extent(0)); }
  std::size_t numEntries() const { return codes.extent(0); }
  /// The mean length of rows, or what keeps a lane from more than a few rounds in the longest one.
  double lengthToDealFor(std::size_t numEntries) const {
    constexpr double rounds = 16;
    const double mean = double(numEntries) / numRows, share = longestRow / rounds;
    return mean > share ? mean : share;
  }
  /// All but the codes.
  std::size_t patternBytes() const {
    return (firstEntry.extent(0) + firstPage.extent(0)) * sizeof(Offset) +
           firstOfRow.extent(0) * sizeof(std::uint16_t) + pageBits.extent(0) + pages.extent(0) * sizeof(LocalOrdinal);
  }
};

/// \brief Columns of a matrix in this form; none where a row is longer than a block may be, or there are no rows.
///
/// Codes follow the entries of A, row by row. Reads the columns three times, four times without the diagonal, and
/// once or twice more where pages are not the widest; synchronises the device. A single long row makes the blocks of
/// all rows short. Where pages stand in the list of a block is left to chance on a GPU, what a code stands for is not.
/// \param diagonal leftOut: entries whose column is their row have no code
/// \param longest entries of the longest row of A; looked for where it is -1
template <class DeviceType, class Scalar>
CompactColumns<DeviceType> compactColumns(const typename DeviceType::execution_space& space,
                                          const CsrMatrix<Scalar, DeviceType>& A, Diagonal diagonal,
                                          long long longest = -1);

}  // namespace Chronos

#endif
