// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FrameMatrix.hpp"

#include "Chronos_FirstUnknown.hpp"
#include "Chronos_GlobalColumn.hpp"
#include "Chronos_HaloPattern.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>;
constexpr int frameUnknowns = FrameMatrix::numUnknowns, frameAxes = FrameMatrix::numDisplacements;

// Where the displacements of a node are among those of all.
KOKKOS_INLINE_FUNCTION GlobalOrdinal displacement(GlobalOrdinal number) {
  return number / frameUnknowns * frameAxes + number % frameUnknowns;
}

struct DisplacementPartFunctor {
  CsrMatrix<double, Device> A;
  GlobalColumn global;
  GlobalOrdinal base;
  Kokkos::View<Offset*, Device> rowPtr;
  Kokkos::View<GlobalOrdinal*, Device> columns;
  Vector values;

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    const LocalOrdinal first = row / frameAxes * frameUnknowns;
    const Offset begin = A.rowPtr(first + row % frameAxes), length = A.rowPtr(first + 1) - A.rowPtr(first);
    const Offset to =
        A.rowPtr(first) / 4 + row % frameAxes * (length / 2);  // half of the rows before, by half of their columns
    rowPtr(row + 1) = to + length / 2;
    for (Offset block = 0; block < length; block += frameUnknowns)
      for (int column = 0; column < frameAxes; ++column) {
        columns(to + block / 2 + column) = displacement(global(A.colInd(begin + block + column)) - base);
        values(to + block / 2 + column) = A.values(begin + block + column);
      }
  }
};

struct FrameForcesFunctor {
  CsrMatrix<double, Device> A;
  Vector f;

  KOKKOS_INLINE_FUNCTION double sum(LocalOrdinal row, int rotation) const {
    double sum = 0;
    for (Offset entry = A.rowPtr(row) + frameAxes + rotation; entry < A.rowPtr(row + 1); entry += frameUnknowns)
      sum += A.values(entry);
    return sum;
  }
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    for (int axis = 0; axis < frameAxes; ++axis) {
      const int next = (axis + 1) % frameAxes, last = (axis + 2) % frameAxes;
      f(node * frameAxes + axis) = sum(node * frameUnknowns + last, next) - sum(node * frameUnknowns + next, last);
    }
  }
};

struct NodePositionsFunctor {
  ConstVector x;
  Vector ofNodes;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    ofNodes(row) = row % frameUnknowns < frameAxes ? x(row / frameUnknowns * frameAxes + row % frameUnknowns) : 0;
  }
};

// A node is exact where displacements that are alike everywhere leave no more than this of its moments.
constexpr double exactMoments = 1e-6;

// Of nodes: a.a and a.b over b.b, and 1, where a are their moments by displacements, b those by rotations; zeros where
// a node tells nothing.
struct MomentsFunctor {
  CsrMatrix<double, Device> A;
  LocalOrdinal numOwned;
  ConstVector x;
  Kokkos::View<const double*, Device> halo;
  TestVectors products;

  KOKKOS_INLINE_FUNCTION double at(LocalOrdinal column) const {
    return column < numOwned ? x(column) : halo(column - numOwned);
  }
  KOKKOS_INLINE_FUNCTION static double absolute(double value) { return value < 0 ? -value : value; }

  struct Products {
    double ofDisplacements = 0, ofBoth = 0, ofRotations = 0;
  };

  // Adds a row of moments, unless displacements are nowhere in it; false where some that are alike leave something of
  // it.
  KOKKOS_INLINE_FUNCTION bool addRow(LocalOrdinal row, Products& products) const {
    const LocalOrdinal first = row - row % frameUnknowns;
    double ofDisplacements[frameAxes] = {}, ofRotations[frameAxes] = {}, sums[frameAxes] = {}, whole = 0;
    for (Offset block = A.rowPtr(row); block < A.rowPtr(row + 1); block += frameUnknowns) {
      const LocalOrdinal other = A.colInd(block);
      double apart[frameAxes];
      for (int axis = 0; axis < frameAxes; ++axis) apart[axis] = at(other + axis) - x(first + axis);
      for (int axis = 0; axis < frameAxes; ++axis) {
        const int next = (axis + 1) % frameAxes, last = (axis + 2) % frameAxes;
        ofDisplacements[axis] += A.values(block + last) * apart[next] - A.values(block + next) * apart[last];
        ofRotations[axis] += A.values(block + frameAxes + axis);
        sums[axis] += A.values(block + axis);
        whole += absolute(A.values(block + axis));
      }
    }
    if (whole == 0) return true;
    double rest = 0;
    for (int axis = 0; axis < frameAxes; ++axis) {
      rest += absolute(sums[axis]);
      products.ofDisplacements += ofDisplacements[axis] * ofDisplacements[axis];
      products.ofBoth += ofDisplacements[axis] * ofRotations[axis];
      products.ofRotations += ofRotations[axis] * ofRotations[axis];
    }
    return rest <= exactMoments * whole;
  }
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    Products sums;
    bool tells = true;
    for (int moment = frameAxes; moment < frameUnknowns; ++moment)
      tells = addRow(node * frameUnknowns + moment, sums) && tells;
    tells = tells && sums.ofRotations > 0;
    products(node, 0) = tells ? sums.ofDisplacements / sums.ofRotations : 0;
    products(node, 1) = tells ? sums.ofBoth / sums.ofRotations : 0;
    products(node, 2) = tells ? 1 : 0;
  }
};

