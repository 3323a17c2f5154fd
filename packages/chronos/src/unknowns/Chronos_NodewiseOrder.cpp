// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodewiseOrder.hpp"

#include "Chronos_FirstUnknown.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_NodeNumbers.hpp"
#include "Chronos_RowLengths.hpp"
#include "Chronos_RowsByIndex.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_WholeBlocks.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>;
using Places = NodewiseOrder::Places;
using Globals = Kokkos::View<GlobalOrdinal*, Device>;

struct ComponentPlaceFunctor {
  LocalOrdinal numNodes;
  int perNode;
  Places places;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    places(row) = row % numNodes * perNode + row / numNodes;
  }
};

struct InverseFunctor {
  Places places, rowAt;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const { rowAt(places(row)) = row; }
};

struct NumberFunctor {
  Places places;
  Map::local_map_type map;
  Globals to;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const { to(row) = map.getGlobalElement(places(row)); }
};

// The row of a place, or where there is none that of the first unknown that its node has.
struct NearestRow {
  Places rowAt;
  int perNode;
  KOKKOS_INLINE_FUNCTION LocalOrdinal operator()(LocalOrdinal place) const {
    if (rowAt(place) >= 0) return rowAt(place);
    for (LocalOrdinal other = place - place % perNode; true; ++other)
      if (rowAt(other) >= 0) return rowAt(other);
  }
};

struct FirstRowFunctor {
  NearestRow nearest;
  Places first;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const { first(node) = nearest(node * nearest.perNode); }
};

struct AddFunctor {
  GlobalOrdinal base;
  Globals numbers;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const { numbers(node) += base; }
};

struct LengthFunctor {
  Places rowAt;
  CsrMatrix<double, Device> A;
  Kokkos::View<Offset*, Device> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal place) const {
    const LocalOrdinal row = rowAt(place);
    rowPtr(place + 1) = row < 0 ? 1 : A.rowPtr(row + 1) - A.rowPtr(row);
  }
};

struct FillFunctor {
  NearestRow nearest;
  CsrMatrix<double, Device> A;
  LocalOrdinal numOwned;
  Map::local_map_type map;
  Kokkos::View<const GlobalOrdinal*, Device> owned, halo;  // numbers of columns in this order
  Kokkos::View<const Offset*, Device> rowPtr;
  Globals columns;
  Vector values;

  // Of the size of what stands beside it.
  KOKKOS_INLINE_FUNCTION void fillLacking(LocalOrdinal place) const {
    const LocalOrdinal row = nearest(place);
    columns(rowPtr(place)) = map.getGlobalElement(place);
    values(rowPtr(place)) = 1;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      if (A.colInd(entry) == row) values(rowPtr(place)) = A.values(entry);
  }
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal place) const {
    if (nearest.rowAt(place) < 0) {
      fillLacking(place);
      return;
    }
    const Offset begin = A.rowPtr(nearest.rowAt(place)), length = rowPtr(place + 1) - rowPtr(place);
    for (Offset entry = 0; entry < length; ++entry) {
      const LocalOrdinal column = A.colInd(begin + entry);
      columns(rowPtr(place) + entry) = column < numOwned ? owned(column) : halo(column - numOwned);
      values(rowPtr(place) + entry) = A.values(begin + entry);
    }
  }
};

struct NearestNumberFunctor {
  NearestRow nearest;
  Map::local_map_type rows;
  Globals to;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal place) const {
    to(place) = rows.getGlobalElement(nearest(place));
  }
};

template <class VectorsType>
struct ZeroFunctor {
  Places rowAt;
  VectorsType V;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal place) const {
    if (rowAt(place) >= 0) return;
    for (std::size_t column = 0; column < V.extent(1); ++column) V(place, column) = 0;
  }
};

struct VectorsFunctor {
  Places places;
  TestSpace x;
  TestVectors y;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    for (std::size_t column = 0; column < y.extent(1); ++column) y(row, column) = x(places(row), column);
  }
};

