// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ZeroSumNodes.hpp"

#include "Chronos_FirstUnknown.hpp"
#include "Chronos_Block.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_FrameMatrix.hpp"
#include "Chronos_GlobalColumn.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_RowSigns.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <vector>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Of the rows that send constants to zero nearly all must send every k-th entry alone to zero.
constexpr double ofZeroSums = 0.8;

// 1 in every k-th entry of a column, by global numbers: the same on any ranks.
struct EveryKthFunctor {
  typename Map::local_map_type map;
  GlobalOrdinal base;
  int column, step;
  Block x;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    x(row, column) = (map.getGlobalElement(row) - base) % step == 0 ? 1.0 : 0.0;
  }
};

// A part of a row sums to zero, too, where it is all that is left of the whole row, as where a mass is added.
constexpr double besideWhole = 0.1;

// Rows with a connection, which are few entries to find in most of them.
struct SmallSumFunctor {
  CsrMatrix<double, Device> A;
  ConstBlock sums;
  int part, whole;  // columns of sums
  ConstVector diagonal;
  double share, rounding;

  KOKKOS_INLINE_FUNCTION static double absolute(double value) { return value < 0 ? -value : value; }

  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const {
    bool isConnected = false;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1) && !isConnected; ++entry)
      isConnected = A.colInd(entry) != row && A.values(entry) != 0;
    const double sum = absolute(sums(row, part)), others = absolute(sums(row, whole) - sums(row, part)),
                 zero = rounding * diagonal(row);
    const bool isZero = sum <= zero || others <= besideWhole * absolute(sums(row, whole)) + zero;
    const bool mayTell = isConnected && absolute(sums(row, whole)) <= share * diagonal(row);
    count += mayTell && isZero && sum <= share * diagonal(row) ? 1 : 0;
  }
};

// Rows with a connection whose entries in every k-th column sum to nearly zero, for each k of `steps`, on all ranks.
std::vector<long long> zeroSumRowsOf(const DistMatrix<double>& A, std::vector<int> steps, double rounding) {
  const int whole = static_cast<int>(steps.size()), width = blockWidth(steps.size() + 1);
  steps.resize(width, 1);
  const Block x = allocateBlock("Chronos::zero sums x", A.numRows(), width),
              sums = allocateBlock("Chronos::zero sums", A.numRows(), width);
  const RowPolicy rows(0, A.numRows());
  for (int k = 0; k < width; ++k)
    Kokkos::parallel_for("Chronos::zeroSums::start", rows,
                         EveryKthFunctor{A.rowMap()->getLocalMap(), firstUnknown(*A.rowMap()), k, steps[k], x});
  A.apply(ConstBlock(x), sums);
  const ConstVector diagonal = diagonalOf(A);
  std::vector<long long> counts(whole, 0);
  JointReduction all;
  for (int k = 0; k < whole; ++k) {
    Kokkos::parallel_reduce("Chronos::zeroSums::count", rows,
                            SmallSumFunctor{A.local(), sums, k, whole, diagonal, RowThresholds::sumShare, rounding},
                            counts[k]);
    all.sum(counts[k]);
  }
  all.reduce(*A.rowMap()->getComm());
  return counts;
}

constexpr int ofFrame = FrameMatrix::numUnknowns, displacements = FrameMatrix::numDisplacements;

// Rows whose displacements sum to zero, beside the largest of them; of these, moments whose rotations do not.
struct FrameRowFunctor {
  CsrMatrix<double, Device> A;
  GlobalColumn global;
  GlobalOrdinal base;

  KOKKOS_INLINE_FUNCTION static double absolute(double value) { return value < 0 ? -value : value; }

  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& numFree, long long& numTurning) const {
    double sums[ofFrame] = {}, largest[2] = {};  // of displacements, of rotations
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const double value = A.values(entry);
      const auto unknown = static_cast<int>((global(A.colInd(entry)) - base) % ofFrame);
      double& ofKind = largest[unknown / displacements];
      sums[unknown] += value;
      if (absolute(value) > ofKind) ofKind = absolute(value);
    }
    double rest[2] = {};
    for (int unknown = 0; unknown < ofFrame; ++unknown) rest[unknown / displacements] += absolute(sums[unknown]);
    if (largest[0] == 0 || rest[0] > RowThresholds::exactSum * largest[0]) return;
    ++numFree;
    const bool isMoment = (global(row) - base) % ofFrame >= displacements;
    if (isMoment && rest[1] > RowThresholds::exactSum * largest[1]) ++numTurning;
  }
};

// Of the rows with a connection, and of the moments, half of these.
constexpr double ofFrameRows = 0.5, ofMoments = 0.25;

}  // namespace

bool showsFrames(const DistMatrix<double>& A, long long numConnected) {
  if (numConnected == 0 || TrilinosVersion::numGlobal(*A.rowMap()) % ofFrame != 0) return false;
  if (!A.rowMap()->isSameAs(*A.domainMap())) return false;
  long long numFree = 0, numTurning = 0;
  Kokkos::parallel_reduce("Chronos::zeroSums::frames", RowPolicy(0, A.numRows()),
                          FrameRowFunctor{A.local(), GlobalColumn(A), firstUnknown(*A.domainMap())}, numFree,
                          numTurning);
  JointReduction all;
  all.sum(numFree);
  all.sum(numTurning);
  all.reduce(*A.rowMap()->getComm());
  return double(numFree) >= ofFrameRows * double(numConnected) &&
         double(numTurning) >= ofMoments * double(numConnected);
}

int unknownsByZeroSums(const DistMatrix<double>& A, double zeroSumRows, long long numConnected, SumKind kind) {
  std::vector<int> steps;
  for (const int step : {3, 2})
    if (A.rowMap()->getGlobalNumElements() % step == 0) steps.push_back(step);
  if (zeroSumRows == 0 || steps.empty()) return 1;
  const std::vector<long long> counts =
      zeroSumRowsOf(A, steps, kind == SumKind::exact ? RowThresholds::exactSum : RowThresholds::sumShare);
  const double least = ofZeroSums * zeroSumRows * double(std::max(1LL, numConnected));
  for (std::size_t k = 0; k < steps.size(); ++k)
    if (double(counts[k]) >= least) return steps[k];
  return 1;
}

}  // namespace Chronos
