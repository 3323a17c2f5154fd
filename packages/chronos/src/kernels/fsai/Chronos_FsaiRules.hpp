// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIRULES_HPP
#define CHRONOS_FSAIRULES_HPP

#include "Chronos_GlobalHash.hpp"
#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// When a row of adaptive FSAI is good enough; psi_k = g A g^T after step k.
enum class StoppingRule {
  kaporinRatio,   ///< psi_k <= epsilon psi_0: rule (17) of Bernaschi and others 2019
  stepReduction,  ///< psi_{k-1} - psi_k <= epsilon psi_{k-1}: the last step gained too little
};

/// What the candidates of a step are ranked by.
enum class CandidateRanking {
  gradient,        ///< |d psi / d g_j|, as printed in Bernaschi and others 2019
  scaledGradient,  ///< |d psi / d g_j| / sqrt(a_jj): does not depend on the scaling of the unknowns
};

/// \brief The rules of one set-up, as the kernels need them.
template <class Scalar>
struct FsaiRules {
  int maxSteps;        ///< k_max
  int entriesPerStep;  ///< s
  Scalar tolerance;    ///< epsilon
  StoppingRule stoppingRule;
  /// Candidates within this relative distance of the best tie; the hash of the global column decides. Wider than the
  /// rounding of the gradient, so that the pattern does not depend on the order of additions.
  Scalar guardBand;
  /// A candidate below this share of sqrt(a_jj psi) is rounding: the row is done.
  Scalar noise;
  Scalar smallestPivot;

  /// Whether a row stops after a step that brought psi from `before` to `after`.
  KOKKOS_INLINE_FUNCTION bool stops(Scalar initial, Scalar before, Scalar after) const {
    if (!(after > smallestPivot * initial)) return true;
    if (stoppingRule == StoppingRule::kaporinRatio) return after <= tolerance * initial;
    return before - after <= tolerance * before;
  }

  KOKKOS_INLINE_FUNCTION bool isNoise(Scalar gradient, Scalar diagonal, Scalar psi) const {
    return !(gradient * gradient > noise * noise * diagonal * psi);
  }
};

template <class Scalar>
FsaiRules<Scalar> makeFsaiRules(int maxSteps, int entriesPerStep, double tolerance, StoppingRule rule) {
  const Scalar unit = sizeof(Scalar) == 4 ? Scalar(1.2e-7) : Scalar(2.2e-16);
  const Scalar guard = sizeof(Scalar) == 4 ? Scalar(1e-4) : Scalar(1e-9);
  return {maxSteps, entriesPerStep, static_cast<Scalar>(tolerance), rule, guard, 4 * unit, 8 * unit};
}

/// \brief The matrix of a set-up: A scaled by powers of two so that its diagonal lies in [1/2, 2).
///
/// The scaling is exact, so in exact terms nothing changes, but single precision neither overflows nor loses small
/// rows. weight(j) |gradient_j| ranks candidates.
template <class Scalar, class DeviceType>
struct FsaiMatrix {
  CsrMatrix<Scalar, DeviceType> matrix;              ///< square, scaled, columns sorted within rows
  Kokkos::View<const Scalar*, DeviceType> diagonal;  ///< of the scaled matrix
  Kokkos::View<const Scalar*, DeviceType> weight;
  Kokkos::View<const int*, DeviceType> exponent;           ///< scaled a_ij = a_ij 2^{-e_i - e_j}
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals;  ///< global index of each row, for ties

  KOKKOS_INLINE_FUNCTION std::uint64_t tieKey(LocalOrdinal col) const {
    return globalHash(static_cast<std::uint64_t>(globals(col)));
  }
};

/// First of the sorted entries from `begin` to before `end` whose column is not below `col`. O(log (end - begin)).
template <class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION Offset firstNotBelow(const CsrMatrix<Scalar, DeviceType>& A, Offset begin, Offset end,
                                            LocalOrdinal col) {
  // Halves without a branch: a processor guesses every other one wrong, which takes longer than all the rest.
  for (Offset length = end - begin; length > 0;) {
    const Offset half = (length + 1) / 2;
    begin = A.colInd(begin + half - 1) < col ? begin + half : begin;
    length -= half;
  }
  return begin;
}

template <class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION Offset firstNotBelow(const CsrMatrix<Scalar, DeviceType>& A, LocalOrdinal row,
                                            LocalOrdinal col) {
  return firstNotBelow(A, A.rowPtr(row), A.rowPtr(row + 1), col);
}

/// Entry (row, col) of a matrix with sorted rows; 0 where nothing is stored. O(log row length).
template <class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION Scalar entryAt(const CsrMatrix<Scalar, DeviceType>& A, LocalOrdinal row, LocalOrdinal col) {
  const Offset entry = firstNotBelow(A, row, col);
  return entry < A.rowPtr(row + 1) && A.colInd(entry) == col ? A.values(entry) : Scalar(0);
}

/// \brief Rows of G~ under construction: one slot a row.
///
/// Row-major where a row's lanes read it (pattern, coefficients), interleaved where one thread owns a row.
template <class Scalar, class DeviceType>
struct FsaiRows {
  int capacity = 0;                                 ///< most off-diagonal entries a row can have
  Kokkos::View<LocalOrdinal*, DeviceType> row;      ///< matrix row of each slot
  Kokkos::View<LocalOrdinal*, DeviceType> pattern;  ///< slot * capacity + position: columns, in the order they came
  Kokkos::View<Scalar*, DeviceType> coefficient;    ///< the same layout: off-diagonal entries of the row of G~
  Kokkos::View<int*, DeviceType> numEntries;        ///< entries whose coefficients are valid
  Kokkos::View<int*, DeviceType> numSelected;       ///< columns selected in this step, after the valid ones
  Kokkos::View<int*, DeviceType> status;            ///< RowStatus
  Kokkos::View<Scalar*, DeviceType> psi;

  /// Space for numSlots rows of at most `capacity` off-diagonal entries. Nothing is initialised but numSelected, to 0.
  FsaiRows(std::size_t numSlots, int capacity_)
      : capacity(capacity_),
        row(allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::FSAI rows", numSlots)),
        pattern(allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::FSAI pattern", numSlots * capacity_)),
        coefficient(allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::FSAI coefficients", numSlots * capacity_)),
        numEntries(allocate<Kokkos::View<int*, DeviceType>>("Chronos::FSAI entries", numSlots)),
        numSelected(allocateZeros<Kokkos::View<int*, DeviceType>>("Chronos::FSAI selected", numSlots)),
        status(allocate<Kokkos::View<int*, DeviceType>>("Chronos::FSAI status", numSlots)),
        psi(allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::FSAI psi", numSlots)) {}
  FsaiRows() = default;
};

enum RowStatus : int {
  rowActive = 0,
  rowDone = 1,
  rowBrokeDown = 2,  ///< a pivot was lost to rounding; the row keeps the entries it had
};

}  // namespace Chronos

#endif
