// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiAssembly.hpp"

#include "Chronos_RowGroup.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_SortRows.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace Chronos {
namespace {

// psi = a_ii - ||z||^2 has lost no more than so many times the rounding of a_ii.
constexpr double largestLoss = 64;

template <class DeviceType>
using RowPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

// The bits of a number that is not denormal, for ldexp() is a call for every entry of a matrix.
KOKKOS_INLINE_FUNCTION double powerOfTwo(int exponent) {
  using std::ldexp;
  constexpr int bias = 1023, mantissaBits = 52;
  if (exponent <= -bias || exponent > bias) return ldexp(1.0, exponent);
  const std::uint64_t bits = static_cast<std::uint64_t>(exponent + bias) << mantissaBits;
  double power = 0;
  memcpy(&power, &bits, sizeof(power));
  return power;
}

// e_i with a_ii 4^{-e_i} in [1/2, 2).
template <class DeviceType>
struct ExponentFunctor {
  CsrMatrix<double, DeviceType> A;
  Kokkos::View<int*, DeviceType> exponent;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    using std::frexp;
    int binary = 0;
    const double diagonal = entryAt(A, static_cast<LocalOrdinal>(row), static_cast<LocalOrdinal>(row));
    frexp(diagonal, &binary);
    exponent(row) = binary >= 0 ? binary / 2 : -((1 - binary) / 2);
  }
};

// Lanes of a group take neighbouring entries of a row.
template <class Scalar, class DeviceType, int width>
struct ScaleFunctor {
  CsrMatrix<double, DeviceType> A;
  Kokkos::View<const int*, DeviceType> exponent;
  bool scaledRanking;
  Kokkos::View<Scalar*, DeviceType> values, diagonal, weight;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    using std::sqrt;
    const std::int64_t row = item / width;
    const int lane = static_cast<int>(item % width), ofRow = exponent(row);
    for (Offset entry = A.rowPtr(row) + lane; entry < A.rowPtr(row + 1); entry += width) {
      const LocalOrdinal col = A.colInd(entry);
      const Scalar value = static_cast<Scalar>(A.values(entry) * powerOfTwo(-ofRow - exponent(col)));
      values(entry) = value;
      if (col != row) continue;
      diagonal(row) = value;
      weight(row) = scaledRanking ? Scalar(1) / sqrt(value) : static_cast<Scalar>(powerOfTwo(ofRow));
    }
  }
};

// Two passes: counts the entries that stay, then writes them.
template <class Scalar, class DeviceType>
struct CompressFunctor {
  FsaiMatrix<Scalar, DeviceType> A;
  FsaiRows<Scalar, DeviceType> rows;
  Scalar postFilter;
  FsaiChunk<DeviceType> chunk;

  KOKKOS_INLINE_FUNCTION bool stays(std::int64_t slot, int p) const {
    using std::abs;
    using std::sqrt;
    if (!(postFilter > 0)) return true;
    const std::size_t at = slot * rows.capacity + p;
    const Scalar ratio = A.diagonal(rows.pattern(at)) / A.diagonal(rows.row(slot));
    return abs(rows.coefficient(at)) * sqrt(ratio) >= postFilter;
  }

  // To be formed anew, at the price of reading A once more, where 0.
  KOKKOS_INLINE_FUNCTION double knownPsi(std::int64_t slot) const {
    const LocalOrdinal row = rows.row(slot);
    const double psi = double(rows.psi(slot));
    if (sizeof(Scalar) < sizeof(double) || postFilter > 0 || !(psi * largestLoss >= double(A.diagonal(row)))) return 0;
    const double scale = powerOfTwo(A.exponent(row));
    return psi * scale * scale;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t slot, Offset& position, bool final) const {
    const LocalOrdinal row = rows.row(slot);
    if (final) chunk.rowPtr(slot) = position;
    Offset next = position;
    for (int p = 0; p < rows.numEntries(slot); ++p) {
      if (!stays(slot, p)) continue;
      if (final && chunk.colInd.extent(0) > 0) {
        const std::size_t at = slot * rows.capacity + p;
        const LocalOrdinal col = rows.pattern(at);
        chunk.colInd(next) = col;
        chunk.values(next) = double(rows.coefficient(at)) * powerOfTwo(A.exponent(row) - A.exponent(col));
      }
      ++next;
    }
    if (final && chunk.colInd.extent(0) > 0) {
      chunk.colInd(next) = row;
      chunk.values(next) = 1;
      chunk.psi(slot) = knownPsi(slot);
    }
    position = next + 1;
    if (final && slot + 1 == static_cast<std::int64_t>(rows.row.extent(0))) chunk.rowPtr(slot + 1) = position;
  }
};

template <class DeviceType>
struct ShiftFunctor {
  Kokkos::View<const Offset*, DeviceType> input;
  Offset shift;
  std::int64_t first;
  Kokkos::View<Offset*, DeviceType> output;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const { output(first + row) = input(row) + shift; }
};

// Each lane of a group forms its share of psi; they are added in the order of the columns.
template <class DeviceType, int width>
struct ScaleRowsFunctor {
  CsrMatrix<double, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> ownedRows;
  FsaiChunk<DeviceType> chunk;
  Kokkos::View<long long*, DeviceType> numJacobi;

