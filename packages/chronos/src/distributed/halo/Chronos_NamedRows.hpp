// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NAMEDROWS_HPP
#define CHRONOS_NAMEDROWS_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_RowExchange.hpp"

namespace Chronos {

/// What a column is called where it is no local one: global index and rank that owns it, of each entry.
struct ColumnNames {
  Kokkos::View<const GlobalOrdinal*, Device> globals;
  Kokkos::View<const int*, Device> owners;
};

/// Entries that came from other ranks.
template <class Value>
struct NamedEntries {
  ColumnNames columns;
  Kokkos::View<const Value*, Device> values;
};

/// \brief The entries of rows on their way, columns named by those who send them, values rounded to Value. Collective.
template <class Value, class Scalar>
NamedEntries<Value> exchangeEntries(const RowExchange& exchange, const DistMatrix<Scalar>& B);

/// Rows that came from other ranks.
template <class Scalar>
struct NamedRows {
  HaloColumns rows;                            ///< which, by owner in each fetch
  Kokkos::View<const Offset*, Device> rowPtr;  ///< one more than rows, also where there are none
  ColumnNames columns;
  Kokkos::View<const Scalar*, Device> values;
};

/// \brief Fetches whole rows of A, values rounded to Scalar. Collective; messages between those who want rows and their
/// owners.
///
/// \param wanted rows by ascending owner, none owned here
template <class Scalar>
NamedRows<Scalar> fetchRows(const DistMatrix<double>& A, const HaloColumns& wanted);

/// Rows of several fetches one after the other. Local.
template <class Scalar>
NamedRows<Scalar> appended(const std::vector<NamedRows<Scalar>>& pieces);

}  // namespace Chronos

#endif
