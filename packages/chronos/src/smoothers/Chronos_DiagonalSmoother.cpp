// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DiagonalSmoother.hpp"

#include "Chronos_Communicator.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct InvertFunctor {
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { values(i) = 1 / values(i); }
};

struct MultiplyFunctor {
  Kokkos::View<const double*, Device> diagonal, r;
  double omega, beta;
  Kokkos::View<double*, Device> z;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const double step = omega * diagonal(i) * r(i);
    z(i) = beta == 0 ? step : z(i) + step;
  }
};

}  // namespace

DiagonalSmoother::DiagonalSmoother(const std::string& name, const DistMatrix<double>& A, const Vector& diagonal)
    : inverseDiagonal_(diagonal) {
  Kokkos::parallel_for("Chronos::DiagonalSmoother::invert", RowPolicy(0, A.numRows()), InvertFunctor{inverseDiagonal_});
  const Comm& comm = *A.rowMap()->getComm();
  report_.name = name;
  report_.density = double(A.rowMap()->getGlobalNumElements()) / double(A.numGlobalEntries());
  report_.longestRow = 1;
  report_.bytes = sumOverRanks(comm, double(A.numRows()) * sizeof(double));
}

void DiagonalSmoother::apply(const ConstVector& r, const Vector& z, Update update) const {
  Kokkos::parallel_for("Chronos::DiagonalSmoother::apply", RowPolicy(0, static_cast<int>(r.extent(0))),
                       MultiplyFunctor{inverseDiagonal_, r, omega_, update == Update::add ? 1.0 : 0.0, z});
}

}  // namespace Chronos
