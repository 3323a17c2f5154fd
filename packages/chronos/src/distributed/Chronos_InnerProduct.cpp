// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InnerProduct.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_Communicator.hpp"

namespace Chronos {

double innerProduct(const Comm& comm, const Kokkos::View<const double*, Device>& x,
                    const Kokkos::View<const double*, Device>& y) {
  return sumOverRanks(comm, blockDot<Device>(Device::execution_space(), x, y));
}

}  // namespace Chronos
