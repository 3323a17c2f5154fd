// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FLAGCOUNTS_HPP
#define CHRONOS_FLAGCOUNTS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief How many items have each bit of their flags set: for a reduction to an array of `value_count` numbers.
///
/// Without init and join of its own, see Chronos_RowBins.cpp.
template <class DeviceType>
struct FlagCountFunctor {
  using value_type = long long[];
  unsigned value_count;
  Kokkos::View<const int*, DeviceType> flags;

  KOKKOS_INLINE_FUNCTION void operator()(int item, value_type counts) const {
    for (unsigned flag = 0; flag < value_count; ++flag) counts[flag] += flags(item) >> flag & 1;
  }
};

}  // namespace Chronos

#endif
