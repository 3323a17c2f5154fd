// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProductHost.hpp"

#include "Chronos_Memory.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace Chronos {
namespace {

// Enough that a chunk of costly rows leaves no thread waiting for long.
constexpr int chunksPerThread = 32;
// A reservation of less than this part of the free memory is one that the system grants.
constexpr std::size_t shareOfMemory = 4;

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
      if (weightBefore(middle) < target) low = middle + 1;
      else high = middle;
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
  // Of each column; both are needed together.
  struct Column {
    LocalOrdinal lastRow;  // that met it
    Scalar sum;
  };
  std::vector<Column> columns;
  std::vector<std::uint64_t> bits;

  void prepare(LocalOrdinal numCols) {
    if (columns.empty()) columns.assign(numCols, Column{-1, Scalar(0)});
  }

  void sort(LocalOrdinal* cols, std::size_t length) {
    if (length <= longestInsertion) return insertionSort(cols, length);
    const auto ends = std::minmax_element(cols, cols + length);
    const LocalOrdinal firstWord = *ends.first / bitsOfWord, lastWord = *ends.second / bitsOfWord;
    if (std::size_t(lastWord - firstWord) <= wordsPerEntry * length) sortByBits(cols, length, firstWord, lastWord);
    else std::sort(cols, cols + length);
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
};

// Rows of C of one chunk on their way into the whole.
template <class Scalar>
struct ChunkRows {
  std::unique_ptr<LocalOrdinal[]> colInd;
  std::unique_ptr<Scalar[]> values;
  std::size_t size = 0;
};

// Also of what is not a number.
template <class Scalar>
Scalar zeroUnless(bool condition, Scalar value) {
  using Bits = std::conditional_t<sizeof(Scalar) == 8, std::uint64_t, std::uint32_t>;
  static_assert(sizeof(Bits) == sizeof(Scalar), "Scalars of four or eight bytes");
  Bits bits;
  std::memcpy(&bits, &value, sizeof(bits));
  bits &= Bits(0) - Bits(condition);
  std::memcpy(&value, &bits, sizeof(bits));
  return value;
}

// One row of C at a time.
template <class Scalar, class DeviceType>
struct RowFormer {
  CsrMatrix<Scalar, DeviceType> A;
  SegmentedRows<Scalar, DeviceType> B;

  // Writes columns, in order, and values; returns how many.
  std::size_t form(LocalOrdinal row, RowWorkspace<Scalar>& workspace, LocalOrdinal* cols, Scalar* values) const {
    const Offset begin = A.rowPtr(row);
    if (A.rowPtr(row + 1) == begin + 1) {
      const RowView<Scalar> other = B.row(A.colInd(begin));
      if (copySorted(other, A.values(begin), cols, values)) return other.length;
    }
    return sum(row, workspace, cols, values);
  }

 private:
  // A multiple of one row of B; false, and nothing of use done, when its columns are not in order.
  static bool copySorted(const RowView<Scalar>& other, Scalar factor, LocalOrdinal* cols, Scalar* values) {
    bool isSorted = true;
    for (int i = 0; i < other.length; ++i) {
      isSorted = isSorted && (i == 0 || other.cols[i - 1] < other.cols[i]);
      cols[i] = other.cols[i];
      values[i] = factor * other.values[i];
    }
    return isSorted;
  }

  std::size_t sum(LocalOrdinal row, RowWorkspace<Scalar>& workspace, LocalOrdinal* cols, Scalar* values) const {
    auto* const columns = workspace.columns.data();
    std::size_t length = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const RowView<Scalar> other = B.row(A.colInd(entry));
      const Scalar factor = A.values(entry);
      for (int i = 0; i < other.length; ++i) {
        const LocalOrdinal col = other.cols[i];
        auto& column = columns[col];
        // No branch: whether a column is new is beyond any guess of the processor. There is room, for a row has at most
        // as many columns as products.
        const bool isKnown = column.lastRow == row;
        cols[length] = col;
        length += !isKnown;
        column = {row, zeroUnless(isKnown, column.sum) + factor * other.values[i]};
      }
    }
    workspace.sort(cols, length);
    for (std::size_t i = 0; i < length; ++i) values[i] = columns[cols[i]].sum;
    return length;
  }
};

// One pass over the products: a chunk keeps its rows until the length of every row is known.
template <class Scalar, class DeviceType>
struct FormRowsFunctor {
  RowProducts<Scalar, DeviceType> products;
  RowWorkspace<Scalar>* workspaces;
  ChunkRows<Scalar>* chunkRows;
  Kokkos::View<const Offset*, DeviceType> numProductsBefore;
  LocalOrdinal* lengths;

  void operator()(std::int64_t chunk) const {
    const int thread = products.token.acquire();
    RowWorkspace<Scalar>& workspace = workspaces[thread];
    workspace.prepare(products.B.numCols);
    const RowFormer<Scalar, DeviceType> former{products.A, products.B};
    const LocalOrdinal begin = products.firstRow[chunk], end = products.firstRow[chunk + 1];
    ChunkRows<Scalar>& rows = chunkRows[chunk];
    // Pages that are reserved and not used cost nothing.
    const Offset bound = numProductsBefore(end) - numProductsBefore(begin);
    rows.colInd.reset(new LocalOrdinal[bound]);
    rows.values.reset(new Scalar[bound]);
    for (LocalOrdinal row = begin; row < end; ++row) {
      const std::size_t length =
          former.form(row, workspace, rows.colInd.get() + rows.size, rows.values.get() + rows.size);
      lengths[row] = static_cast<LocalOrdinal>(length);
      rows.size += length;
    }
    products.token.release(thread);
  }
};

