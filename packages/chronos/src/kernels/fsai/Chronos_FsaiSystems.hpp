// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAISYSTEMS_HPP
#define CHRONOS_FSAISYSTEMS_HPP

#include "Chronos_FsaiRules.hpp"

namespace Chronos {

/// \brief The dense systems A[P,P] g = -A[P,i] of a batch, interleaved (Bernaschi and others 2019, 3.2).
template <class Scalar, class DeviceType>
struct FsaiSystems {
  std::size_t numSlots = 0;
  Kokkos::View<Scalar*, DeviceType> factor;    ///< packedSize(capacity) entries a slot: Cholesky factors
  Kokkos::View<Scalar*, DeviceType> rhs;       ///< capacity entries a slot
  Kokkos::View<Scalar*, DeviceType> solution;  ///< capacity entries a slot
  Kokkos::View<Scalar*, DeviceType> psiInitial;

  FsaiSystems(std::size_t numSlots, int capacity);
  /// Bytes that one slot takes here and in FsaiRows.
  static std::size_t bytesPerSlot(int capacity);
};

/// \brief Line 8 of Algorithm 1: the rows of A[P,P] that belong to the columns selected last, and their -A[P,i].
///
/// The lanes of a group each look up one entry in the sorted row of A of a selected column. Written to the place in the
/// packed factor that solveSystems then works on. O(m log row length) a selected column.
template <class Scalar, class DeviceType>
void gatherSystems(const typename DeviceType::execution_space& space, const FsaiMatrix<Scalar, DeviceType>& A,
                   const FsaiRows<Scalar, DeviceType>& rows, const FsaiSystems<Scalar, DeviceType>& systems,
                   const Kokkos::View<const int*, DeviceType>& active, int numActive);

/// \brief Line 9 and 10 of Algorithm 1: borders the Cholesky factors, solves for the coefficients, applies the stopping
/// rule.
///
/// One thread a system (Bernaschi and others 2019, 3.3). A lost pivot ends the row with what it has (rowBrokeDown).
/// \param isInitial true for the initial pattern: psi_0 is then set, and the stopping rule does not apply
template <class Scalar, class DeviceType>
void solveSystems(const typename DeviceType::execution_space& space, const FsaiMatrix<Scalar, DeviceType>& A,
                  const FsaiRules<Scalar>& rules, const FsaiRows<Scalar, DeviceType>& rows,
                  const FsaiSystems<Scalar, DeviceType>& systems, const Kokkos::View<const int*, DeviceType>& active,
                  int numActive, bool isInitial);

}  // namespace Chronos

#endif