  // (A g)_r over the pattern of g: both lists are sorted.
  KOKKOS_INLINE_FUNCTION double productEntry(LocalOrdinal row, Offset begin, Offset end) const {
    double sum = 0;
    Offset entry = A.rowPtr(row);
    const Offset entryEnd = A.rowPtr(row + 1);
    for (Offset p = begin; p < end; ++p) {
      while (entry < entryEnd && A.colInd(entry) < chunk.colInd(p)) ++entry;
      if (entry == entryEnd) break;
      if (A.colInd(entry) == chunk.colInd(p)) sum += A.values(entry) * chunk.values(p);
    }
    return sum;
  }

  KOKKOS_INLINE_FUNCTION double sumPsi(const RowGroup<width>& group, Offset begin, Offset end) const {
    double psi = 0;
    for (Offset first = begin; first < end; first += width) {
      const Offset p = first + group.lane;
      const double product = p < end ? productEntry(chunk.colInd(p), begin, end) : 0;
      const double value = p < end ? chunk.values(p) : 0;
      for (int lane = 0; lane < width && first + lane < end; ++lane)
        psi += group.broadcast(value, lane) * group.broadcast(product, lane);
    }
    return psi;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    using std::sqrt;
    const RowGroup<width> group(item);
    const std::int64_t i = item / width;
    const LocalOrdinal row = ownedRows(i);
    const Offset begin = chunk.rowPtr(i), end = chunk.rowPtr(i + 1);
    double psi = chunk.psi.extent(0) > 0 ? chunk.psi(i) : 0;
    if (psi == 0) psi = sumPsi(group, begin, end);
    const double diagonal = entryAt(A, row, row);
    const bool isSound = psi > 0 && psi <= 2 * diagonal;
    const double scale = 1 / sqrt(isSound ? psi : diagonal);
    group.sync();
    for (Offset p = begin + group.lane; p < end; p += width) {
      if (isSound) chunk.values(p) *= scale;
      else chunk.values(p) = chunk.colInd(p) == row ? scale : 0.0;
    }
    if (!isSound && group.lane == 0) Kokkos::atomic_fetch_add(&numJacobi(0), 1LL);
  }
};

// Calls work(width) with the lanes of a group for rows of such a mean length.
template <class DeviceType, class Work>
void withLanes(double meanLength, const Work& work) {
  if constexpr (runsOnHost<DeviceType>) {
    work(std::integral_constant<int, 1>());
  } else {
    if (meanLength <= 12) work(std::integral_constant<int, 8>());
    else work(std::integral_constant<int, 32>());
  }
}

template <class DeviceType, int width>
long long scaleByLanes(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                       const Kokkos::View<const LocalOrdinal*, DeviceType>& ownedRows,
                       const FsaiChunk<DeviceType>& chunk) {
  const std::int64_t numRows = static_cast<std::int64_t>(ownedRows.extent(0));
  // Not a reduction: there the items of a warp need not begin at a multiple of 32, and groups would be torn apart.
  const auto numJacobi = allocateZeros<Kokkos::View<long long*, DeviceType>>("Chronos::FSAI Jacobi rows", 1);
  Kokkos::parallel_for("Chronos::FSAI::scaleRows", RowPolicy<DeviceType>(space, 0, numRows * width),
                       ScaleRowsFunctor<DeviceType, width>{A, ownedRows, chunk, numJacobi});
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), numJacobi)(0);
}

}  // namespace

template <class Scalar, class DeviceType>
FsaiMatrix<Scalar, DeviceType> makeFsaiMatrix(const typename DeviceType::execution_space& space,
                                              const CsrMatrix<double, DeviceType>& A,
                                              const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals,
                                              CandidateRanking ranking) {
  const std::size_t numRows = static_cast<std::size_t>(A.numRows);
  auto exponent = allocate<Kokkos::View<int*, DeviceType>>("Chronos::FSAI exponents", numRows);
  auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::FSAI values", A.numEntries());
  auto diagonal = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::FSAI diagonal", numRows);
  auto weight = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::FSAI weights", numRows);
  Kokkos::parallel_for("Chronos::FSAI::exponents", RowPolicy<DeviceType>(space, 0, A.numRows),
                       ExponentFunctor<DeviceType>{A, exponent});
  withLanes<DeviceType>(double(A.numEntries()) / std::max(1, A.numRows), [&](auto width) {
    Kokkos::parallel_for("Chronos::FSAI::scale", RowPolicy<DeviceType>(space, 0, std::int64_t(A.numRows) * width()),
                         ScaleFunctor<Scalar, DeviceType, width()>{
                             A, exponent, ranking == CandidateRanking::scaledGradient, values, diagonal, weight});
  });
  return {{A.numRows, A.numCols, A.rowPtr, A.colInd, values}, diagonal, weight, exponent, globals};
}

