// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SmoothVector.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_L1Jacobi.hpp"
#include "Chronos_TestSpaceMethods.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <limits>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

constexpr int quotientSteps = 15, sweeps = 5;

struct InverseRootFunctor {
  ConstVector diagonal;
  Vector w;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    using std::sqrt;
    w(row) = diagonal(row) > 0 ? 1 / sqrt(diagonal(row)) : 1;
  }
};

struct MagnitudeFunctor {
  Vector w;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { w(row) = w(row) < 0 ? -w(row) : w(row); }
};

// w in units of the inverse root of the diagonal, and back with a floor.
struct IntoUnitsFunctor {
  ConstVector unit, w;
  Vector ratio;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { ratio(row) = w(row) / unit(row); }
};
struct FromUnitsFunctor {
  ConstVector unit, ratio;
  double largest;
  Vector w;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const double share = ratio(row) / largest;
    w(row) = (share > smallestScale ? share : smallestScale) * unit(row);
  }
};

Vector vectorOf(const DistMatrix<double>& A, const char* label) {
  return allocate<Vector>(label, A.numRows());
}

}  // namespace

double relativeEnergy(const DistMatrix<double>& A, const ConstVector& v) {
  const Device::execution_space space;
  const Vector image = vectorOf(A, "Chronos::image of a vector");
  A.apply<double>(v, image);
  double sums[2] = {blockDot<Device>(space, v, image), 0};
  multiplyRows(diagonalOf(A), asBlock(v), asBlock(image));
  sums[1] = blockDot<Device>(space, v, image);
  sumOverRanks(*A.rowMap()->getComm(), sums, 2);
  return sums[1] > 0 ? sums[0] / sums[1] : std::numeric_limits<double>::infinity();
}

Vector smoothVector(const DistMatrix<double>& A) {
  const Comm& comm = *A.rowMap()->getComm();
  const RowPolicy rows(0, A.numRows());
  const Vector unit = vectorOf(A, "Chronos::inverse root of the diagonal"), image = vectorOf(A, "Chronos::image");
  Kokkos::parallel_for("Chronos::smoothVector::unit", rows, InverseRootFunctor{diagonalOf(A), unit});
  const TestVectors start = allocateVectors("Chronos::smooth vector", static_cast<std::size_t>(A.numRows()), 1);
  const Vector w = column(start, 0);
  fillBlock(asBlock(w), 1);
  if (relativeEnergy(A, unit) < relativeEnergy(A, w)) Kokkos::deep_copy(Device::execution_space(), w, unit);
  const TestSpace found = improveBySrqcg(A, Jacobi(A), start, quotientSteps, TestSpaceWeight::diagonal);
  if (found.extent(1) > 0) Kokkos::deep_copy(Device::execution_space(), w, column(found, 0));
  Kokkos::parallel_for("Chronos::smoothVector::magnitude", rows, MagnitudeFunctor{w});
  const L1Jacobi smoother(A);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    A.apply<double>(w, image);
    smoother.apply(asBlock(ConstVector(image)), asBlock(w), -1, 1);
  }
  // Rows with positive couplings may have come out negative.
  Kokkos::parallel_for("Chronos::smoothVector::magnitude", rows, MagnitudeFunctor{w});
  Kokkos::parallel_for("Chronos::smoothVector::intoUnits", rows, IntoUnitsFunctor{unit, w, image});
  const double largest = maxOverRanks(comm, largestEntries(asBlock(ConstVector(image)))[0]);
  Kokkos::parallel_for("Chronos::smoothVector::fromUnits", rows,
                       FromUnitsFunctor{unit, image, largest > 0 ? largest : 1, w});
  return w;
}

}  // namespace Chronos
