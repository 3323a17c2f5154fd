// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowsByIndex.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_DistinctValues.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HostCopy.hpp"

#include <Tpetra_Import.hpp>

#include <algorithm>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Indices = Kokkos::View<const GlobalOrdinal*, Device>;
using Places = Kokkos::View<const LocalOrdinal*, Device>;

struct FindFunctor {
  Map::local_map_type map;
  Indices indices;
  Kokkos::View<LocalOrdinal*, Device> places;
  KOKKOS_INLINE_FUNCTION void operator()(int i, long long& numMissing) const {
    places(i) = map.getLocalElement(indices(i));
    if (places(i) < 0) ++numMissing;
  }
};

template <class ViewType>
struct GatherRowsFunctor {
  ViewType from;
  Places places;
  Kokkos::View<double**, Kokkos::LayoutLeft, Device> to;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    for (int k = 0; k < static_cast<int>(to.extent(1)); ++k) to(i, k) = from(places(i), k);
  }
};

TestSpace gatherRows(const TpetraMultiVector& V, const Places& places) {
  const auto from = V.getLocalViewDevice(Tpetra::Access::ReadOnly);
  const auto to = allocateAlone<Kokkos::View<double**, Kokkos::LayoutLeft, Device>>(
      "Chronos::rows by index", places.extent(0), V.getNumVectors());
  Kokkos::parallel_for("Chronos::rowsByIndex::gather", RowPolicy(0, static_cast<int>(places.extent(0))),
                       GatherRowsFunctor<decltype(from)>{from, places, to});
  Device::execution_space().fence();
  return to;
}

std::string lostIndex(const Map& map, const std::vector<GlobalOrdinal>& indices, const std::string& what) {
  std::vector<int> owners(indices.size());
  map.getRemoteIndexList(Teuchos::arrayViewFromVector(indices), Teuchos::arrayViewFromVector(owners));
  const auto lost = std::find(owners.begin(), owners.end(), -1);
  if (lost == owners.end()) return "";
  return "The " + what + " have no row of global index " + std::to_string(indices[lost - owners.begin()]) +
         ", which the matrix asks for. Give them on a map with the matrix's indices.";
}

TestSpace fetchRows(const TpetraMultiVector& V, const Indices& indices, const std::string& what) {
  const DistinctValues<Device> distinct = distinctValues<Device>(Device::execution_space(), indices);
  const std::vector<GlobalOrdinal> globals = toVector(distinct.values);
  throwIfAny(*V.getMap()->getComm(), lostIndex(*V.getMap(), globals, what));
  const auto sumOfRanks = Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid();
  const auto map = Teuchos::rcp(
      new Map(sumOfRanks, Teuchos::arrayViewFromVector(globals), V.getMap()->getIndexBase(), V.getMap()->getComm()));
  TpetraMultiVector fetched(map, V.getNumVectors(), false);
  fetched.doImport(V, Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node>(V.getMap(), map), Tpetra::INSERT);
  return gatherRows(fetched, distinct.positions);
}

}  // namespace

TestSpace rowsByIndex(const TpetraMultiVector& V, const Kokkos::View<const GlobalOrdinal*, Device>& indices,
                      const std::string& what) {
  // Without a constant stride the local view has the columns of the parent.
  if (!V.isConstantStride()) return rowsByIndex(TpetraMultiVector(V, Teuchos::Copy), indices, what);
  const int numRows = static_cast<int>(indices.extent(0));
  const auto places = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::places of rows", numRows);
  long long numMissing = 0;
  Kokkos::parallel_reduce("Chronos::rowsByIndex::find", RowPolicy(0, numRows),
                          FindFunctor{V.getMap()->getLocalMap(), indices, places}, numMissing);
  return sumOverRanks(*V.getMap()->getComm(), numMissing) == 0 ? gatherRows(V, places) : fetchRows(V, indices, what);
}

}  // namespace Chronos