template <class Scalar, class DeviceType>
FsaiChunk<DeviceType> compressRows(const typename DeviceType::execution_space& space,
                                   const FsaiMatrix<Scalar, DeviceType>& A, const FsaiRows<Scalar, DeviceType>& rows,
                                   double postFilter) {
  const std::int64_t numSlots = static_cast<std::int64_t>(rows.row.extent(0));
  FsaiChunk<DeviceType> chunk;
  chunk.rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::FSAI row pointers", numSlots + 1);
  CompressFunctor<Scalar, DeviceType> functor{A, rows, static_cast<Scalar>(postFilter), chunk};
  Offset numEntries = 0;
  scanTotal("Chronos::FSAI::countEntries", RowPolicy<DeviceType>(space, 0, numSlots), functor, numEntries);
  functor.chunk.colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::FSAI columns", numEntries);
  functor.chunk.values = allocate<Kokkos::View<double*, DeviceType>>("Chronos::FSAI entries", numEntries);
  functor.chunk.psi = allocate<Kokkos::View<double*, DeviceType>>("Chronos::FSAI psi", numSlots);
  scanTotal("Chronos::FSAI::compress", RowPolicy<DeviceType>(space, 0, numSlots), functor, numEntries);
  sortRows<LocalOrdinal, double, DeviceType>(space, functor.chunk.rowPtr, functor.chunk.colInd, functor.chunk.values);
  return functor.chunk;
}

template <class DeviceType>
FsaiChunk<DeviceType> concatenate(const typename DeviceType::execution_space& space,
                                  const std::vector<FsaiChunk<DeviceType>>& chunks) {
  if (chunks.size() == 1) return chunks.front();
  std::size_t numRows = 0, numEntries = 0;
  for (const auto& chunk : chunks) {
    numRows += chunk.rowPtr.extent(0) - 1;
    numEntries += chunk.colInd.extent(0);
  }
  FsaiChunk<DeviceType> all;
  all.rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::FSAI row pointers", numRows + 1);
  all.psi = allocateZeros<Kokkos::View<double*, DeviceType>>("Chronos::FSAI psi", numRows);
  all.colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::FSAI columns", numEntries);
  all.values = allocate<Kokkos::View<double*, DeviceType>>("Chronos::FSAI entries", numEntries);
  std::size_t row = 0, entry = 0;
  for (const auto& chunk : chunks) {
    const std::size_t length = chunk.colInd.extent(0);
    Kokkos::parallel_for("Chronos::FSAI::concatenate",
                         RowPolicy<DeviceType>(space, 0, static_cast<std::int64_t>(chunk.rowPtr.extent(0))),
                         ShiftFunctor<DeviceType>{chunk.rowPtr, entry, static_cast<std::int64_t>(row), all.rowPtr});
    Kokkos::deep_copy(space, Kokkos::subview(all.colInd, std::make_pair(entry, entry + length)), chunk.colInd);
    if (chunk.values.extent(0) > 0)
      Kokkos::deep_copy(space, Kokkos::subview(all.values, std::make_pair(entry, entry + length)), chunk.values);
    const std::size_t numRowsOfChunk = chunk.rowPtr.extent(0) - 1;
    if (chunk.psi.extent(0) > 0)
      Kokkos::deep_copy(space, Kokkos::subview(all.psi, std::make_pair(row, row + numRowsOfChunk)), chunk.psi);
    row += numRowsOfChunk;
    entry += length;
  }
  space.fence();
  return all;
}

template <class DeviceType>
long long scaleRows(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                    const Kokkos::View<const LocalOrdinal*, DeviceType>& ownedRows,
                    const FsaiChunk<DeviceType>& chunk) {
  long long numJacobi = 0;
  const double meanLength = double(chunk.colInd.extent(0)) / std::max<double>(1, double(ownedRows.extent(0)));
  withLanes<DeviceType>(meanLength,
                        [&](auto width) { numJacobi = scaleByLanes<DeviceType, width()>(space, A, ownedRows, chunk); });
  return numJacobi;
}

#define CHRONOS_FSAIASSEMBLY(SCALAR, DEVICE)                                \
  template FsaiMatrix<SCALAR, DEVICE> makeFsaiMatrix<SCALAR, DEVICE>(       \
      const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&,     \
      const Kokkos::View<const GlobalOrdinal*, DEVICE>&, CandidateRanking); \
  template FsaiChunk<DEVICE> compressRows<SCALAR, DEVICE>(                  \
      const DEVICE::execution_space&, const FsaiMatrix<SCALAR, DEVICE>&, const FsaiRows<SCALAR, DEVICE>&, double);
#define CHRONOS_FSAIASSEMBLY_ALL(DEVICE)                                                                         \
  CHRONOS_FSAIASSEMBLY(double, DEVICE)                                                                           \
  CHRONOS_FSAIASSEMBLY(float, DEVICE)                                                                            \
  template FsaiChunk<DEVICE> concatenate(const DEVICE::execution_space&, const std::vector<FsaiChunk<DEVICE>>&); \
  template long long scaleRows(const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&,                 \
                               const Kokkos::View<const LocalOrdinal*, DEVICE>&, const FsaiChunk<DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_FSAIASSEMBLY_ALL)

}  // namespace Chronos
