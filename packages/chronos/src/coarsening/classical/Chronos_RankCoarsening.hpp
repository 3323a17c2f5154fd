// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RANKCOARSENING_HPP
#define CHRONOS_RANKCOARSENING_HPP

#include "Chronos_Coarsening.hpp"
#include "Chronos_NodeNumbering.hpp"

#include <functional>

namespace Chronos {

/// \file
/// A splitting and an interpolation that every rank makes of its own block, and that become those of all.

/// \brief Whether ranks are to split their blocks alone, by the parameters or by counts of borders. Collective.
///
/// A former splitting goes on as it was made. Smoothing by strong entries alone asks for flags of the whole matrix.
/// \throws InputError on all ranks where that is wanted and decoupled ranks are
bool splitsOnRanks(const CoarseningTask& task, bool keepsTestSpace);

/// What a rank splits.
struct TornBlock {
  const DistMatrix<double>& A;      ///< of all ranks
  const DistMatrix<double>& block;  ///< the same rows, on maps of a rank alone
  const NodeNumbering* nodes;       ///< null: unknowns are split
  bool keepsTestSpace;
  double maxRowSum = 1;  ///< StrengthParameters::maxRowSum
};

/// \brief The splitting where rows that borders tear are coarse points as well. Local; synchronises the device.
///
/// An interpolation that keeps sums of rows takes for granted that the error on the other side is that of the row: so
/// it is where a third of sum_j |a_ij|, j /= i, or less lies there. A row that keeps a test space by itself is torn
/// where the block leaves it, or its node, without a strong connection; the node becomes coarse as a whole. A block
/// without any coarse point stays so: nothing is strong there.
Splitting withTornRows(const TornBlock& torn, const Splitting& splitting);

/// \brief Runs what a rank does by itself; what one of them throws all throw, as InputError. Collective.
void runOnEachRank(const Comm& comm, const std::function<void()>& work);

/// \brief Counts of ranks become those of all; traffic stays that of a rank. Collective, one reduction.
/// \param report with the same distributions on all ranks
/// \param numCoarse coarse points of this rank, then of all
void sumOverRanks(const Comm& comm, CoarseReport& report, long long& numCoarse);

/// \brief Coarse points of ranks numbered through, and where the task wants them. Collective.
/// \param mine of this rank's block
/// \param numIsolated, numCoarse on all ranks
Interpolated amongRanks(const CoarseningTask& task, const Interpolated& mine, long long numIsolated,
                        long long numCoarse);

}  // namespace Chronos

#endif
