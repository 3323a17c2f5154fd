// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OneLevelProbe.hpp"

#include "Chronos_GlobalHash.hpp"
#include "Chronos_InnerProduct.hpp"

#include <cmath>
#include <limits>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Vector = Smoother::Vector;
using ConstVector = Smoother::ConstVector;

constexpr std::uint64_t probeSeed = 31;
constexpr double decades = 8;

struct StartFunctor {
  Map::local_map_type rowMap;
  Vector r;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    r(i) = globalUniform(probeSeed, static_cast<std::uint64_t>(rowMap.getGlobalElement(i)));
  }
};

// y = alpha x + beta y
struct CombineFunctor {
  ConstVector x;
  double alpha, beta;
  Vector y;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { y(i) = alpha * x(i) + beta * y(i); }
};

}  // namespace

double oneLevelIterations(const DistMatrix<double>& A, const Smoother& M, int numSteps) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const Comm& comm = *A.rowMap()->getComm();
  const int n = static_cast<int>(A.numRows());
  const RowPolicy rows(0, n);
  const Vector r = allocate<Vector>("Chronos::probe r", n), z = allocate<Vector>("Chronos::probe z", n);
  const Vector p("Chronos::probe p", n), q = allocate<Vector>("Chronos::probe q", n);
  Kokkos::parallel_for("Chronos::oneLevelIterations::start", rows, StartFunctor{A.rowMap()->getLocalMap(), r});
  const double first = innerProduct(comm, r, r);
  double rho = 0;
  for (int step = 0; step < numSteps; ++step) {
    M.apply(r, z);
    const double rhoNew = innerProduct(comm, r, z);
    if (!(rhoNew > 0)) break;
    Kokkos::parallel_for("Chronos::oneLevelIterations::direction", rows, CombineFunctor{z, 1, step == 0 ? 0 : rhoNew / rho, p});
    rho = rhoNew;
    A.apply<double>(p, q);
    const double curvature = innerProduct(comm, p, q);
    if (!(curvature > 0)) return never;
    Kokkos::parallel_for("Chronos::oneLevelIterations::residual", rows, CombineFunctor{q, -rho / curvature, 1, r});
  }
  const double fallen = 0.5 * std::log10(first / innerProduct(comm, r, r));
  return fallen > 0 ? numSteps * decades / fallen : never;
}

}  // namespace Chronos
