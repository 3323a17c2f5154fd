// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RankBlock.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_SelectEntries.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <Teuchos_DefaultSerialComm.hpp>

namespace Chronos {
namespace {

// Entries in owned columns; a diagonal entry may take the others along.
struct OwnedEntries {
  CsrMatrix<double, Device> A;
  LocalOrdinal numOwned;
  bool lumps;

  KOKKOS_INLINE_FUNCTION bool takes(int) const { return true; }
  KOKKOS_INLINE_FUNCTION bool has(int, Offset entry) const { return A.colInd(entry) < numOwned; }
  KOKKOS_INLINE_FUNCTION double value(int row, Offset entry) const {
    double value = A.values(entry);
    if (lumps && A.colInd(entry) == row)
      for (Offset other = A.rowPtr(row); other < A.rowPtr(row + 1); ++other)
        if (A.colInd(other) >= numOwned) value += A.values(other);
    return value;
  }
};

}  // namespace

Teuchos::RCP<const Map> mapAlone(const Map& map) {
  const Teuchos::RCP<const Comm> self = Teuchos::rcp(new Teuchos::SerialComm<int>);
  if (map.isContiguous())
    return contiguousMap(TrilinosVersion::numLocal(map), self,
                         TrilinosVersion::numLocal(map) > 0 ? map.getMinGlobalIndex() : map.getIndexBase());
  const auto globals = toVector(ownedGlobals(map));
  const Teuchos::ArrayView<const GlobalOrdinal> list(globals.data(), globals.size());
  return Teuchos::rcp(new Map(globals.size(), list, map.getIndexBase(), self));
}

bool staysOnRank(RankCoupling coupling, const DistMatrix<double>& A, double longestBorder) {
  const Comm& comm = *A.rowMap()->getComm();
  if (comm.getSize() == 1 || coupling == RankCoupling::across) return false;
  double counts[] = {double(A.halo()->numHalo()), double(A.numOwnedCols()),
                     A.rowMap()->locallySameAs(*A.domainMap()) ? 0.0 : 1.0};
  sumOverRanks(comm, counts, 3);
  return counts[2] == 0 && (coupling == RankCoupling::decoupled || counts[0] <= longestBorder * counts[1]);
}

DistMatrix<double> rankBlock(const DistMatrix<double>& A, CutEntries cut) {
  const Teuchos::RCP<const Map> map = mapAlone(*A.rowMap());
  CsrMatrix<double, Device> rows = A.local();
  if (A.halo()->numHalo() > 0)
    rows = selectEntries<Device>(Device::execution_space(), A.local(),
                                 OwnedEntries{A.local(), A.numOwnedCols(), cut == CutEntries::lumped});
  rows.numCols = A.numOwnedCols();
  return DistMatrix<double>(map, noHalo(map), rows);
}

DistMatrix<double> amongRanks(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const HaloPattern>& nothing,
                              const DistMatrix<double>& mine) {
  return DistMatrix<double>(rowMap, nothing, mine.local());
}

Teuchos::RCP<const HaloPattern> noHalo(const Teuchos::RCP<const Map>& domainMap) {
  return Teuchos::rcp(new HaloPattern(domainMap, HaloColumns()));
}

}  // namespace Chronos