struct ToNodesFunctor {
  Places rowAt;
  ConstBlock x;
  Block y;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal place) const {
    const LocalOrdinal row = rowAt(place);
    for (std::size_t column = 0; column < y.extent(1); ++column) y(place, column) = row < 0 ? 0.0 : x(row, column);
  }
};

struct ToRowsFunctor {
  Places places;
  ConstBlock x;
  double alpha, beta;
  Block y;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    for (std::size_t column = 0; column < y.extent(1); ++column)
      y(row, column) = alpha * x(places(row), column) + (beta == 0 ? 0.0 : beta * y(row, column));
  }
};

RowPolicy allOf(const Places& places) {
  return RowPolicy(0, static_cast<LocalOrdinal>(places.extent(0)));
}

}  // namespace

NodewiseOrder::NodewiseOrder(const Teuchos::RCP<const Map>& rows, int perNode, LocalOrdinal numNodes,
                             const Places& places)
    : rows_(rows),
      map_(contiguousMap(static_cast<std::size_t>(numNodes) * perNode, rows->getComm(), rows->getIndexBase())),
      perNode_(perNode),
      places_(places),
      rowAt_(allocate<Places>("Chronos::rows of places", static_cast<std::size_t>(numNodes) * perNode)) {
  Kokkos::deep_copy(Device::execution_space(), rowAt_, LocalOrdinal(-1));
  Kokkos::parallel_for("Chronos::nodewise::inverse", allOf(places_), InverseFunctor{places_, rowAt_});
}

Teuchos::RCP<const NodewiseOrder> NodewiseOrder::ofComponents(const Teuchos::RCP<const Map>& rows, int perNode) {
  const auto numNodes = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*rows)) / perNode;
  const auto places = allocate<Places>("Chronos::places", TrilinosVersion::numLocal(*rows));
  Kokkos::parallel_for("Chronos::nodewise::components", allOf(places),
                       ComponentPlaceFunctor{numNodes, perNode, places});
  return Teuchos::rcp(new NodewiseOrder(rows, perNode, numNodes, places));
}

Teuchos::RCP<const DistMatrix<double>> NodewiseOrder::matrix(const DistMatrix<double>& A) const {
  const auto owned = allocate<Globals>("Chronos::numbers by nodes", places_.extent(0));
  Kokkos::parallel_for("Chronos::nodewise::numbers", allOf(places_),
                       NumberFunctor{places_, map_->getLocalMap(), owned});
  HaloExchange<GlobalOrdinal> exchange(A.halo());
  exchange.start(owned);
  const auto numPlaces = static_cast<LocalOrdinal>(rowAt_.extent(0));
  const auto rowPtr = allocate<Kokkos::View<Offset*, Device>>("Chronos::rows by nodes", numPlaces + 1);
  Kokkos::deep_copy(Device::execution_space(), rowPtr, Offset(0));
  Kokkos::parallel_for("Chronos::nodewise::lengths", allOf(rowAt_), LengthFunctor{rowAt_, A.local(), rowPtr});
  const Offset numEntries = sumLengths<Device>(Device::execution_space(), rowPtr, numPlaces);
  const auto columns = allocate<Globals>("Chronos::columns by nodes", numEntries);
  const auto values = allocate<Vector>("Chronos::values by nodes", numEntries);
  const Kokkos::View<const GlobalOrdinal*, Device> halo = exchange.finish();
  Kokkos::parallel_for(
      "Chronos::nodewise::fill", allOf(rowAt_),
      FillFunctor{
          {rowAt_, perNode_}, A.local(), A.numOwnedCols(), map_->getLocalMap(), owned, halo, rowPtr, columns, values});
  const Teuchos::RCP<const DistMatrix<double>> inOrder =
      Teuchos::rcp(new DistMatrix<double>(map_, map_, rowPtr, columns, values));
  return numLacking() > 0 ? withWholeBlocks(inOrder, perNode_) : inOrder;
}

NearKernelInput NodewiseOrder::input(const NearKernelInput& given) const {
  NearKernelInput result = given;
  result.vectors = ordered(given.vectors, "near-kernel vectors", Lacking::zero);
  result.coordinates = orderedPositions(given.coordinates);
  if (result.degreesOfFreedom == 0) result.degreesOfFreedom = perNode_;
  return result;
}

