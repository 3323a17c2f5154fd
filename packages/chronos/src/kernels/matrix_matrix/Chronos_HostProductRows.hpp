// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HOSTPRODUCTROWS_HPP
#define CHRONOS_HOSTPRODUCTROWS_HPP

#include "Chronos_DynamicFor.hpp"
#include "Chronos_MatrixProduct.hpp"
#include "Chronos_Memory.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

/// \file
/// How host threads put the rows of a product where they belong, whatever forms them.

namespace Chronos::HostProduct {

// Enough that a chunk of costly rows leaves no thread waiting for long.
constexpr int chunksPerThread = 32;
// A reservation of less than this part of the free memory is one that the system grants.
constexpr std::size_t shareOfMemory = 4;

template <class DeviceType>
using RowPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
template <class DeviceType>
using ThreadToken = Kokkos::Experimental::UniqueToken<typename DeviceType::execution_space,
                                                      Kokkos::Experimental::UniqueTokenScope::Instance>;

/// Rows, or groups of rows, in chunks of equal weight, weightBefore(row) being the weight of those before `row`.
template <class DeviceType, class Weight>
std::vector<LocalOrdinal> dealRows(const typename DeviceType::execution_space& space, LocalOrdinal numRows,
                                   const Weight& weightBefore) {
  const std::int64_t numChunks =
      std::min<std::int64_t>(numRows, std::int64_t(chunksPerThread) * std::int64_t(space.concurrency()));
  const Offset total = weightBefore(numRows);
  std::vector<LocalOrdinal> firstRow(numChunks + 1, numRows);
  firstRow[0] = 0;
  for (std::int64_t chunk = 1; chunk < numChunks; ++chunk) {
    const Offset target = total / Offset(numChunks) * Offset(chunk);
    LocalOrdinal low = firstRow[chunk - 1], high = numRows;
    while (low < high) {
      const LocalOrdinal middle = low + (high - low) / 2;
      if (weightBefore(middle) < target) low = middle + 1;
      else high = middle;
    }
    firstRow[chunk] = low;
  }
  return firstRow;
}

/// Sorts columns that a row met; a row that fills a good part of its span is sorted by reading bits, one a column.
class ColumnSorter {
 public:
  void operator()(LocalOrdinal* cols, std::size_t length) {
    if (length <= longestInsertion) return insertionSort(cols, length);
    const auto ends = std::minmax_element(cols, cols + length);
    const LocalOrdinal firstWord = *ends.first / bitsOfWord, lastWord = *ends.second / bitsOfWord;
    if (std::size_t(lastWord - firstWord) <= wordsPerEntry * length) sortByBits(cols, length, firstWord, lastWord);
    else std::sort(cols, cols + length);
  }

 private:
  static constexpr int bitsOfWord = 64;
  // Shifting entries beats everything on short rows, which arrive as a few sorted runs.
  static constexpr std::size_t longestInsertion = 48;
  // Words read an entry below which reading bits beats sorting.
  static constexpr std::size_t wordsPerEntry = 4;

  static void insertionSort(LocalOrdinal* cols, std::size_t length) {
    for (std::size_t end = 1; end < length; ++end) {
      const LocalOrdinal col = cols[end];
      std::size_t hole = end;
      for (; hole > 0 && cols[hole - 1] > col; --hole) cols[hole] = cols[hole - 1];
      cols[hole] = col;
    }
  }

  void sortByBits(LocalOrdinal* cols, std::size_t length, LocalOrdinal firstWord, LocalOrdinal lastWord) {
    bits_.assign(lastWord - firstWord + 1, 0);
    for (std::size_t i = 0; i < length; ++i)
      bits_[cols[i] / bitsOfWord - firstWord] |= std::uint64_t(1) << (cols[i] % bitsOfWord);
    for (LocalOrdinal word = firstWord; word <= lastWord; ++word)
      for (std::uint64_t left = bits_[word - firstWord]; left != 0; left &= left - 1)
        *cols++ = word * bitsOfWord + __builtin_ctzll(left);
  }

  std::vector<std::uint64_t> bits_;
};

/// Rows of C of one chunk on their way into the whole.
template <class Scalar>
struct ChunkRows {
  std::unique_ptr<LocalOrdinal[]> colInd;
  std::unique_ptr<Scalar[]> values;
  std::size_t size = 0;
};

// One pass over the products: a chunk keeps its rows until the length of every row is known.
template <class Former, class DeviceType>
struct FormRowsFunctor {
  using Scalar = typename Former::Scalar;
  const Former* former;
  ThreadToken<DeviceType> token;
  typename Former::Workspace* workspaces;
  const LocalOrdinal* firstGroup;
  ChunkRows<Scalar>* chunkRows;
  Kokkos::View<const Offset*, DeviceType> bound;
  LocalOrdinal* lengths;

  void operator()(std::int64_t chunk) const {
    const int thread = token.acquire();
    const LocalOrdinal begin = firstGroup[chunk], end = firstGroup[chunk + 1];
    ChunkRows<Scalar>& rows = chunkRows[chunk];
    // Pages that are reserved and not used cost nothing.
    const Offset size = bound(end * Former::rowsOfGroup) - bound(begin * Former::rowsOfGroup);
    rows.colInd.reset(new LocalOrdinal[size]);
    rows.values.reset(new Scalar[size]);
    for (LocalOrdinal group = begin; group < end; ++group) {
      const std::size_t length =
          former->form(group, workspaces[thread], rows.colInd.get() + rows.size, rows.values.get() + rows.size);
      std::fill_n(lengths + group * Former::rowsOfGroup, Former::rowsOfGroup, static_cast<LocalOrdinal>(length));
      rows.size += length * Former::rowsOfGroup;
    }
    token.release(thread);
  }
};

// All rows by one thread, each where it belongs.
template <class Former, class DeviceType>
struct FormInPlaceFunctor {
  const Former* former;
  typename Former::Workspace* workspace;
  Kokkos::View<Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<typename Former::Scalar*, DeviceType> values;

