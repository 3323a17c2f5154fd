// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HOSTTRANSPOSE_HPP
#define CHRONOS_HOSTTRANSPOSE_HPP

#include "Chronos_EntryChunks.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {

/// \brief transposeLocal() by several threads of a host, each of which takes a piece of the rows and counts its entries
/// in each column by itself.
///
/// What the pieces before have in a column says where those of a piece begin: no place is asked for atomically, and
/// rows are born sorted. Numbers of all columns for each piece, so for few columns or many entries: fits() says so.
template <class Scalar, class DeviceType>
class HostTranspose {
 public:
  using Execution = typename DeviceType::execution_space;

  HostTranspose(const Execution& space, const CsrMatrix<Scalar, DeviceType>& A)
      : space_(space), A_(A), numPieces_(space.concurrency()) {}

  bool fits() const {
    return numPieces_ > 1 && A_.numEntries() > 0 &&
           std::int64_t(numPieces_) * A_.numCols <= static_cast<std::int64_t>(A_.numEntries());
  }

  CsrMatrix<Scalar, DeviceType> transpose() const {
    const std::size_t numCounts = std::size_t(numPieces_) * A_.numCols;
    const auto counts = allocate<Counts>("Chronos::entries of columns by piece", numCounts);
    const auto rowPtr =
        allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::transposed row pointers", A_.numCols + 1);
    const auto colInd =
        allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::transposed columns", A_.numEntries());
    const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::transposed values", A_.numEntries());
    Kokkos::parallel_for("Chronos::transposeLocal::count", pieces(), CountFunctor{A_, counts, numPieces_});
    using Columns = Kokkos::RangePolicy<Execution, Kokkos::IndexType<LocalOrdinal>>;
    Kokkos::parallel_scan("Chronos::transposeLocal::rowPtr", Columns(space_, 0, A_.numCols),
                          BeginsFunctor{counts, A_.numCols, numPieces_, rowPtr});
    Kokkos::parallel_for("Chronos::transposeLocal::fill", pieces(),
                         FillFunctor{A_, counts, numPieces_, rowPtr, colInd, values});
    return {A_.numCols, A_.numRows, rowPtr, colInd, values};
  }

 private:
  using Counts = Kokkos::View<LocalOrdinal*, DeviceType>;
  using Pieces = Kokkos::RangePolicy<Execution, Kokkos::IndexType<int>>;

  Pieces pieces() const {
    Pieces policy(space_, 0, numPieces_);
    policy.set_chunk_size(1);
    return policy;
  }

  // Rows whose entries are about as many as those of any other piece.
  static LocalOrdinal firstRow(const CsrMatrix<Scalar, DeviceType>& A, int piece, int numPieces) {
    if (piece == numPieces) return A.numRows;
    return rowOfEntry(A.rowPtr, A.numRows, static_cast<Offset>(A.numEntries()) / numPieces * piece);
  }

  struct CountFunctor {
    CsrMatrix<Scalar, DeviceType> A;
    Counts counts;
    int numPieces;

    void operator()(int piece) const {
      LocalOrdinal* const own = counts.data() + std::size_t(piece) * A.numCols;
      for (LocalOrdinal col = 0; col < A.numCols; ++col) own[col] = 0;
      const Offset end = A.rowPtr(firstRow(A, piece + 1, numPieces));
      for (Offset entry = A.rowPtr(firstRow(A, piece, numPieces)); entry < end; ++entry) ++own[A.colInd(entry)];
    }
  };

  // Counts become the places behind those of earlier pieces.
  struct BeginsFunctor {
    Counts counts;
    LocalOrdinal numCols;
    int numPieces;
    Kokkos::View<Offset*, DeviceType> rowPtr;

    void operator()(LocalOrdinal col, Offset& numEntries, bool final) const {
      LocalOrdinal before = 0;
      for (int piece = 0; piece < numPieces; ++piece) {
        LocalOrdinal& count = counts(std::size_t(piece) * numCols + col);
        const LocalOrdinal ofPiece = count;
        if (final) count = before;
        before += ofPiece;
      }
      numEntries += before;
      if (final) rowPtr(col + 1) = numEntries;
    }
  };

  struct FillFunctor {
    CsrMatrix<Scalar, DeviceType> A;
    Counts filled;
    int numPieces;
    Kokkos::View<const Offset*, DeviceType> rowPtr;
    Kokkos::View<LocalOrdinal*, DeviceType> colInd;
    Kokkos::View<Scalar*, DeviceType> values;

    void operator()(int piece) const {
      LocalOrdinal* const own = filled.data() + std::size_t(piece) * A.numCols;
      const LocalOrdinal end = firstRow(A, piece + 1, numPieces);
      for (LocalOrdinal row = firstRow(A, piece, numPieces); row < end; ++row)
        for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
          const LocalOrdinal col = A.colInd(entry);
          const Offset target = rowPtr(col) + static_cast<Offset>(own[col]++);
          colInd(target) = row;
          values(target) = A.values(entry);
        }
    }
  };

  const Execution& space_;
  const CsrMatrix<Scalar, DeviceType>& A_;
  int numPieces_;
};

}  // namespace Chronos

#endif
