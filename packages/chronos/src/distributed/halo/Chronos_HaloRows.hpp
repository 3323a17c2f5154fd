// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOROWS_HPP
#define CHRONOS_HALOROWS_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_SegmentedRows.hpp"

#include <optional>

namespace Chronos {

/// \brief What a rank sees of a distributed index space: owned, the halo of a matrix, and what lies behind it.
///
/// Local numbers: owned, then first->globals(), then second->globals(); each halo grouped by ascending owner,
/// ascending global index within an owner.
class ExtendedColumns {
 public:
  /// \param second null: nothing lies behind the first
  explicit ExtendedColumns(const Teuchos::RCP<const HaloPattern>& first,
                           const Teuchos::RCP<const HaloPattern>& second = Teuchos::null);

  const Teuchos::RCP<const Map>& domainMap() const { return first_->domainMap(); }
  LocalOrdinal numOwned() const { return numOwned_; }
  LocalOrdinal numCols() const;
  /// \brief Global index and owner of each column of both halos, as they are numbered: the first one, then the second.
  /// \param numBefore so many entries stand before them, which nobody is to read
  Kokkos::View<const GlobalOrdinal*, Device> haloGlobals(LocalOrdinal numBefore = 0) const;
  Kokkos::View<const int*, Device> haloOwners(LocalOrdinal numBefore = 0) const;

  /// \brief Owned entries followed by those of both halos. Collective. T: double, float, char, LocalOrdinal,
  /// GlobalOrdinal, PackedRow of one, two, four or eight. On one rank the owned View itself is returned.
  template <class T>
  Kokkos::View<const T*, Device> extend(const Kokkos::View<const T*, Device>& owned) const;

 private:
  Teuchos::RCP<const HaloPattern> first_, second_;
  LocalOrdinal numOwned_ = 0;
};

/// Rows of a distributed matrix that a halo asks for, columns numbered as `columns` says.
template <class Scalar>
struct HaloRows {
  CsrMatrix<Scalar, Device> rows;               ///< row h belongs to halo entry h
  Kokkos::View<const char*, Device> flags;      ///< one per entry of rows, when flags were given
  Teuchos::RCP<const ExtendedColumns> columns;  ///< first halo: that of the matrix itself
};

/// \brief Fetches whole rows of B. Collective; messages between neighbours of the halo only.
///
/// \param B the matrix whose rows are wanted
/// \param halo which rows: halo.domainMap() owns the same indices as B.rowMap(), in the same order
/// \param flags one per stored entry of B.local(), which travels with it; given on all ranks or on none
template <class Scalar>
HaloRows<Scalar> fetchHaloRows(const DistMatrix<Scalar>& B, const HaloPattern& halo,
                               const std::optional<Kokkos::View<const char*, Device>>& flags = {});

/// \brief New values of rows fetched before, B having the same pattern. Collective.
template <class Scalar>
void refetchValues(const DistMatrix<Scalar>& B, const HaloPattern& halo, HaloRows<Scalar>& rows);

/// Owned rows of B and the fetched ones as one operand.
template <class Scalar>
SegmentedRows<Scalar, Device> segmented(const DistMatrix<Scalar>& B, const HaloRows<Scalar>& rows) {
  return {B.local(), rows.rows, rows.columns->numCols()};
}

}  // namespace Chronos

#endif
