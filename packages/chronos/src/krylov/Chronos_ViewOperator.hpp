// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_VIEWOPERATOR_HPP
#define CHRONOS_VIEWOPERATOR_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief A linear operator on the owned entries of vectors, as Views on the device.
///
/// solve() asks its operators for this interface first: a Tpetra vector brings a copy on the host along, and to make a
/// handful of them costs a GPU more than the whole iteration.
class ViewOperator {
 public:
  virtual ~ViewOperator() = default;
  /// y = Op x, no overlap. Collective.
  virtual void applyTo(const Kokkos::View<const double*, Device>& x, const Kokkos::View<double*, Device>& y) const = 0;
};

}  // namespace Chronos

#endif