// All rows by one thread, each where it belongs.
template <class Scalar, class DeviceType>
struct FormInPlaceFunctor {
  RowFormer<Scalar, DeviceType> former;
  RowWorkspace<Scalar>* workspace;
  Kokkos::View<Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  void operator()(std::int64_t row) const {
    const Offset begin = rowPtr(row);
    rowPtr(row + 1) =
        begin + former.form(static_cast<LocalOrdinal>(row), *workspace, colInd.data() + begin, values.data() + begin);
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
  std::vector<Scalar>* sumsOfThreads;

  void operator()(std::int64_t chunk) const {
    const int thread = products.token.acquire();
    std::vector<Scalar>& sums = sumsOfThreads[thread];
    if (sums.empty()) sums.resize(products.B.numCols);
    for (LocalOrdinal row = products.firstRow[chunk]; row < products.firstRow[chunk + 1]; ++row) fill(row, sums.data());
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

// Reserves room for every product, and keeps it: what is not written to is never given pages. No copy of C, which costs
// a single thread as much as forming it.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> formInPlace(const typename DeviceType::execution_space& space,
                                          const CsrMatrix<Scalar, DeviceType>& A,
                                          const SegmentedRows<Scalar, DeviceType>& B,
                                          const Kokkos::View<Offset*, DeviceType>& rowPtr) {
  const Offset numProducts = rowPtr(A.numRows);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::product columns", numProducts);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::product values", numProducts);
  RowWorkspace<Scalar> workspace;
  workspace.prepare(B.numCols);
  Kokkos::parallel_for("Chronos::multiplyMatrices::formInPlace", RowPolicy<DeviceType>(space, 0, A.numRows),
                       FormInPlaceFunctor<Scalar, DeviceType>{{A, B}, &workspace, rowPtr, colInd, values});
  const auto used = std::make_pair(Offset(0), rowPtr(A.numRows));
  return {A.numRows, B.numCols, rowPtr, Kokkos::subview(colInd, used), Kokkos::subview(values, used)};
}

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyOnHost(const typename DeviceType::execution_space& space,
                                             const CsrMatrix<Scalar, DeviceType>& A,
                                             const SegmentedRows<Scalar, DeviceType>& B,
                                             MatrixProductPlan<DeviceType>& plan) {
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::product row pointers", std::size_t(A.numRows) + 1);
  Kokkos::parallel_scan("Chronos::multiplyMatrices::products", RowPolicy<DeviceType>(space, 0, A.numRows),
                        CountProductsFunctor<Scalar, DeviceType>{A, B, rowPtr});
  const Offset bytesOfProducts = rowPtr(A.numRows) * (sizeof(LocalOrdinal) + sizeof(Scalar));
  if (space.concurrency() == 1 && bytesOfProducts < freeDeviceMemory() / shareOfMemory) {
    const CsrMatrix<Scalar, DeviceType> C = formInPlace<Scalar, DeviceType>(space, A, B, rowPtr);
    plan.rowPtr = rowPtr;
    plan.colInd = C.colInd;
    return C;
  }
  const auto firstRow = dealRows<DeviceType>(space, A.numRows, [&](LocalOrdinal row) { return rowPtr(row); });
  const ThreadToken<DeviceType> token;
  std::vector<RowWorkspace<Scalar>> workspaces(token.size());
  const RowProducts<Scalar, DeviceType> products{A, B, firstRow.data(), token};
  ChunkPolicy<DeviceType> chunks(space, 0, static_cast<std::int64_t>(firstRow.size()) - 1);
  chunks.set_chunk_size(1);
  std::vector<ChunkRows<Scalar>> chunkRows(firstRow.size() - 1);
  std::vector<LocalOrdinal> lengths(A.numRows);
  Kokkos::parallel_for(
      "Chronos::multiplyMatrices::form", chunks,
      FormRowsFunctor<Scalar, DeviceType>{products, workspaces.data(), chunkRows.data(), rowPtr, lengths.data()});
  Kokkos::parallel_scan("Chronos::multiplyMatrices::rowPtr", RowPolicy<DeviceType>(space, 0, A.numRows),
                        SumLengthsFunctor<DeviceType>{lengths.data(), rowPtr});
  const Offset numEntries = rowPtr(A.numRows);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::product columns", numEntries);
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
  std::vector<std::vector<Scalar>> sums(token.size());
  const RowProducts<Scalar, DeviceType> products{A, B, firstRow.data(), token};
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::product values", plan.colInd.extent(0));
  ChunkPolicy<DeviceType> chunks(space, 0, static_cast<std::int64_t>(firstRow.size()) - 1);
  chunks.set_chunk_size(1);
  Kokkos::parallel_for("Chronos::multiplyAgain", chunks,
                       FillValuesFunctor<Scalar, DeviceType>{products, plan, values, sums.data()});
  return {A.numRows, B.numCols, plan.rowPtr, plan.colInd, values};
}

#define CHRONOS_PRODUCTHOST(SCALAR)                                                                                   \
  template CsrMatrix<SCALAR, HostDevice> multiplyOnHost(                                                              \
      const HostDevice::execution_space&, const CsrMatrix<SCALAR, HostDevice>&,                                       \
      const SegmentedRows<SCALAR, HostDevice>&, MatrixProductPlan<HostDevice>&);                                      \
  template CsrMatrix<SCALAR, HostDevice> multiplyAgainOnHost(                                                         \
      const HostDevice::execution_space&, const MatrixProductPlan<HostDevice>&, const CsrMatrix<SCALAR, HostDevice>&, \
      const SegmentedRows<SCALAR, HostDevice>&);
CHRONOS_PRODUCTHOST(double)
CHRONOS_PRODUCTHOST(float)

}  // namespace Chronos
