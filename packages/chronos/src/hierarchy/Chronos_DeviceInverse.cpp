// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DeviceInverse.hpp"

#include "Chronos_GaussJordan.hpp"
#include "Chronos_SymmetricPart.hpp"
#include "Chronos_UnitDiagonal.hpp"

#include <cmath>

namespace Chronos {
namespace {

using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Steps that take whole blocks of pivots round more than a Cholesky factor does: between singularPivot and this one of
// a matrix with ones on the diagonal they do not tell whether it is singular.
constexpr double leastPivot = 1e-12;

struct ScaleOfDiagonalFunctor {
  std::int64_t n;
  ConstVector dense;
  Vector scale;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    using std::sqrt;
    const double diagonal = dense(i * n + i);
    scale(i) = diagonal > 0 ? 1 / sqrt(diagonal) : 1.0;
  }
};

struct ScaleDenseFunctor {
  std::int64_t n;
  ConstVector scale;
  Vector dense;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const {
    dense(place) *= scale(place / n) * scale(place % n);
  }
};

struct AsymmetryFunctor {
  std::int64_t n;
  ConstVector dense;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place, double& largest) const {
    const double difference = dense(place) - dense(place % n * n + place / n);
    const double size = difference < 0 ? -difference : difference;
    if (size > largest) largest = size;
  }
};

struct MeanFunctor {
  std::int64_t n;
  Vector dense;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const {
    const std::int64_t i = place / n, j = place % n;
    if (i >= j) return;
    const double mean = (dense(place) + dense(j * n + i)) / 2;
    dense(place) = mean;
    dense(j * n + i) = mean;
  }
};

struct ShiftFunctor {
  std::int64_t n;
  double shift;
  Vector dense;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { dense(i * n + i) += shift; }
};

// One triangle counts.
struct UnscaleFunctor {
  std::int64_t n;
  Kokkos::View<const std::int64_t*, Device> positions;
  ConstVector scale, dense;
  Vector inverse;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const {
    const std::int64_t first = positions(place / n), second = positions(place % n);
    const std::int64_t low = first < second ? first : second, high = first < second ? second : first;
    inverse(place) = scale(low) * scale(high) * dense(low * n + high);
  }
};

}  // namespace

bool invertOnDevice(std::int64_t n, const Vector& dense, const Kokkos::View<const std::int64_t*, Device>& positions,
                    const Vector& inverse, InverseChanges& changes) {
  const Device::execution_space space;
  changes = {};
  const auto scale = allocate<Vector>("Chronos::coarse scale", static_cast<std::size_t>(n));
  const Policy ofEntries(space, 0, n * n);
  Kokkos::parallel_for("Chronos::invertOnDevice::diagonal", Policy(space, 0, n),
                       ScaleOfDiagonalFunctor{n, dense, scale});
  Kokkos::parallel_for("Chronos::invertOnDevice::scale", ofEntries, ScaleDenseFunctor{n, scale, dense});
  double largest = 0;
  Kokkos::parallel_reduce("Chronos::invertOnDevice::asymmetry", ofEntries, AsymmetryFunctor{n, dense},
                          Kokkos::Max<double>(largest));
  changes.asymmetry = largest > symmetryTolerance ? largest : 0;
  if (changes.asymmetry > 0) Kokkos::parallel_for("Chronos::invertOnDevice::mean", ofEntries, MeanFunctor{n, dense});
  Kokkos::deep_copy(space, inverse, dense);
  double pivot = invertInPlace<Device>(space, static_cast<int>(n), dense);
  if (!(pivot > singularPivot)) {
    changes.shift = singularShift;
    Kokkos::deep_copy(space, dense, inverse);
    Kokkos::parallel_for("Chronos::invertOnDevice::shift", Policy(space, 0, n), ShiftFunctor{n, changes.shift, dense});
    pivot = invertInPlace<Device>(space, static_cast<int>(n), dense);
  }
  if (!(pivot > leastPivot)) return false;
  Kokkos::parallel_for("Chronos::invertOnDevice::unscale", ofEntries,
                       UnscaleFunctor{n, positions, scale, dense, inverse});
  space.fence();
  return true;
}

}  // namespace Chronos
