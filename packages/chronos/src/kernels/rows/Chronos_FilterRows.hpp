// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FILTERROWS_HPP
#define CHRONOS_FILTERROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Most vectors of a test space that a filter takes: its dense systems live in the scratch memory of a team.
constexpr int maxFilterVectors = 48;

/// Which entries of a row stay.
struct FilterRule {
  double share = 1;            ///< the largest entries, until their magnitudes sum to this share of the row's; (0, 1]
  int maxEntries = 0;          ///< so many at most, before the test space is looked at; 0: all
  double maxCorrection = 0.5;  ///< largest sum of magnitudes of a correction, as a share of the row's
};

template <class Scalar, class DeviceType>
struct FilterInput {
  using Vectors = Kokkos::View<const double**, Kokkos::LayoutRight, DeviceType>;

  CsrMatrix<Scalar, DeviceType> rows;
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals;  ///< global index of each column
  Vectors vectors;  ///< V: a row for each column; without vectors nothing makes up for what goes
  Kokkos::View<const char*, DeviceType> mustStay;  ///< nonzero: stays whatever the rule says; or empty
};

template <class Scalar, class DeviceType>
struct FilteredRows {
  CsrMatrix<Scalar, DeviceType> rows;
  Kokkos::View<char*, DeviceType> stays;  ///< for each entry of the input, whether it is still there
  long long numExtendedRows = 0;          ///< rows that took more entries than the rule says, for the test space
};

/// \brief Drops the smallest entries of each row and corrects the others, so that the row acts on V as before
/// (thesis 2.2.4, (2.21) and (2.22)).
///
/// With K the entries that stay and r = sum of p_j v_j over those that go, the correction is the one of least
/// norm that makes up for them:
///   delta_j = v_j^T y for j in K,   G y = r,   G = sum over K of v_j v_j^T.
/// G is t x t whatever the length of the row, and is summed while the row streams by, so long rows need no
/// memory of their own. It squares the condition of the rows of V. Three things make up for that: G is scaled
/// to unit diagonal; Cholesky with complete pivoting stops at pivots below 1e-12, so that dependent vectors
/// (few entries, planar sets of points) give no large weights; and y is refined by residuals that are formed
/// with V, not with G. A correction counts when it is exact to 1e-11 (float: 1e-5) of sum |p_j| |v_jk| for
/// each vector k, and no larger than maxCorrection allows. If it is not, more entries stay, up to the whole
/// row: at once as many as there are vectors, then a quarter more each time. A row thus never acts on V in
/// another way than it did.
///
/// Entries are ranked by magnitude in steps of 2^-30 of the row's largest (float: 2^-16), then by global
/// index; sums over a row run in that order, so results do not depend on how columns are numbered. Rows of
/// one entry, and rows that hold no finite nonzero sum of magnitudes, stay as they are. Entries stay in the
/// order of the input.
///
/// A group of lanes a row. O(m t^2 + t^3) for m entries that stay. Deterministic. Synchronises the device.
template <class Scalar, class DeviceType>
FilteredRows<Scalar, DeviceType> filterRows(const typename DeviceType::execution_space& space,
                                            const FilterInput<Scalar, DeviceType>& input, const FilterRule& rule);

}  // namespace Chronos

#endif
