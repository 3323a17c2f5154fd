// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIBATCH_HPP
#define CHRONOS_FSAIBATCH_HPP

#include "Chronos_FsaiAssembly.hpp"
#include "FsaiReference.hpp"

#include <numeric>

namespace Chronos::Test {

/// \brief Rows of FSAI under construction, for tests of single kernels: the scaled matrix and some rows with columns
/// selected.
template <class Scalar, class DeviceType>
struct FsaiBatch {
  FsaiMatrix<Scalar, DeviceType> matrix;
  HostCsr<double> scaled;  ///< what the kernels see, rounded to Scalar: oracles in double work on it
  FsaiRows<Scalar, DeviceType> rows;

  FsaiBatch(const HostCsr<double>& A, const std::vector<LocalOrdinal>& wanted,
            const std::vector<std::vector<LocalOrdinal>>& patterns, int capacity,
            CandidateRanking ranking = CandidateRanking::gradient)
      : rows(wanted.size(), capacity) {
    std::vector<GlobalOrdinal> globals(A.numRows);
    std::iota(globals.begin(), globals.end(), GlobalOrdinal(0));
    matrix = makeFsaiMatrix<Scalar, DeviceType>(typename DeviceType::execution_space(), toDevice<DeviceType>(A),
                                                toView<DeviceType>("globals", globals), ranking);
    const std::vector<Scalar> values = toVector(matrix.matrix.values);
    scaled = A;
    scaled.values.assign(values.begin(), values.end());
    std::vector<LocalOrdinal> pattern(wanted.size() * capacity, -1);
    std::vector<int> numSelected;
    std::vector<Scalar> psi;
    for (std::size_t slot = 0; slot < wanted.size(); ++slot) {
      std::copy(patterns[slot].begin(), patterns[slot].end(), pattern.begin() + slot * capacity);
      numSelected.push_back(static_cast<int>(patterns[slot].size()));
      psi.push_back(static_cast<Scalar>(entryOf(scaled, wanted[slot], wanted[slot])));
    }
    rows.row = toView<DeviceType>("row", wanted);
    rows.pattern = toView<DeviceType>("pattern", pattern);
    rows.numSelected = toView<DeviceType>("selected", numSelected);
    rows.psi = toView<DeviceType>("psi", psi);
    Kokkos::deep_copy(rows.numEntries, 0);
    Kokkos::deep_copy(rows.status, static_cast<int>(rowActive));
  }

  /// The columns from `first` on of a slot.
  std::vector<LocalOrdinal> columns(int slot, int first, int number) const {
    const std::vector<LocalOrdinal> pattern = toVector(rows.pattern);
    const auto begin = pattern.begin() + slot * rows.capacity + first;
    return {begin, begin + number};
  }
};

/// Row i of G~ on a pattern, from its definition: A[P,P] g = -A[P,i], psi = a_ii + A[i,P] g.
inline ReferenceFsaiRow rowOnPattern(const HostCsr<double>& A, LocalOrdinal i,
                                     const std::vector<LocalOrdinal>& pattern) {
  ReferenceFsaiRow row;
  row.pattern = pattern;
  std::vector<std::vector<double>> S(pattern.size(), std::vector<double>(pattern.size()));
  std::vector<double> b;
  for (std::size_t r = 0; r < pattern.size(); ++r) {
    for (std::size_t c = 0; c < pattern.size(); ++c) S[r][c] = entryOf(A, pattern[r], pattern[c]);
    b.push_back(-entryOf(A, pattern[r], i));
  }
  row.coefficient = denseSolve(S, b);
  row.psi = entryOf(A, i, i);
  for (std::size_t r = 0; r < pattern.size(); ++r) row.psi -= row.coefficient[r] * b[r];
  return row;
}

/// (A g~)_j for j < i outside of the pattern: half of the Kaporin gradient (16), zeros left out.
inline std::map<LocalOrdinal, double> candidatesOf(const HostCsr<double>& A, LocalOrdinal i,
                                                   const ReferenceFsaiRow& row) {
  std::map<LocalOrdinal, double> gradient;
  for (LocalOrdinal j = 0; j < i; ++j) {
    double sum = entryOf(A, j, i);
    for (std::size_t p = 0; p < row.pattern.size(); ++p) sum += entryOf(A, j, row.pattern[p]) * row.coefficient[p];
    if (sum != 0) gradient[j] = sum;
  }
  for (LocalOrdinal col : row.pattern) gradient.erase(col);
  return gradient;
}

}  // namespace Chronos::Test

#endif
