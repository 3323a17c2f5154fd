// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProductHost.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace Chronos {
namespace {

// Enough that a chunk of costly rows leaves no thread waiting for long.
constexpr int chunksPerThread = 32;

template <class DeviceType>
using ChunkPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>,
                                        Kokkos::Schedule<Kokkos::Dynamic>>;
template <class DeviceType>
using RowPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

// rowPtr(row + 1) = products of rows 0 .. row.
template <class Scalar, class DeviceType>
struct CountProductsFunctor {
  CsrMatrix<Scalar, DeviceType> A;
  SegmentedRows<Scalar, DeviceType> B;
  Kokkos::View<Offset*, DeviceType> rowPtr;

  void operator()(std::int64_t row, Offset& numProducts, bool final) const {
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      numProducts += static_cast<Offset>(B.row(A.colInd(entry)).length);
    if (final) rowPtr(row + 1) = numProducts;
  }
};

// Rows in chunks of equal weight, weightBefore(row) being the weight of the rows before `row`.
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
      if (weightBefore(middle) < target)
        low = middle + 1;
      else
        high = middle;
    }
    firstRow[chunk] = low;
  }
  return firstRow;
}

// Columns that rows of C met, one bit each: a row that fills a good part of its span is sorted by reading its
// bits.
constexpr int bitsOfWord = 64;
// Shifting entries beats everything on short rows, which arrive as a few sorted runs.
constexpr std::size_t longestInsertion = 48;
// Words read an entry below which reading bits beats sorting.
constexpr std::size_t wordsPerEntry = 4;

// What a thread needs to form rows of C.
template <class Scalar>
struct RowWorkspace {
  std::vector<LocalOrdinal> lastRow;  // of each column: the row that met it last
  std::vector<Scalar> sums;
  std::vector<std::uint64_t> bits;

  void prepare(LocalOrdinal numCols) {
    if (!lastRow.empty()) return;
    lastRow.assign(numCols, -1);
    sums.resize(numCols);
  }

  void sort(LocalOrdinal* cols, std::size_t length) {
    if (length <= longestInsertion) return insertionSort(cols, length);
    const auto ends = std::minmax_element(cols, cols + length);
    const LocalOrdinal firstWord = *ends.first / bitsOfWord, lastWord = *ends.second / bitsOfWord;
    if (std::size_t(lastWord - firstWord) <= wordsPerEntry * length)
      sortByBits(cols, length, firstWord, lastWord);
    else
      std::sort(cols, cols + length);
  }

 private:
  static void insertionSort(LocalOrdinal* cols, std::size_t length) {
    for (std::size_t end = 1; end < length; ++end) {
      const LocalOrdinal col = cols[end];
      std::size_t hole = end;
      for (; hole > 0 && cols[hole - 1] > col; --hole) cols[hole] = cols[hole - 1];
      cols[hole] = col;
    }
  }

  void sortByBits(LocalOrdinal* cols, std::size_t length, LocalOrdinal firstWord, LocalOrdinal lastWord) {
    bits.assign(lastWord - firstWord + 1, 0);
    for (std::size_t i = 0; i < length; ++i)
      bits[cols[i] / bitsOfWord - firstWord] |= std::uint64_t(1) << (cols[i] % bitsOfWord);
    for (LocalOrdinal word = firstWord; word <= lastWord; ++word)
      for (std::uint64_t left = bits[word - firstWord]; left != 0; left &= left - 1)
        *cols++ = word * bitsOfWord + __builtin_ctzll(left);
  }
};

template <class DeviceType>
using ThreadToken = Kokkos::Experimental::UniqueToken<typename DeviceType::execution_space,
                                                      Kokkos::Experimental::UniqueTokenScope::Instance>;

template <class Scalar, class DeviceType>
struct RowProducts {
  CsrMatrix<Scalar, DeviceType> A;
  SegmentedRows<Scalar, DeviceType> B;
  const LocalOrdinal* firstRow;
  ThreadToken<DeviceType> token;
  RowWorkspace<Scalar>* workspaces;
};

// Rows of C of one chunk on their way into the whole.
template <class Scalar>
struct ChunkRows {
  std::unique_ptr<LocalOrdinal[]> colInd;
  std::unique_ptr<Scalar[]> values;
  std::size_t size = 0;
};

