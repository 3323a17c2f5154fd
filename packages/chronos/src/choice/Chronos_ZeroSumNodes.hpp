// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ZEROSUMNODES_HPP
#define CHRONOS_ZEROSUMNODES_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// Of a matrix as it is, or of one that a vector scales which A sends to zero only nearly.
enum class SumKind { exact, scaled };

/// \brief Unknowns of a node as sums of rows tell them: 3 or 2 where nearly all rows whose entries sum to zero do so
/// with every third or second entry alone, as translations of nodes that are numbered node by node; else 1. Collective.
///
/// One product with A, of four columns at most, and of none where the number of rows is a multiple of neither. A part
/// of a row sums to zero where it leaves at most a hundredth of the diagonal entry and, where sums are exact, 1e-7 of
/// it or what the whole row leaves: of flat cells' rows parts sum to little, as all is weak but what lies above and
/// below.
/// \param zeroSumRows share of rows with a connection whose entries sum to nearly zero
/// \param numConnected rows with a connection, of all ranks
int unknownsByZeroSums(const DistMatrix<double>& A, double zeroSumRows, long long numConnected,
                       SumKind kind = SumKind::exact);

/// \brief Whether unknowns come in nodes of six, three displacements and three rotations as those of frames and shells,
/// numbered node by node: in half of the rows with a connection entries of each of the three displacements sum to zero,
/// and in half of the rows of moments those of rotations do not. Collective; one reading of A, none where the rows are
/// no multiple of six.
bool showsFrames(const DistMatrix<double>& A, long long numConnected);

}  // namespace Chronos

#endif
