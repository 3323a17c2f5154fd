// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ENVELOPEORDER_HPP
#define CHRONOS_ENVELOPEORDER_HPP

#include <vector>

namespace Chronos {

/// The other ends of each row's entries, without the row itself; the same edge from both of its ends.
using Adjacency = std::vector<std::vector<int>>;

/// \brief An order of rows in which the envelope of a Cholesky factor is small: reverse Cuthill-McKee from a vertex far
/// out (George and Liu 1979), or the order that there is, where that is better. O(entries log entries).
/// \return row order[i] becomes row i
std::vector<int> envelopeOrder(const Adjacency& adjacency);

/// \brief First column in the envelope of each row, in a new order. O(entries).
std::vector<int> firstColumns(const Adjacency& adjacency, const std::vector<int>& order);

}  // namespace Chronos

#endif
