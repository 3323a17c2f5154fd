// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GATHERTOROOT_HPP
#define CHRONOS_GATHERTOROOT_HPP

#include "Chronos_DistMatrix.hpp"

#include <cstdint>
#include <vector>

namespace Chronos {

/// \brief A square matrix on the host of one rank, rows and columns in ascending global order.
///
/// 64-bit indices: factors and large coarse matrices need them.
struct RootMatrix {
  std::int64_t numRows = 0;
  std::vector<std::int64_t> rowPtr{0};
  std::vector<std::int64_t> colInd;  ///< ascending within a row, each once
  std::vector<double> values;
};

/// \brief Brings a matrix and vectors of one map to rank 0, and vectors back.
///
/// On rank 0 unknowns are numbered by ascending global index, so that what is computed there does not depend
/// on the distribution. Only rank 0 needs memory that grows with the problem or with the number of ranks.
/// Keeps buffers: one gather or scatter at a time.
class GatherToRoot {
 public:
  /// \brief Collective.
  /// \param map one-to-one; at most 2^31 - 1 unknowns
  explicit GatherToRoot(const Teuchos::RCP<const Map>& map);

  bool isRoot() const;
  /// Unknowns on all ranks.
  std::int64_t numUnknowns() const { return numUnknowns_; }
  /// On rank 0, the number there of each unknown, listed rank by rank in local order; empty on others.
  const std::vector<std::int64_t>& positions() const { return positions_; }

  /// \brief The whole matrix on rank 0, an empty one on others. Collective.
  /// \param A its row map is the map; the domain map owns the same indices
  /// \throws InputError on all ranks when A has a column that is no row
  RootMatrix gather(const DistMatrix<double>& A) const;
  /// \brief All columns of a block in one message a rank. Collective; synchronises the device.
  /// \param onRoot on rank 0 numUnknowns() entries of the first column, then those of the next; not read on others
  void gather(const ConstBlock& x, double* onRoot) const;
  void scatter(const double* onRoot, const Block& x) const;
  /// \brief Rows of a dense matrix to the owners of the unknowns. Collective; synchronises the device.
  /// \param rows on rank 0 numUnknowns() rows of rowLength entries, listed rank by rank in local order; not
  /// read on others
  /// \param mine the rows of this rank, one after the other
  void scatterRows(const std::vector<double>& rows, std::int64_t rowLength,
                   const Kokkos::View<double*, Device>& mine) const;

 private:
  /// Whether this is rank 0 and no row has to travel.
  bool hasAll(const DistMatrix<double>& A) const;

  Teuchos::RCP<const Map> map_;
  std::int64_t numUnknowns_ = 0;
  int numOwned_ = 0;
  std::vector<int> counts_, offsets_;   // of each rank, on rank 0
  std::vector<GlobalOrdinal> globals_;  // ascending, on rank 0
  std::vector<std::int64_t> positions_;
  /// Room for the owned rows of so many columns, and for all rows rank by rank on rank 0.
  Kokkos::View<double*, PinnedSpace> stageFor(int width) const;

  mutable Kokkos::View<double*, PinnedSpace> stage_;
  mutable std::vector<double> byRank_;
};

}  // namespace Chronos

#endif
