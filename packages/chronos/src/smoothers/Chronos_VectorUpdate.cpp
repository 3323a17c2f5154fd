// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_VectorUpdate.hpp"

#include "Chronos_GlobalHash.hpp"

namespace Chronos {
namespace {

using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// b is read where it counts only: it may hold anything otherwise.
struct CombineFunctor {
  double alpha, beta;
  Smoother::ConstVector a, b;
  Smoother::Vector result;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    result(i) = beta == 0 ? alpha * a(i) : alpha * a(i) + beta * b(i);
  }
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

void combineVectors(double alpha, const Smoother::ConstVector& a, double beta, const Smoother::ConstVector& b,
                    const Smoother::Vector& result) {
  Kokkos::parallel_for("Chronos::combineVectors", Policy(0, static_cast<int>(result.extent(0))),
                       CombineFunctor{alpha, beta, a, b, result});
}

void updateVector(const Smoother::ConstVector& x, double omega, const Smoother::Vector& z, Update update) {
  combineVectors(omega, x, update == Update::add ? 1.0 : 0.0, z, z);
}

void fillRandom(const Map& rowMap, std::uint64_t seed, const Smoother::Vector& x) {
  Kokkos::parallel_for("Chronos::fillRandom", Policy(0, static_cast<int>(x.extent(0))),
                       FillRandomFunctor{rowMap.getLocalMap(), seed, x});
}

}  // namespace Chronos
