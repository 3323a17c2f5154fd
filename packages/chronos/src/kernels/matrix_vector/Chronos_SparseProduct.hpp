// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SPARSEPRODUCT_HPP
#define CHRONOS_SPARSEPRODUCT_HPP

#include "Chronos_BoundaryRow.hpp"
#include "Chronos_HaloWait.hpp"
#include "Chronos_MergedRows.hpp"
#include "Chronos_NodePattern.hpp"

#include <type_traits>

namespace Chronos {

/// How the rows of a product are dealt out.
enum class ProductKind {
  chunks,  ///< one thread a chunk of consecutive rows: host
  groups,  ///< one group of lanes a row, or by nodes the three rows of one: GPU
  /// Chunks of rows that mostly have another length than the row before: a processor that guesses how often a loop runs
  /// would be wrong in every row, which costs more than a few products too many.
  raggedChunks,
  singles,  ///< every row has one entry (prolongation from aggregates): its place is the row, no row pointer is read
};

template <class DeviceType>
constexpr ProductKind defaultProductKind() {
  return std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace> ? ProductKind::chunks
                                                                              : ProductKind::groups;
}

/// \brief How the product of one matrix with vectors is spread over the threads of a device; made once per pattern.
///
/// Chunks are consecutive rows with about the same number of entries. A group (the "miniwarp" of thesis 3.1) is so wide
/// that each of its lanes has at most eight entries of a row of mean length: their loads are all under way at once.
/// With a NodePattern a group takes the rows of a node, and each launch finds its width in the pattern.
/// A row longer than longestGroupRow is cut into segments, each summed by a warp, and the partial sums are added in
/// order: the load-balanced variant (after Tsai, 4.1.1), without atomic additions, so that the result does not depend
/// on timing.
template <class DeviceType>
struct ProductPlan {
  ProductKind kind = defaultProductKind<DeviceType>();
  int groupWidth = 1;
  Offset longestGroupRow = 0;
  long long longestRow = 0;                          ///< of the matrix; 0 where it is not known
  Kokkos::View<LocalOrdinal*, DeviceType> firstRow;  ///< of each chunk; one more at the end
  /// Of each row, for chunks: one byte to read where two row pointers have eight each. Empty when a row has more than
  /// 255.
  Kokkos::View<unsigned char*, DeviceType> lengths;
  Kokkos::View<LocalOrdinal*, DeviceType> longRows;      ///< rows cut into segments
  Kokkos::View<LocalOrdinal*, DeviceType> firstSegment;  ///< of each long row; one more at the end
  Kokkos::View<LocalOrdinal*, DeviceType> segmentRow;    ///< position in longRows of each segment
  NodePattern<DeviceType> nodes;                         ///< where the matrix has one
  MergedRows<DeviceType> merged;                         ///< where it has no nodes, for several vectors

  /// Whether a product with several vectors gains by merged rows, where there are some.
  bool takesMergedRows() const { return kind == ProductKind::groups && !nodes.exists() && longRows.extent(0) == 0; }

  std::size_t numBytes() const {
    const std::size_t numIndices =
        firstRow.extent(0) + longRows.extent(0) + firstSegment.extent(0) + segmentRow.extent(0);
    return numIndices * sizeof(LocalOrdinal) + lengths.extent(0) + nodes.numBytes() + merged.numBytes();
  }
};

/// \brief Plans the product. Reads the row pointers a few times; synchronises the device.
///
/// Chunks become raggedChunks where more than a third of the rows differ in length from the row before. Group width:
/// the smallest power of two, up to 32, of which eight make up the mean row length. On a host it is one.
template <class DeviceType>
ProductPlan<DeviceType> planProduct(const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows,
                                    ProductKind kind);

/// The same of the kind for the device, or of singles where every row has one entry.
template <class DeviceType>
ProductPlan<DeviceType> planProduct(const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows,
                                    Offset numEntries);

/// \brief y = alpha A x + beta w, over the columns below x.extent(0).
///
/// \param A numRows x numCols; columns in any order; those at or beyond x.extent(0) are left out (the halo)
/// \param x input, must not overlap y
/// \param w numRows entries, y itself or another vector (b of a residual); not read when beta is 0
/// \param y numRows entries
///
/// Products are formed and added in VectorScalar. One thread group owns a row, or the three of a node; deterministic
/// for a given plan (sums of a host row do not depend on the number of threads). Does not synchronise.
/// Bytes: nnz (sizeof(MatrixScalar) + 4, 4/9 where the plan has nodes) + 8 rows (1 in chunks of short rows) + one read
/// of x + one write of y, one read of w when beta is not 0.
template <class MatrixScalar, class VectorScalar, class DeviceType>
void multiply(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
              const CsrMatrix<MatrixScalar, DeviceType>& A, const Kokkos::View<const VectorScalar*, DeviceType>& x,
              VectorScalar alpha, VectorScalar beta, const Kokkos::View<const VectorScalar*, DeviceType>& w,
              const Kokkos::View<VectorScalar*, DeviceType>& y);

/// y = alpha A x + beta y.
template <class MatrixScalar, class VectorScalar, class DeviceType>
void multiply(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
              const CsrMatrix<MatrixScalar, DeviceType>& A, const Kokkos::View<const VectorScalar*, DeviceType>& x,
              VectorScalar alpha, VectorScalar beta, const Kokkos::View<VectorScalar*, DeviceType>& y) {
  multiply<MatrixScalar, VectorScalar, DeviceType>(space, plan, A, x, alpha, beta,
                                                   Kokkos::View<const VectorScalar*, DeviceType>(y), y);
}

/// \brief y = x + omega d .* (b - A x), over the columns below x.extent(0): a sweep of a diagonal smoother in one
/// kernel.
///
/// Beside multiply() with w = b and an update of its own this saves four passes over a vector.
/// \param A square in its owned part: column i is row i
/// \param d, b, x numRows entries at least
/// \param y numRows entries, no overlap with x
template <class MatrixScalar, class VectorScalar, class DeviceType>
void relax(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
           const CsrMatrix<MatrixScalar, DeviceType>& A, VectorScalar omega,
           const Kokkos::View<const VectorScalar*, DeviceType>& d,
           const Kokkos::View<const VectorScalar*, DeviceType>& b,
           const Kokkos::View<const VectorScalar*, DeviceType>& x, const Kokkos::View<VectorScalar*, DeviceType>& y);

/// \brief y += alpha A xHalo in the boundary rows, over the columns from numOwned on.
///
/// \param boundary the rows with at least one column in the halo
/// \param xHalo entry h belongs to column numOwned + h
template <class MatrixScalar, class VectorScalar, class DeviceType>
void multiplyHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
                  const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
                  const Kokkos::View<const VectorScalar*, DeviceType>& xHalo, VectorScalar alpha,
                  const Kokkos::View<VectorScalar*, DeviceType>& y, const HaloWait& wait = {});

/// y -= omega d .* A xHalo, what relax() leaves out; see multiplyHalo().
template <class MatrixScalar, class VectorScalar, class DeviceType>
void relaxHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
               const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
               const Kokkos::View<const VectorScalar*, DeviceType>& xHalo, VectorScalar omega,
               const Kokkos::View<const VectorScalar*, DeviceType>& d, const Kokkos::View<VectorScalar*, DeviceType>& y,
               const HaloWait& wait = {});

}  // namespace Chronos

#endif
