// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HierarchyScaling.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_RowSigns.hpp"
#include "Chronos_ScaledMatrix.hpp"
#include "Chronos_SmoothVector.hpp"

#include <cstdio>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// How much less energy the vector must have that is found than constants have where it lives.
constexpr double muchLess = 0.25;

struct Shares {
  double mMatrix = 0, zeroSum = 0, radius = 0;
};

Shares sharesOf(const DistMatrix<double>& A) {
  RowSigns signs =
      rowSigns<Device>(Device::execution_space(), A.local(), RowThresholds::positiveShare, RowThresholds::sumShare, 0);
  JointReduction all;
  for (long long* count : {&signs.numConnected, &signs.numMostlyNegative, &signs.numZeroSum}) all.sum(*count);
  all.max(signs.largestRatio);
  all.reduce(*A.rowMap()->getComm());
  const double numConnected = double(signs.numConnected), radius = signs.largestRatio;
  return numConnected > 0
             ? Shares{double(signs.numMostlyNegative) / numConnected, double(signs.numZeroSum) / numConnected, radius}
             : Shares{0, 1, radius};
}

// |w_i| sqrt(a_ii)
struct SizeFunctor {
  ConstVector w, diagonal;
  Vector size;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    using std::sqrt;
    const double magnitude = w(row) < 0 ? -w(row) : w(row);
    size(row) = diagonal(row) > 0 ? magnitude * sqrt(diagonal(row)) : magnitude;
  }
};

struct CountSmallFunctor {
  ConstVector size;
  double bound;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const { count += size(row) > bound ? 0 : 1; }
};

// w_i |row sum| and w_i a_ii
struct WeightedSumsFunctor {
  ConstVector w, sums, diagonal;
  Vector ofSums, ofDiagonal;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    ofSums(row) = w(row) * (sums(row) < 0 ? -sums(row) : sums(row));
    ofDiagonal(row) = w(row) * diagonal(row);
  }
};

struct DivideFunctor {
  ConstVector factors, x;
  Vector y;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { y(row) = x(row) / factors(row); }
};

Vector vectorOf(const DistMatrix<double>& A, const char* label) {
  return allocate<Vector>(label, A.numRows());
}

// sum w_i^2 |sum_j a_ij| / sum w_i^2 a_ii: what the constant leaves of rows where w lives. A mean over all rows would
// tell of reactions and penalties that w passes by.
double energyOfConstants(const DistMatrix<double>& A, const ConstVector& w) {
  const Device::execution_space space;
  const Vector constant = vectorOf(A, "Chronos::constant"), sums = vectorOf(A, "Chronos::row sums"),
               ofDiagonal = vectorOf(A, "Chronos::weighted diagonal");
  fillBlock(asBlock(constant), 1);
  A.apply<double>(constant, sums);
  Kokkos::parallel_for("Chronos::HierarchyScaling::sums", RowPolicy(0, A.numRows()),
                       WeightedSumsFunctor{w, sums, diagonalOf(A), constant, ofDiagonal});
  double parts[2] = {blockDot<Device>(space, w, constant), blockDot<Device>(space, w, ofDiagonal)};
  sumOverRanks(*A.rowMap()->getComm(), parts, 2);
  return parts[1] > 0 ? parts[0] / parts[1] : 0;
}

// Where no vector can pass, since the least eigenvalue of D^{-1} A is at least 1 - radius and row sums are at most
// 1 + radius of the diagonal, none is sought.
HierarchyScaling bySmoothVector(const DistMatrix<double>& A) {
  if (!A.domainMap()->isSameAs(*A.rowMap())) return {};
  const Shares shares = sharesOf(A);
  if (shares.zeroSum >= RowThresholds::halfOfRows || 1 - shares.radius >= muchLess * (1 + shares.radius)) return {};
  Vector w;
  try {
    w = smoothVector(A);
  } catch (const BreakdownError&) {  // by all ranks or none
    return {};
  }
  const double energy = relativeEnergy(A, w), ofConstants = energyOfConstants(A, w);
  if (!(energy < muchLess * ofConstants)) return {};
  if (shares.mMatrix < RowThresholds::mostRows && sharesOf(scaledMatrix(A, w)).zeroSum < RowThresholds::halfOfRows)
    return {};
  char note[200];
  std::snprintf(note, sizeof note,
                "unknowns are scaled: a vector w was found of which w^T A w is %.1e of w^T D w, where rows sum to %.1e "
                "of their diagonal",
                energy, ofConstants);
  return {w, note, 0};
}

HierarchyScaling byNearKernel(const DistMatrix<double>& A, const TestSpace& nearKernel) {
  const Comm& comm = *A.rowMap()->getComm();
  const auto numVectors = maxOverRanks(comm, static_cast<long long>(nearKernel.extent(1)));
  if (numVectors != 1)
    throw InputError("`amg/scaling` = near kernel wants one near-kernel vector, and there are " +
                     std::to_string(numVectors) + ": give one, or take `automatic`.");
  const ConstVector w = column(nearKernel, 0);
  const RowPolicy rows(0, A.numRows());
  const Vector size = vectorOf(A, "Chronos::sizes of entries");
  Kokkos::parallel_for("Chronos::HierarchyScaling::sizes", rows, SizeFunctor{w, diagonalOf(A), size});
  const double largest = maxOverRanks(comm, largestEntries(asBlock(ConstVector(size)))[0]);
  long long numSmall = 0;
  Kokkos::parallel_reduce("Chronos::HierarchyScaling::small", rows, CountSmallFunctor{size, smallestScale * largest},
                          numSmall);
  numSmall = sumOverRanks(comm, numSmall);
  if (numSmall > 0)
    throw InputError("`amg/scaling` = near kernel divides by the near-kernel vector, and " + std::to_string(numSmall) +
                     " of its entries are zero, or 1e8 times smaller than others in units of the diagonal: give one "
                     "without, or take `automatic`.");
  return {w, "unknowns are scaled by the near-kernel vector", 0};
}

}  // namespace

HierarchyScaling makeScaling(const DistMatrix<double>& A, ScalingKind kind, const TestSpace& nearKernel) {
  if (kind == ScalingKind::nearKernel) return byNearKernel(A, nearKernel);
  if (kind == ScalingKind::automatic) return bySmoothVector(A);
  return {};
}

TestSpace scaledTestSpace(const TestSpace& V, const HierarchyScaling& scaling) {
  if (!scaling.exists() || V.extent(1) == 0) return V;
  const TestVectors result = allocateVectors("Chronos::scaled test space", V.extent(0), V.extent(1));
  for (std::size_t k = 0; k < V.extent(1); ++k)
    Kokkos::parallel_for("Chronos::scaledTestSpace", RowPolicy(0, static_cast<int>(V.extent(0))),
                         DivideFunctor{scaling.factors, column(V, k), column(result, k)});
  return result;
}

}  // namespace Chronos
