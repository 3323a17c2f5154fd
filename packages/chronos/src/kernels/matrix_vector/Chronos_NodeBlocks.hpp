// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEBLOCKS_HPP
#define CHRONOS_NODEBLOCKS_HPP

#include "Chronos_NodePattern.hpp"
#include "Chronos_WideProduct.hpp"

namespace Chronos {

/// \brief A matrix whose rows and columns come in threes, in single precision and block by block, for products on a
/// host with vectors in double, or with one in single; sums are in the type of the vectors.
///
/// The nine values of a run of a node follow each other, column by column: the three of a column are loaded, converted
/// and multiplied by one entry of x together, and a node is one stream of memory where its rows would be three. Views
/// only, cheap to copy; made by storeByNodes().
template <class DeviceType>
struct NodeBlocks {
  NodePattern<DeviceType> pattern;
  LocalOrdinal numNodes = 0;
  LocalOrdinal numOwned = 0;                              ///< columns below it are owned
  Kokkos::View<LocalOrdinal*, DeviceType> firstNode;      ///< of each chunk; one more at the end
  Kokkos::View<LocalOrdinal*, DeviceType> boundaryNodes;  ///< with columns in the halo
  Kokkos::View<float*, DeviceType> values;                ///< one more at the end, for the fourth lane

  std::size_t numBytes() const {
    return pattern.numBytes() + (firstNode.extent(0) + boundaryNodes.extent(0)) * sizeof(LocalOrdinal) +
           values.extent(0) * sizeof(float);
  }
};

/// \brief The matrix with values rounded to single precision, block by block. Synchronises the device.
/// \param pattern of A
/// \param numOwned columns below it are owned
template <class DeviceType>
NodeBlocks<DeviceType> storeByNodes(const CsrMatrix<double, DeviceType>& A, const NodePattern<DeviceType>& pattern,
                                    LocalOrdinal numOwned);

/// \brief y = alpha A x + beta w, over the owned columns.
///
/// A host thread takes a chunk of nodes; the sums of a row do not depend on the number of threads. Does not
/// synchronise. Bytes: 4 4/9 an entry of the matrix, and those of the vectors.
/// \param x 1, 2, 4 or 8 columns, no overlap with y
/// \param w like y, or y itself; not read when beta is 0
template <class DeviceType>
void multiplyBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                    const ConstWideVectors<DeviceType>& x, double alpha, double beta,
                    const ConstWideVectors<DeviceType>& w, const WideVectors<DeviceType>& y);

/// \brief y = x + omega d .* (b - A x), over the owned columns; see multiplyBlocks().
/// \param A square in its owned part: column i is row i
/// \param d the same for all columns
template <class DeviceType>
void relaxBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A, double omega,
                 const Kokkos::View<const double*, DeviceType>& d, const ConstWideVectors<DeviceType>& b,
                 const ConstWideVectors<DeviceType>& x, const WideVectors<DeviceType>& y);

/// \brief y += alpha A xHalo, what multiplyBlocks() leaves out.
/// \param xHalo row h belongs to column numOwned + h
template <class DeviceType>
void multiplyHaloBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                        const ConstWideVectors<DeviceType>& xHalo, double alpha, const WideVectors<DeviceType>& y);

/// y -= omega d .* A xHalo, what relaxBlocks() leaves out; see multiplyHaloBlocks().
template <class DeviceType>
void relaxHaloBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                     const ConstWideVectors<DeviceType>& xHalo, double omega,
                     const Kokkos::View<const double*, DeviceType>& d, const WideVectors<DeviceType>& y);

/// The same four for one vector in single precision.
template <class DeviceType>
void multiplyBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                    const Kokkos::View<const float*, DeviceType>& x, float alpha, float beta,
                    const Kokkos::View<const float*, DeviceType>& w, const Kokkos::View<float*, DeviceType>& y);
template <class DeviceType>
void relaxBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A, float omega,
                 const Kokkos::View<const float*, DeviceType>& d, const Kokkos::View<const float*, DeviceType>& b,
                 const Kokkos::View<const float*, DeviceType>& x, const Kokkos::View<float*, DeviceType>& y);
template <class DeviceType>
void multiplyHaloBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                        const Kokkos::View<const float*, DeviceType>& xHalo, float alpha,
                        const Kokkos::View<float*, DeviceType>& y);
template <class DeviceType>
void relaxHaloBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                     const Kokkos::View<const float*, DeviceType>& xHalo, float omega,
                     const Kokkos::View<const float*, DeviceType>& d, const Kokkos::View<float*, DeviceType>& y);

}  // namespace Chronos

#endif