Teuchos::RCP<const TpetraMultiVector> NodewiseOrder::orderedPositions(
    const Teuchos::RCP<const TpetraMultiVector>& given) const {
  if (given.is_null()) return given;
  const std::size_t length = given->getGlobalLength(), numNodes = map_->getGlobalNumElements() / perNode_;
  if (length == rows_->getGlobalNumElements()) return ordered(given, "coordinates", Lacking::asOfNode);
  if (length != numNodes)
    throw InputError(
        "There are " + std::to_string(length) + " rows of coordinates, but " + std::to_string(numNodes) +
        " nodes are seen in the matrix, some of them without all of their unknowns. Give one row for each "
        "node that has unknowns, in the order of these, or one for each unknown, or leave coordinates out.");
  if (numLacking() == 0 || rows_->isContiguous()) return given;
  const auto numHere = static_cast<LocalOrdinal>(rowAt_.extent(0)) / perNode_;
  const auto first = allocate<Places>("Chronos::first rows of nodes", numHere);
  Kokkos::parallel_for("Chronos::nodewise::first", RowPolicy(0, numHere), FirstRowFunctor{{rowAt_, perNode_}, first});
  const Globals numbers = numbersOfNodes(rows_, first);
  const GlobalOrdinal base = firstUnknown(*given->getMap());
  Kokkos::parallel_for("Chronos::nodewise::base", RowPolicy(0, numHere), AddFunctor{base, numbers});
  const TestSpace inOrder = rowsByIndex(*given, numbers, "coordinates");
  const auto result =
      Teuchos::rcp(new TpetraMultiVector(contiguousMap(numHere, rows_->getComm(), base), given->getNumVectors()));
  if (numHere > 0) Kokkos::deep_copy(result->getLocalViewDevice(Tpetra::Access::OverwriteAll), inOrder);
  return result;
}

Teuchos::RCP<const TpetraMultiVector> NodewiseOrder::ordered(const Teuchos::RCP<const TpetraMultiVector>& V,
                                                             const std::string& what, Lacking lacking) const {
  if (V.is_null() || V->getGlobalLength() != rows_->getGlobalNumElements()) return V;
  const auto numbers = allocate<Globals>("Chronos::numbers of rows", rowAt_.extent(0));
  Kokkos::parallel_for("Chronos::nodewise::nearest", allOf(rowAt_),
                       NearestNumberFunctor{{rowAt_, perNode_}, rows_->getLocalMap(), numbers});
  const TestSpace inOrder = rowsByIndex(*V, numbers, what);
  const auto result = Teuchos::rcp(new TpetraMultiVector(map_, V->getNumVectors()));
  const auto view = result->getLocalViewDevice(Tpetra::Access::OverwriteAll);
  if (rowAt_.extent(0) > 0) Kokkos::deep_copy(view, inOrder);
  if (lacking == Lacking::zero)
    Kokkos::parallel_for("Chronos::nodewise::lacking", allOf(rowAt_),
                         ZeroFunctor<std::decay_t<decltype(view)>>{rowAt_, view});
  return result;
}

TestSpace NodewiseOrder::inRows(const TestSpace& V) const {
  const TestVectors result = allocateVectors("Chronos::vectors on rows", places_.extent(0), V.extent(1));
  Kokkos::parallel_for("Chronos::nodewise::vectors", allOf(places_), VectorsFunctor{places_, V, result});
  return result;
}

void NodewiseOrder::toNodes(const ConstBlock& x, const Block& y) const {
  Kokkos::parallel_for("Chronos::nodewise::toNodes", allOf(rowAt_), ToNodesFunctor{rowAt_, x, y});
}

void NodewiseOrder::toRows(const ConstBlock& x, double alpha, double beta, const Block& y) const {
  Kokkos::parallel_for("Chronos::nodewise::toRows", allOf(places_), ToRowsFunctor{places_, x, alpha, beta, y});
}

}  // namespace Chronos
