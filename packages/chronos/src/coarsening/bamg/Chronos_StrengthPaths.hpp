// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STRENGTHPATHS_HPP
#define CHRONOS_STRENGTHPATHS_HPP

#include "Chronos_Splitting.hpp"

namespace Chronos {

/// \brief The coarse points that fine points reach over strong connections, distance by distance.
///
/// The neighbours at distance l are a row of the pattern of (I + S)^l restricted to coarse columns, so the search is a
/// sparse product: hashed, on the device, across ranks, of rows of any length. Its values come with it and are put to
/// use: with s_ij = |a_ij| / sqrt(a_ii a_jj) (2.11) an entry is the sum over all paths of the products of their
/// strengths.
class StrengthPaths {
 public:
  /// Collective. Distance 1.
  /// \param splitting coarse points to be found; isolated rows find none
  StrengthPaths(const DistMatrix<double>& A, const StrongFlags& strong, const Splitting& splitting);

  /// A.rowMap() x splitting.coarseMap; rows of coarse points hold something too.
  const DistMatrix<double>& coarsePoints() const { return *reached_; }
  int distance() const { return distance_; }

  /// \brief One connection further. Collective.
  ///
  /// Products are made for rows that are wanted, or that these lead to, alone. With more than a quarter wanted all rows
  /// go further, but not before somebody needs them: rows of powers of S are longer than those of its coarse columns.
  /// \param wanted flag of each row: the others may come out empty
  void extend(const Kokkos::View<const char*, Device>& wanted);

  /// \brief All connections of the wanted rows, weak ones too, then strong ones. Collective.
  ///
  /// As many strong ones as all rows went together, two at least. distance() stays: extend() goes on from there.
  ///
  /// For rows that strong ones do not lead far enough: an unknown of a soft material among stiff ones depends on these,
  /// but (2.11), which is symmetric, calls that weak.
  void goThroughWeak(const Kokkos::View<const char*, Device>& wanted);

 private:
  // I + S, or all connections where no flags are given; of some rows where these have flags.
  DistMatrix<double> steps(const Kokkos::View<const char*, Device>& rows, const StrongFlags& strong) const;
  // front (I + S)
  Teuchos::RCP<const DistMatrix<double>> stepFrom(const DistMatrix<double>& front) const;
  // front times the base, or times the base a step further, which is made for the rows that front meets.
  Teuchos::RCP<const DistMatrix<double>> baseOver(const DistMatrix<double>& front) const;
  Teuchos::RCP<const DistMatrix<double>> nextBaseOver(const DistMatrix<double>& front) const;
  bool isShort(const DistMatrix<double>& front) const;

  DistMatrix<double> A_;
  StrongFlags strong_;
  Kokkos::View<const LocalOrdinal*, Device> diagonals_;
  Kokkos::View<const double*, Device> scales_;
  Teuchos::RCP<const DistMatrix<double>> base_;     // coarse points of all rows, at some distance
  bool baseIsBehind_ = false;                       // by one step, which is made for the rows that need it
  Teuchos::RCP<const DistMatrix<double>> front_;    // (I + S)^k of wanted rows, once they go on alone
  bool frontIsBehind_ = false;                      // of what the base lacks
  Teuchos::RCP<const DistMatrix<double>> reached_;  // coarse points of those wanted last
  int distance_ = 1;
};

}  // namespace Chronos

#endif
