// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {
namespace {

struct UpdateFunctor {
  Smoother::ConstVector x;
  double omega, beta;
  Smoother::Vector z;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    z(i) = beta == 0 ? omega * x(i) : z(i) + omega * x(i);
  }
};

}  // namespace

void updateVector(const Smoother::ConstVector& x, double omega, const Smoother::Vector& z, Update update) {
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("Chronos::updateVector", Policy(0, static_cast<int>(x.extent(0))),
                       UpdateFunctor{x, omega, update == Update::add ? 1.0 : 0.0, z});
}

}  // namespace Chronos
