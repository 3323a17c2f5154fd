// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ConjugateGradient.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_TpetraConversion.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Row sums of |S A S| are s_i (|A| s)_i; |A| s needs the s of the halo, so |A| is applied as a matrix of its own.
struct AbsoluteFunctor {
  ConstVector values;
  Kokkos::View<double*, Device> absolute;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    using std::abs;
    absolute(i) = abs(values(i));
  }
};

struct InverseRootFunctor {
  ConstVector diagonal;
  Kokkos::View<double*, Device> s;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    using std::sqrt;
    s(i) = 1 / sqrt(diagonal(i));
  }
};

struct LargestProductFunctor {
  ConstVector x, y;
  KOKKOS_INLINE_FUNCTION void operator()(int i, double& largest) const {
    if (x(i) * y(i) > largest) largest = x(i) * y(i);
  }
};

struct AbsoluteVectorFunctor {
  ConstVector x;
  Kokkos::View<double*, Device> absolute;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    using std::abs;
    absolute(i) = abs(x(i));
  }
};

struct SubtractFunctor {
  ConstVector b;
  Kokkos::View<double*, Device> r;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { r(i) = b(i) - r(i); }
};

enum class Scaling { none, multiply, divide };

struct ScaledSquareFunctor {
  ConstVector x, s;
  Scaling scaling;
  KOKKOS_INLINE_FUNCTION void operator()(int i, double& sum) const {
    const double value = scaling == Scaling::none ? x(i) : scaling == Scaling::divide ? x(i) / s(i) : x(i) * s(i);
    sum += value * value;
  }
};

// ||x||, ||S x|| or ||S^{-1} x||.
double norm(const Comm& comm, const ConstVector& x, const ConstVector& s, Scaling scaling) {
  double sum = 0;
  Kokkos::parallel_reduce("Chronos::residualLimits::norm", RowPolicy(0, static_cast<int>(s.extent(0))),
                          ScaledSquareFunctor{x, s, scaling}, sum);
  return std::sqrt(sumOverRanks(comm, sum));
}

ConstVector columnOf(const TpetraMultiVector& x, std::size_t j) {
  return Kokkos::subview(x.getVector(j)->getLocalViewDevice(Tpetra::Access::ReadOnly), Kokkos::ALL(), 0);
}

}  // namespace

ResidualLimits residualLimits(const TpetraCrsMatrix& matrix, const TpetraMultiVector& xVector,
                              const TpetraMultiVector& bVector) {
  constexpr double unitRoundoff = 0x1p-53;
  const Comm& comm = *xVector.getMap()->getComm();
  const DistMatrix<double> A = fromTpetra(matrix);
  const auto& local = A.local();
  const RowPolicy rows(0, A.numRows());

  auto absoluteValues = allocate<Vector>("Chronos::absolute values", local.numEntries());
  Kokkos::parallel_for("Chronos::residualLimits::absolute",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>(
                           0, static_cast<std::int64_t>(local.numEntries())),
                       AbsoluteFunctor{local.values, absoluteValues});
  const DistMatrix<double> absoluteA(A.rowMap(), A.halo(),
                                     {local.numRows, local.numCols, local.rowPtr, local.colInd, absoluteValues});

  auto s = allocate<Vector>("Chronos::scaling", A.numRows());
  auto work = allocate<Vector>("Chronos::work", A.numRows());
  Kokkos::parallel_for("Chronos::residualLimits::scaling", rows, InverseRootFunctor{diagonalOf(A), s});
  absoluteA.apply<double>(s, work);
  double largest = 0;
  Kokkos::parallel_reduce("Chronos::residualLimits::largest", rows, LargestProductFunctor{s, work},
                          Kokkos::Max<double>(largest));
  largest = maxOverRanks(comm, largest);

  ResidualLimits limits;
  auto absoluteX = allocate<Vector>("Chronos::absolute x", A.numRows());
  for (std::size_t column = 0; column < xVector.getNumVectors(); ++column) {
    const ConstVector x = columnOf(xVector, column), b = columnOf(bVector, column);
    const double scaledRightHandSide = norm(comm, b, s, Scaling::multiply);
    if (scaledRightHandSide == 0) continue;  // solved exactly
    const double attainable = 3 * unitRoundoff * largest * norm(comm, x, s, Scaling::divide) / scaledRightHandSide;
    A.apply<double>(x, work);
    Kokkos::parallel_for("Chronos::residualLimits::residual", rows, SubtractFunctor{b, work});
    const double scaledResidual = norm(comm, work, s, Scaling::multiply) / scaledRightHandSide;
    Kokkos::parallel_for("Chronos::residualLimits::absoluteX", rows, AbsoluteVectorFunctor{x, absoluteX});
    absoluteA.apply<double>(absoluteX, work);
    const double rounding = unitRoundoff * norm(comm, work, s, Scaling::none) / norm(comm, b, s, Scaling::none);
    limits.attainable = std::max(limits.attainable, attainable);
    limits.scaledResidual = std::max(limits.scaledResidual, scaledResidual);
    limits.rounding = std::max(limits.rounding, rounding);
  }
  return limits;
}

}  // namespace Chronos