  void operator()(std::int64_t group) const {
    const std::int64_t row = group * Former::rowsOfGroup;
    const Offset begin = rowPtr(row);
    const std::size_t length =
        former->form(static_cast<LocalOrdinal>(group), *workspace, colInd.data() + begin, values.data() + begin);
    for (int r = 1; r <= Former::rowsOfGroup; ++r) rowPtr(row + r) = begin + Offset(r) * length;
  }
};

template <class DeviceType>
struct SumLengthsOfRowsFunctor {
  const LocalOrdinal* lengths;
  Kokkos::View<Offset*, DeviceType> rowPtr;
  void operator()(std::int64_t row, Offset& numEntries, bool final) const {
    numEntries += static_cast<Offset>(lengths[row]);
    if (final) rowPtr(row + 1) = numEntries;
  }
};

template <class Scalar, class DeviceType>
struct GatherChunksFunctor {
  ChunkRows<Scalar>* chunkRows;
  const Offset* firstEntry;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  void operator()(std::int64_t chunk) const {
    const ChunkRows<Scalar> rows = std::move(chunkRows[chunk]);
    std::copy_n(rows.colInd.get(), rows.size, colInd.data() + firstEntry[chunk]);
    std::copy_n(rows.values.get(), rows.size, values.data() + firstEntry[chunk]);
  }
};

// Reserves room for every product, and keeps it: what is not written to is never given pages. No copy of C, which costs
// a single thread as much as forming it.
template <class Former, class DeviceType>
CsrMatrix<typename Former::Scalar, DeviceType> formInPlace(const typename DeviceType::execution_space& space,
                                                           const Former& former, LocalOrdinal numRows,
                                                           LocalOrdinal numCols,
                                                           const Kokkos::View<Offset*, DeviceType>& rowPtr) {
  const Offset bound = rowPtr(numRows);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::product columns", bound);
  const auto values = allocate<Kokkos::View<typename Former::Scalar*, DeviceType>>("Chronos::product values", bound);
  typename Former::Workspace workspace(numCols);
  Kokkos::parallel_for("Chronos::multiplyMatrices::formInPlace",
                       RowPolicy<DeviceType>(space, 0, numRows / Former::rowsOfGroup),
                       FormInPlaceFunctor<Former, DeviceType>{&former, &workspace, rowPtr, colInd, values});
  const auto used = std::make_pair(Offset(0), rowPtr(numRows));
  return {numRows, numCols, rowPtr, Kokkos::subview(colInd, used), Kokkos::subview(values, used)};
}

/// \brief All rows of a product. Former: `Scalar`; `rowsOfGroup` rows have one pattern and are formed together;
/// `Workspace(numCols)` of a thread; form(group, workspace, cols, values) writes the rows of a group one after the
/// other and returns the length of one.
/// \param rowPtr in: for each row, products (or another bound of entries) of the rows before; out: row pointers
template <class Former, class DeviceType>
CsrMatrix<typename Former::Scalar, DeviceType> formRows(const typename DeviceType::execution_space& space,
                                                        const Former& former, LocalOrdinal numRows,
                                                        LocalOrdinal numCols,
                                                        const Kokkos::View<Offset*, DeviceType>& rowPtr) {
  using Scalar = typename Former::Scalar;
  const Offset bytes = rowPtr(numRows) * (sizeof(LocalOrdinal) + sizeof(Scalar));
  if (space.concurrency() == 1 && bytes < freeDeviceMemory() / shareOfMemory)
    return formInPlace<Former, DeviceType>(space, former, numRows, numCols, rowPtr);
  const auto firstGroup = dealRows<DeviceType>(space, numRows / Former::rowsOfGroup,
                                               [&](LocalOrdinal group) { return rowPtr(group * Former::rowsOfGroup); });
  const std::int64_t numChunks = static_cast<std::int64_t>(firstGroup.size()) - 1;
  const ThreadToken<DeviceType> token;
  std::vector<typename Former::Workspace> workspaces(token.size(), typename Former::Workspace(numCols));
  std::vector<ChunkRows<Scalar>> chunkRows(numChunks);
  std::vector<LocalOrdinal> lengths(numRows);
  dynamicFor("Chronos::multiplyMatrices::form", space, numChunks, std::int64_t(1),
             FormRowsFunctor<Former, DeviceType>{&former, token, workspaces.data(), firstGroup.data(), chunkRows.data(),
                                                 rowPtr, lengths.data()});
  Kokkos::parallel_scan("Chronos::multiplyMatrices::rowPtr", RowPolicy<DeviceType>(space, 0, numRows),
                        SumLengthsOfRowsFunctor<DeviceType>{lengths.data(), rowPtr});
  std::vector<Offset> firstEntry(numChunks);
  for (std::int64_t chunk = 0; chunk < numChunks; ++chunk)
    firstEntry[chunk] = rowPtr(firstGroup[chunk] * Former::rowsOfGroup);
  const Offset numEntries = rowPtr(numRows);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::product columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::product values", numEntries);
  dynamicFor("Chronos::multiplyMatrices::gather", space, numChunks, std::int64_t(1),
             GatherChunksFunctor<Scalar, DeviceType>{chunkRows.data(), firstEntry.data(), colInd, values});
  return {numRows, numCols, rowPtr, colInd, values};
}

}  // namespace Chronos::HostProduct

#endif
