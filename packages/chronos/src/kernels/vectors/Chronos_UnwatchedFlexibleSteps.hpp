// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_UNWATCHEDFLEXIBLESTEPS_HPP
#define CHRONOS_UNWATCHEDFLEXIBLESTEPS_HPP

#include "Chronos_Block.hpp"
#include "Chronos_FlexibleStep.hpp"
#include "Chronos_SumsOfBlocks.hpp"

namespace Chronos {

/// \brief A step of flexible conjugate gradients whose coefficients stay on the device, for one column: nothing here
/// waits, and the numbers reach the host together when the step has ended.
///
/// Products have the bits of ProductSums, updates those of ColumnDots and Chronos_BlockUpdates.hpp, but for what a
/// compiler rounds once in place of twice on a GPU.
class UnwatchedFlexibleSteps {
 public:
  /// Of a step, on the host.
  struct Numbers {
    double alpha, beta, gamma;  ///< w^T r, w^T v, w^T q
    double squares;             ///< r^T r behind the step
  };

  /// \param overRanks of numbers on the device; empty on one rank
  UnwatchedFlexibleSteps(std::size_t numEntries, const SumOverRanks& overRanks);

  /// \brief The products of w, d = w + factor d, x += length d, q = v + factor q, r -= length q, r^T r; the numbers go
  /// to the host. Collective.
  /// \tparam Scalar of all vectors but the iterate: double or float
  template <class Scalar>
  void take(const Kokkos::View<const Scalar*, Device>& w, const Kokkos::View<const Scalar*, Device>& v,
            const FlexibleFormer& former, const Kokkos::View<Scalar*, Device>& d,
            const Kokkos::View<Scalar*, Device>& q, const Kokkos::View<Scalar*, Device>& r, const Vector& x) const;

  /// Of the last step, once it has ended.
  Numbers numbers() const { return {onHost_(alpha), onHost_(beta), onHost_(gamma), onHost_(squares)}; }

 private:
  // The products end in the first four places.
  enum Place { alpha, beta, gamma, padding, factor, length, squares, numPlaces };
  Vector at(Place place, int count = 1) const {
    return Kokkos::subview(onDevice_, std::make_pair(int(place), int(place) + count));
  }

  SumsOfBlocks<Device> sums_;
  SumOverRanks overRanks_;
  Vector onDevice_;
  Kokkos::View<double*, PinnedSpace> onHost_;
};

}  // namespace Chronos

#endif
