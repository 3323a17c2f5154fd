// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TESTVECTORSOF_HPP
#define CHRONOS_TESTVECTORSOF_HPP

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "TestComm.hpp"

#include <functional>

namespace Chronos::Test {

using EntryOf = std::function<double(GlobalOrdinal row, int col)>;

/// Columns whose entries every rank can compute.
inline TestSpace vectorsOf(const Map& map, int numCols, const EntryOf& entry) {
  const TestVectors V = allocateVectors("V", TrilinosVersion::numLocal(map), numCols);
  const auto host = Kokkos::create_mirror_view(V);
  for (int row = 0; row < static_cast<int>(V.extent(0)); ++row)
    for (int col = 0; col < numCols; ++col) host(row, col) = entry(map.getGlobalElement(row), col);
  Kokkos::deep_copy(V, host);
  return V;
}

/// The same, of Tpetra.
inline Teuchos::RCP<TpetraMultiVector> multiVector(const Teuchos::RCP<const Map>& map, int numCols,
                                                   const EntryOf& entry) {
  const auto V = Teuchos::rcp(new TpetraMultiVector(map, numCols));
  Kokkos::deep_copy(V->getLocalViewDevice(Tpetra::Access::OverwriteAll), vectorsOf(*map, numCols, entry));
  Kokkos::fence();
  return V;
}

/// The whole test space on every rank.
inline SmallMatrix wholeOf(const Map& map, const TestSpace& V) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), V);
  SmallMatrix mine(static_cast<int>(map.getGlobalNumElements()), static_cast<int>(V.extent(1))), all = mine;
  for (int row = 0; row < static_cast<int>(V.extent(0)); ++row)
    for (int col = 0; col < mine.numCols; ++col)
      mine(static_cast<int>(map.getGlobalElement(row)), col) = host(row, col);
  MPI_Allreduce(mine.values.data(), all.values.data(), static_cast<int>(all.values.size()), MPI_DOUBLE, MPI_SUM,
                rawComm(*map.getComm()));
  return all;
}

}  // namespace Chronos::Test

#endif
