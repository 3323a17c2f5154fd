// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InnerProduct.hpp"

#include "Chronos_Communicator.hpp"

namespace Chronos {
namespace {

struct InnerProductFunctor {
  Kokkos::View<const double*, Device> x, y;
  KOKKOS_INLINE_FUNCTION void operator()(int i, double& sum) const { sum += x(i) * y(i); }
};

}  // namespace

double innerProduct(const Comm& comm, const Kokkos::View<const double*, Device>& x,
                    const Kokkos::View<const double*, Device>& y) {
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
  double sum = 0;
  Kokkos::parallel_reduce("Chronos::innerProduct", Policy(0, static_cast<int>(x.extent(0))),
                          InnerProductFunctor{x, y}, sum);
  return sumOverRanks(comm, sum);
}

}  // namespace Chronos
