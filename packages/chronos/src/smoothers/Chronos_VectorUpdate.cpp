// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_VectorUpdate.hpp"

#include "Chronos_GlobalHash.hpp"

namespace Chronos {
namespace {

using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct UpdateFunctor {
  Smoother::ConstVector x;
  double omega, beta;
  Smoother::Vector z;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    z(i) = beta == 0 ? omega * x(i) : z(i) + omega * x(i);
  }
};

struct CombineVectorsFunctor {
  Smoother::ConstVector x;
  double alpha, beta;
  Smoother::Vector y;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { y(i) = alpha * x(i) + beta * y(i); }
};

struct FillRandomFunctor {
  Map::local_map_type rowMap;
  std::uint64_t seed;
  Smoother::Vector x;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    x(i) = globalUniform(seed, static_cast<std::uint64_t>(rowMap.getGlobalElement(i)));
  }
};

}  // namespace

void updateVector(const Smoother::ConstVector& x, double omega, const Smoother::Vector& z, Update update) {
  Kokkos::parallel_for("Chronos::updateVector", Policy(0, static_cast<int>(x.extent(0))),
                       UpdateFunctor{x, omega, update == Update::add ? 1.0 : 0.0, z});
}

void combineVectors(const Smoother::ConstVector& x, double alpha, double beta, const Smoother::Vector& y) {
  Kokkos::parallel_for("Chronos::combineVectors", Policy(0, static_cast<int>(x.extent(0))),
                       CombineVectorsFunctor{x, alpha, beta, y});
}

void fillRandom(const Map& rowMap, std::uint64_t seed, const Smoother::Vector& x) {
  Kokkos::parallel_for("Chronos::fillRandom", Policy(0, static_cast<int>(x.extent(0))),
                       FillRandomFunctor{rowMap.getLocalMap(), seed, x});
}

}  // namespace Chronos
