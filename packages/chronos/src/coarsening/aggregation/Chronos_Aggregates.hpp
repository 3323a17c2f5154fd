// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AGGREGATES_HPP
#define CHRONOS_AGGREGATES_HPP

#include "Chronos_AggregateProduct.hpp"
#include "Chronos_Block.hpp"

namespace Chronos {

/// \brief Rows of a rank in groups, each of which becomes one coarse unknown.
struct Aggregates {
  Kokkos::View<const LocalOrdinal*, Device> of;  ///< aggregate of each row, -1 where a row is not carried down
  LocalOrdinal count = 0;
};

/// \brief Aggregates by their leaders, numbered in the order of these.
/// \param leaders of each row, a leader being its own
/// \param isolated empty, or not 0 where a row is to be in no aggregate; such a row leads itself alone
Aggregates numberAggregates(const Kokkos::View<const LocalOrdinal*, Device>& leaders,
                            const Kokkos::View<const char*, Device>& isolated);

/// Aggregates of aggregates.
Aggregates composed(const Aggregates& fine, const Aggregates& coarse);

/// \brief The rows of each aggregate, ascending: aggregates x rows, values left empty. Local.
CsrMatrix<double, Device> membersOf(const Aggregates& aggregates);

/// \brief A tentative prolongation, one entry a row at most, and its transpose.
struct AggregateBasis {
  Aggregates aggregates;
  ConstVector values;                 ///< of each row; 0 where it has no aggregate
  CsrMatrix<double, Device> members;  ///< P^T: aggregates x rows, rows in ascending order
  ConstVector coarse;                 ///< w_c = P^T w; for a binary P 1
};

/// Rows of w over their norms, and these.
struct NormalisedMembers {
  ConstVector norms;    ///< of each aggregate
  ConstVector factors;  ///< of each member
};

/// \brief Divides w on each aggregate by its norm; a single member becomes its sign, and where w vanishes 1. Local.
/// \param members aggregates x rows, with the values of w; no aggregate is empty
NormalisedMembers normaliseMembers(const CsrMatrix<double, Device>& members);

/// \brief P that keeps w: p_i = w_i / |w| on each aggregate, sign(w_i) in an aggregate of one row, sign(0) being 1
/// (Bernaschi, D'Ambra, Pasquini 2020, appendix A). So P^T P = I, and P w_c = w on all rows that are in an aggregate.
///
/// An aggregate of several rows must have one where w does not vanish. Deterministic.
AggregateBasis normalisedBasis(const Aggregates& aggregates, const ConstVector& w);

/// P of zeros and ones.
AggregateBasis binaryBasis(const Aggregates& aggregates);

/// The rows of P: rows x aggregates.
CsrMatrix<double, Device> prolongationRows(const AggregateBasis& basis);

/// \brief P^T A P of the rows and columns that a rank owns; columns of A beyond its rows are left out.
CsrMatrix<double, Device> ownedProduct(const CsrMatrix<double, Device>& A, const AggregateBasis& basis);

}  // namespace Chronos

#endif