// Three numbers a node for six.
Teuchos::RCP<const Map> mapOfDisplacements(const Map& rows) {
  const auto numNodes = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(rows)) / frameUnknowns;
  const GlobalOrdinal first = firstUnknown(rows);
  std::vector<GlobalOrdinal> numbers;
  numbers.reserve(std::size_t(numNodes) * frameAxes);
  for (LocalOrdinal node = 0; node < numNodes; ++node)
    for (int axis = 0; axis < frameAxes; ++axis)
      numbers.push_back(displacement(rows.getGlobalElement(node * frameUnknowns + axis) - first));
  const auto numAll = static_cast<Tpetra::global_size_t>(TrilinosVersion::numGlobal(rows) / 2);
  return Teuchos::rcp(new Map(numAll, Teuchos::arrayViewFromVector(numbers), 0, rows.getComm()));
}

}  // namespace

Teuchos::RCP<const DistMatrix<double>> FrameMatrix::displacements() const {
  const DistMatrix<double>& A = *A_;
  const auto map = mapOfDisplacements(*A.rowMap());
  const LocalOrdinal numRows = A.numRows() / 2;
  const auto numEntries = static_cast<std::int64_t>(A.local().numEntries()) / 4;
  const auto rowPtr = allocate<Kokkos::View<Offset*, Device>>("Chronos::rows of displacements", numRows + 1);
  const auto columns = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::columns of displacements", numEntries);
  const auto values = allocate<Vector>("Chronos::displacements", numEntries);
  Kokkos::deep_copy(Device::execution_space(), rowPtr, Offset(0));
  Kokkos::parallel_for(
      "Chronos::frameMatrix::displacements", RowPolicy(0, numRows),
      DisplacementPartFunctor{A.local(), GlobalColumn(A), firstUnknown(*A.domainMap()), rowPtr, columns, values});
  return Teuchos::rcp(new DistMatrix<double>(map, map, rowPtr, columns, values));
}

Vector FrameMatrix::forces() const {
  const auto f = allocate<Vector>("Chronos::forces of rotations", A_->numRows() / 2);
  Kokkos::parallel_for("Chronos::frameMatrix::forces", RowPolicy(0, A_->numRows() / frameUnknowns),
                       FrameForcesFunctor{A_->local(), f});
  return f;
}

FrameMatrix::Factor FrameMatrix::factorOf(const ConstVector& x) const {
  const auto ofNodes = allocate<Vector>("Chronos::positions of nodes", A_->numRows());
  Kokkos::parallel_for("Chronos::frameMatrix::spread", RowPolicy(0, A_->numRows()), NodePositionsFunctor{x, ofNodes});
  HaloExchange<double> exchange(A_->halo());
  exchange.start(ofNodes);
  const Kokkos::View<const double*, Device> halo = exchange.finish();
  const auto numNodes = A_->numRows() / frameUnknowns;
  const TestVectors products = allocateVectors("Chronos::moments", static_cast<std::size_t>(numNodes), 3);
  Kokkos::parallel_for("Chronos::frameMatrix::moments", RowPolicy(0, numNodes),
                       MomentsFunctor{A_->local(), A_->numOwnedCols(), ofNodes, halo, products});
  const SmallMatrix sums = tallProducts(*A_->rowMap()->getComm(), {{products, columnsOf(products, 2, 1)}})[0];
  const double ofDisplacements = sums(0, 0), ofBoth = sums(1, 0), squares = ofDisplacements * sums(2, 0);
  if (!(squares > 0) || !std::isfinite(squares)) return {};
  return {-ofBoth / ofDisplacements, std::sqrt(std::max(0.0, 1 - ofBoth * ofBoth / squares))};
}

}  // namespace Chronos