// One pass over the products: a chunk keeps its rows until the length of every row is known.
template <class Scalar, class DeviceType>
struct FormRowsFunctor {
  RowProducts<Scalar, DeviceType> products;
  ChunkRows<Scalar>* chunkRows;
  Kokkos::View<const Offset*, DeviceType> numProductsBefore;
  LocalOrdinal* lengths;

  void operator()(std::int64_t chunk) const {
    const int thread = products.token.acquire();
    RowWorkspace<Scalar>& workspace = products.workspaces[thread];
    workspace.prepare(products.B.numCols);
    const LocalOrdinal begin = products.firstRow[chunk], end = products.firstRow[chunk + 1];
    ChunkRows<Scalar>& rows = chunkRows[chunk];
    // Pages that are reserved and not used cost nothing.
    const Offset bound = numProductsBefore(end) - numProductsBefore(begin);
    rows.colInd.reset(new LocalOrdinal[bound]);
    rows.values.reset(new Scalar[bound]);
    for (LocalOrdinal row = begin; row < end; ++row) {
      const std::size_t length = form(row, workspace, rows.colInd.get() + rows.size, rows.values.get() + rows.size);
      lengths[row] = static_cast<LocalOrdinal>(length);
      rows.size += length;
    }
    products.token.release(thread);
  }

  std::size_t form(LocalOrdinal row, RowWorkspace<Scalar>& workspace, LocalOrdinal* cols, Scalar* values) const {
    LocalOrdinal* const lastRow = workspace.lastRow.data();
    Scalar* const sums = workspace.sums.data();
    std::size_t length = 0;
    for (Offset entry = products.A.rowPtr(row); entry < products.A.rowPtr(row + 1); ++entry) {
      const RowView<Scalar> other = products.B.row(products.A.colInd(entry));
      const Scalar factor = products.A.values(entry);
      for (int i = 0; i < other.length; ++i) {
        const LocalOrdinal col = other.cols[i];
        if (lastRow[col] != row) {
          lastRow[col] = row;
          cols[length++] = col;
          sums[col] = factor * other.values[i];
        } else {
          sums[col] += factor * other.values[i];
        }
      }
    }
    workspace.sort(cols, length);
    for (std::size_t i = 0; i < length; ++i) values[i] = sums[cols[i]];
    return length;
  }
};

template <class DeviceType>
struct SumLengthsFunctor {
  const LocalOrdinal* lengths;
  Kokkos::View<Offset*, DeviceType> rowPtr;
  void operator()(std::int64_t row, Offset& numEntries, bool final) const {
    numEntries += static_cast<Offset>(lengths[row]);
    if (final) rowPtr(row + 1) = numEntries;
  }
};

template <class Scalar, class DeviceType>
struct GatherChunksFunctor {
  const LocalOrdinal* firstRow;
  ChunkRows<Scalar>* chunkRows;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  void operator()(std::int64_t chunk) const {
    const ChunkRows<Scalar> rows = std::move(chunkRows[chunk]);
    const Offset begin = rowPtr(firstRow[chunk]);
    std::copy_n(rows.colInd.get(), rows.size, colInd.data() + begin);
    std::copy_n(rows.values.get(), rows.size, values.data() + begin);
  }
};

template <class Scalar, class DeviceType>
struct FillValuesFunctor {
  RowProducts<Scalar, DeviceType> products;
  MatrixProductPlan<DeviceType> plan;
  Kokkos::View<Scalar*, DeviceType> values;

  void operator()(std::int64_t chunk) const {
    const int thread = products.token.acquire();
    auto& sums = products.workspaces[thread].sums;
    if (sums.empty()) sums.resize(products.B.numCols);
    for (LocalOrdinal row = products.firstRow[chunk]; row < products.firstRow[chunk + 1]; ++row)
      fill(row, sums.data());
    products.token.release(thread);
  }

