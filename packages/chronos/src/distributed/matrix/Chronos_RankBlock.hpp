// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RANKBLOCK_HPP
#define CHRONOS_RANKBLOCK_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \file
/// What a rank can do by itself: methods of a set-up that look at the block of a matrix in a rank's own rows and
/// columns, as blocks of Jacobi's method, send nothing and wait for nobody.

/// Whether a method looks over the borders of ranks.
enum class RankCoupling {
  automatic,  ///< by counts, as each method says
  decoupled,  ///< each rank looks at its own block and sends nothing
  across,     ///< the same as on one rank
};

/// What becomes of entries in columns of other ranks.
enum class CutEntries {
  dropped,
  lumped,  ///< added to the diagonal, so that sums of rows stay
};

/// Columns of other ranks for each own one, on the mean, up to which methods for bodies look at blocks of ranks alone
/// on levels below the finest. Plates whose rows are scattered over two ranks, which have one, would take half as many
/// iterations again.
constexpr double longestCoarseBorder = 0.75;

/// \brief Whether a method is to look at blocks of ranks alone. Collective.
///
/// Never where a rank's columns are not numbered as its rows, nor on one rank, which has nothing to save.
/// \param longestBorder columns of other ranks for each of its own, on the mean, up to which `automatic` says so
bool staysOnRank(RankCoupling coupling, const DistMatrix<double>& A, double longestBorder);

/// The same indices on a communicator of this rank alone, counted from the first of them where they have no gaps.
/// Local.
Teuchos::RCP<const Map> mapAlone(const Map& map);

/// \brief The block of a matrix in this rank's rows and columns, as a matrix of this rank alone. Local; synchronises
/// the device.
///
/// Its maps are mapAlone(): whatever is made of it is local, too. Shares the arrays where A has no columns of other
/// ranks.
/// \param A with columns numbered as its rows
DistMatrix<double> rankBlock(const DistMatrix<double>& A, CutEntries cut);

/// \brief Keeps the block without entries of other ranks, once somebody has asked for it, for the next one who asks for
/// a block of this matrix, if that is the same, or until this ends. Local.
///
/// Of one matrix at a time, the one that was named last.
class KeptRankBlock {
 public:
  explicit KeptRankBlock(const Teuchos::RCP<const DistMatrix<double>>& A);
  ~KeptRankBlock();
  KeptRankBlock(const KeptRankBlock&) = delete;
  KeptRankBlock& operator=(const KeptRankBlock&) = delete;

 private:
  friend DistMatrix<double> rankBlock(const DistMatrix<double>& A, CutEntries cut);
  DistMatrix<double> blockFor(CutEntries cut);

  Teuchos::RCP<const DistMatrix<double>> A_, block_;
  bool wasAsked_ = false;
};

/// \brief Rows of this rank, without columns of others, among the rows of all ranks. Local but for the first exchange.
/// \param nothing halo of the columns, which has no entries on any rank: matrices that share it ask owners once
DistMatrix<double> amongRanks(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const HaloPattern>& nothing,
                              const DistMatrix<double>& mine);

/// A halo without entries. Local.
Teuchos::RCP<const HaloPattern> noHalo(const Teuchos::RCP<const Map>& domainMap);

}  // namespace Chronos

#endif
