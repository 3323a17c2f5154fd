// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIASSEMBLY_HPP
#define CHRONOS_FSAIASSEMBLY_HPP

#include "Chronos_FsaiRules.hpp"

#include <vector>

namespace Chronos {

/// \brief The matrix of a set-up in precision Scalar, scaled by exact powers of two; see FsaiMatrix.
///
/// \param A square, double, columns sorted within rows, positive diagonal
/// \param globals global index of each row
template <class Scalar, class DeviceType>
FsaiMatrix<Scalar, DeviceType> makeFsaiMatrix(const typename DeviceType::execution_space& space,
                                              const CsrMatrix<double, DeviceType>& A,
                                              const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals,
                                              CandidateRanking ranking);

/// Compressed rows of G~, in double and with the scaling undone; columns are those of the gathered matrix.
template <class DeviceType>
struct FsaiChunk {
  Kokkos::View<Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<double*, DeviceType> values;
  Kokkos::View<double*, DeviceType> psi;  ///< g A g^T of each row where it is known to working precision, else 0
};

/// \brief Finished rows without the unused space, diagonal (one) included, columns sorted.
///
/// \param postFilter entries with |g_ij| sqrt(a_jj / a_ii) below it are dropped (delta of Bernaschi and others
/// 2019, 4.1); 0 keeps all
template <class Scalar, class DeviceType>
FsaiChunk<DeviceType> compressRows(const typename DeviceType::execution_space& space,
                                   const FsaiMatrix<Scalar, DeviceType>& A, const FsaiRows<Scalar, DeviceType>& rows,
                                   double postFilter);

/// One chunk after the other. Chunks may lack values and psi: a pattern.
template <class DeviceType>
FsaiChunk<DeviceType> concatenate(const typename DeviceType::execution_space& space,
                                  const std::vector<FsaiChunk<DeviceType>>& chunks);

/// \brief Scales each row so that diag(G A G^T) = 1, in double whatever the precision of the set-up.
///
/// psi_i = g A g^T is formed from the coefficients as they are where the chunk does not know it: a_ii - ||z||^2 loses
/// figures where psi_i is small, and is of another row where single precision or a filter changed it. Row i becomes
/// g / sqrt(psi_i); equation (10) of Bernaschi and others 2019 leaves the root out. A row whose psi_i is not positive,
/// or more than twice a_ii, with which it began, becomes the Jacobi row: the diagonal alone, other values 0.
/// \param ownedRows row of A of each row of the chunk
/// \return number of rows that became Jacobi rows
template <class DeviceType>
long long scaleRows(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                    const Kokkos::View<const LocalOrdinal*, DeviceType>& ownedRows, const FsaiChunk<DeviceType>& chunk);

}  // namespace Chronos

#endif