  void fill(LocalOrdinal row, Scalar* sums) const {
    const Offset begin = plan.rowPtr(row), end = plan.rowPtr(row + 1);
    for (Offset i = begin; i < end; ++i) sums[plan.colInd(i)] = 0;
    for (Offset entry = products.A.rowPtr(row); entry < products.A.rowPtr(row + 1); ++entry) {
      const RowView<Scalar> other = products.B.row(products.A.colInd(entry));
      const Scalar factor = products.A.values(entry);
      for (int i = 0; i < other.length; ++i) sums[other.cols[i]] += factor * other.values[i];
    }
    for (Offset i = begin; i < end; ++i) values(i) = sums[plan.colInd(i)];
  }
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyOnHost(const typename DeviceType::execution_space& space,
                                             const CsrMatrix<Scalar, DeviceType>& A,
                                             const SegmentedRows<Scalar, DeviceType>& B,
                                             MatrixProductPlan<DeviceType>& plan) {
  const auto rowPtr =
      Kokkos::View<Offset*, DeviceType>("Chronos::product row pointers", std::size_t(A.numRows) + 1);
  Kokkos::parallel_scan("Chronos::multiplyMatrices::products", RowPolicy<DeviceType>(space, 0, A.numRows),
                        CountProductsFunctor<Scalar, DeviceType>{A, B, rowPtr});
  const auto firstRow = dealRows<DeviceType>(space, A.numRows, [&](LocalOrdinal row) { return rowPtr(row); });
  const ThreadToken<DeviceType> token;
  std::vector<RowWorkspace<Scalar>> workspaces(token.size());
  const RowProducts<Scalar, DeviceType> products{A, B, firstRow.data(), token, workspaces.data()};
  ChunkPolicy<DeviceType> chunks(space, 0, static_cast<std::int64_t>(firstRow.size()) - 1);
  chunks.set_chunk_size(1);
  std::vector<ChunkRows<Scalar>> chunkRows(firstRow.size() - 1);
  std::vector<LocalOrdinal> lengths(A.numRows);
  Kokkos::parallel_for("Chronos::multiplyMatrices::form", chunks,
                       FormRowsFunctor<Scalar, DeviceType>{products, chunkRows.data(), rowPtr, lengths.data()});
  Kokkos::parallel_scan("Chronos::multiplyMatrices::rowPtr", RowPolicy<DeviceType>(space, 0, A.numRows),
                        SumLengthsFunctor<DeviceType>{lengths.data(), rowPtr});
  const Offset numEntries = rowPtr(A.numRows);
  const auto colInd =
      allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::product columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::product values", numEntries);
  Kokkos::parallel_for(
      "Chronos::multiplyMatrices::gather", chunks,
      GatherChunksFunctor<Scalar, DeviceType>{firstRow.data(), chunkRows.data(), rowPtr, colInd, values});
  plan.rowPtr = rowPtr;
  plan.colInd = colInd;
  return {A.numRows, B.numCols, rowPtr, colInd, values};
}

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyAgainOnHost(const typename DeviceType::execution_space& space,
                                                  const MatrixProductPlan<DeviceType>& plan,
                                                  const CsrMatrix<Scalar, DeviceType>& A,
                                                  const SegmentedRows<Scalar, DeviceType>& B) {
  const auto firstRow = dealRows<DeviceType>(
      space, A.numRows, [&](LocalOrdinal row) { return row == 0 ? 0 : A.rowPtr(row) + plan.rowPtr(row); });
  const ThreadToken<DeviceType> token;
  std::vector<RowWorkspace<Scalar>> workspaces(token.size());
  const RowProducts<Scalar, DeviceType> products{A, B, firstRow.data(), token, workspaces.data()};
  const auto values =
      allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::product values", plan.colInd.extent(0));
  ChunkPolicy<DeviceType> chunks(space, 0, static_cast<std::int64_t>(firstRow.size()) - 1);
  chunks.set_chunk_size(1);
  Kokkos::parallel_for("Chronos::multiplyAgain", chunks,
                       FillValuesFunctor<Scalar, DeviceType>{products, plan, values});
  return {A.numRows, B.numCols, plan.rowPtr, plan.colInd, values};
}

#define CHRONOS_PRODUCTHOST(SCALAR)                                              \
  template CsrMatrix<SCALAR, HostDevice> multiplyOnHost(                         \
      const HostDevice::execution_space&, const CsrMatrix<SCALAR, HostDevice>&,  \
      const SegmentedRows<SCALAR, HostDevice>&, MatrixProductPlan<HostDevice>&); \
  template CsrMatrix<SCALAR, HostDevice> multiplyAgainOnHost(                    \
      const HostDevice::execution_space&, const MatrixProductPlan<HostDevice>&,  \
      const CsrMatrix<SCALAR, HostDevice>&, const SegmentedRows<SCALAR, HostDevice>&);
CHRONOS_PRODUCTHOST(double)
CHRONOS_PRODUCTHOST(float)

}  // namespace Chronos
