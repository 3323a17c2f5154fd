// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AGGREGATEPRODUCT_HPP
#define CHRONOS_AGGREGATEPRODUCT_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief A prolongation with at most one entry a row, by the rows that columns of another matrix stand for.
template <class Scalar, class DeviceType>
struct AggregateColumns {
  LocalOrdinal numCols = 0;                                  ///< of the product
  Kokkos::View<const LocalOrdinal*, DeviceType> aggregates;  ///< in [0, numCols), or -1 where the row is empty
  Kokkos::View<const Scalar*, DeviceType> values;            ///< not read where there is no aggregate
};

/// \brief C = R A P, where rows of P have at most one entry: c_IJ is the sum of r_Ii a_ij p_j over entries of A from
/// aggregate I to aggregate J. Node-local; no A P is formed, the values of A are read once.
///
/// \param R members of each aggregate with their factors; columns are rows of A, in any order
/// \param A columns in any order
/// \param P what the columns of A are
/// \return R.numRows x P.numCols, columns sorted within rows; entries that cancel to zero stay
///
/// Deterministic: an entry is summed member by member in the order of R, within one in the order of the entries of A,
/// whatever the number of threads, on a host and on a GPU.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> aggregateProduct(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<Scalar, DeviceType>& R,
                                               const CsrMatrix<Scalar, DeviceType>& A,
                                               const AggregateColumns<Scalar, DeviceType>& P);

/// \brief The same for new values on the same patterns; shares row pointers and columns with the former product.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> aggregateProductAgain(const typename DeviceType::execution_space& space,
                                                    const CsrMatrix<Scalar, DeviceType>& former,
                                                    const CsrMatrix<Scalar, DeviceType>& R,
                                                    const CsrMatrix<Scalar, DeviceType>& A,
                                                    const AggregateColumns<Scalar, DeviceType>& P);

}  // namespace Chronos

#endif
