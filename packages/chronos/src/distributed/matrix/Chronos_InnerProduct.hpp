// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INNERPRODUCT_HPP
#define CHRONOS_INNERPRODUCT_HPP

#include "Chronos_TallColumns.hpp"
#include "Chronos_Types.hpp"

#include <vector>

namespace Chronos {

/// x^T y over all ranks; x and y are the owned entries. Does not depend on threads, only on ranks. Collective;
/// synchronises the device.
double innerProduct(const Comm& comm, const Kokkos::View<const double*, Device>& x,
                    const Kokkos::View<const double*, Device>& y);

/// Two tall matrices whose product X^T Y is wanted; owned rows.
struct TallPair {
  ConstTallColumns<Device> X, Y;
};

/// \brief X^T Y of each pair over all ranks, in one reduction. Collective; synchronises the device.
///
/// All ranks get the same bits, so that what they decide by them is the same. Numbers of columns are the same on all
/// ranks.
std::vector<SmallMatrix> tallProducts(const Comm& comm, const std::vector<TallPair>& pairs);

}  // namespace Chronos

#endif
