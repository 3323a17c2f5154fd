// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PartialNodes.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_NodeComponents.hpp"
#include "Chronos_SystemFacts.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>;
using Indices = RowGroups::Indices;

// Of the rows with a connection, in a sample: those that share their columns with a neighbour. Of all rows: those of
// whole nodes.
constexpr double nearlyAll = 0.8, mostRows = 0.5;
constexpr LocalOrdinal oneRowIn = 16;

KOKKOS_INLINE_FUNCTION bool sameColumns(const CsrMatrix<double, Device>& A, LocalOrdinal row, LocalOrdinal other) {
  const Offset begin = A.rowPtr(row), otherBegin = A.rowPtr(other), length = A.rowPtr(row + 1) - begin;
  if (A.rowPtr(other + 1) - otherBegin != length) return false;
  for (Offset entry = 0; entry < length; ++entry)
    if (A.colInd(begin + entry) != A.colInd(otherBegin + entry)) return false;
  return true;
}

struct SampleFunctor {
  using value_type = long long[];
  unsigned value_count;

  CsrMatrix<double, Device> A;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal sample, value_type counts) const {
    const LocalOrdinal row = sample * oneRowIn;
    if (A.rowPtr(row + 1) - A.rowPtr(row) < 2) return;
    ++counts[0];
    const bool follows = row > 0 && sameColumns(A, row, row - 1),
               leads = row + 1 < A.numRows && sameColumns(A, row, row + 1);
    if (follows || leads) ++counts[1];
  }
};

// Collective.
bool mayHaveNodes(const DistMatrix<double>& A) {
  long long counts[2] = {};
  if (A.numRows() > 0)
    Kokkos::parallel_reduce("Chronos::partialNodes::sample", RowPolicy(0, (A.numRows() + oneRowIn - 1) / oneRowIn),
                            SampleFunctor{2, A.local()}, counts);
  JointReduction all;
  for (long long& count : counts) all.sum(count);
  all.reduce(*A.rowMap()->getComm());
  return counts[0] > 0 && double(counts[1]) >= nearlyAll * double(counts[0]);
}

// By the pattern, or by sums as unknowns that stay with their diagonal alone still tell them. Collective.
bool showsWholeNodes(const DistMatrix<double>& A) {
  const bool lacksPattern = A.numRows() > 0 && !A.nodes().exists();
  if (maxOverRanks(*A.rowMap()->getComm(), static_cast<long long>(lacksPattern)) == 0) return true;
  return examine(A, {}).unknownsPerNode > 1;
}

// Runs of rows with the same columns.
struct RunFunctor {
  CsrMatrix<double, Device> A;
  Indices begins;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    begins(row) = row > 0 && sameColumns(A, row, row - 1) ? 0 : 1;
  }
};

// Of rows in runs: whole nodes of two, of three.
struct LengthFunctor {
  using value_type = long long[];
  unsigned value_count;

  RowGroups runs;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row, value_type counts) const {
    if (runs.size(row) % 2 == 0) ++counts[0];
    if (runs.size(row) % 3 == 0) ++counts[1];
  }
};

// Whole nodes first in a run that holds several.
struct NodeFunctor {
  RowGroups runs;
  int perNode;
  Indices begins;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    begins(row) = (row - runs.first(row)) % perNode == 0 ? 1 : 0;
  }
};

class PartialNodes {
 public:
  explicit PartialNodes(const DistMatrix<double>& A) : A_(A), rows_(0, A.numRows()) {}

  // Collective.
  Teuchos::RCP<const NodewiseOrder> order(int told) {
    const auto begins = allocate<Indices>("Chronos::runs", A_.numRows());
    Kokkos::parallel_for("Chronos::partialNodes::runs", rows_, RunFunctor{A_.local(), begins});
    const RowGroups runs = groupsOf(begins);
    if (!findsSize(runs, told)) return Teuchos::null;
    const RowGroups nodes = nodesOf(runs);
    return Teuchos::rcp(
        new NodewiseOrder(A_.rowMap(), perNode_, nodes.number, placesOfComponents(A_, nodes, perNode_)));
  }

 private:
  // Whether most rows are those of whole nodes, and some are not.
  bool findsSize(const RowGroups& runs, int told) {
    long long counts[2] = {}, numRows = A_.numRows();
    if (numRows > 0) Kokkos::parallel_reduce("Chronos::partialNodes::lengths", rows_, LengthFunctor{2, runs}, counts);
    JointReduction all;
    for (long long& count : counts) all.sum(count);
    all.sum(numRows);
    all.reduce(*A_.rowMap()->getComm());
    for (const int size : {3, 2}) {
      const long long ofWhole = counts[size - 2];
      if (told > 0 && told != size) continue;
      if (double(ofWhole) < mostRows * double(numRows)) continue;
      perNode_ = size;
      return ofWhole < numRows;
    }
    return false;
  }

  RowGroups nodesOf(const RowGroups& runs) const {
    const auto begins = allocate<Indices>("Chronos::nodes", A_.numRows());
    Kokkos::parallel_for("Chronos::partialNodes::nodes", rows_, NodeFunctor{runs, perNode_, begins});
    return groupsOf(begins);
  }

  const DistMatrix<double>& A_;
  RowPolicy rows_;
  int perNode_ = 0;
};

}  // namespace

WholeNodes wholeNodesByPositions(const NearKernelInput& input, const Map& rows, int told) {
  const std::size_t numRows = rows.getGlobalNumElements(),
                    length = input.coordinates.is_null() ? numRows : input.coordinates->getGlobalLength();
  if (length == numRows) return WholeNodes::unknown;
  return length * static_cast<std::size_t>(told) == numRows ? WholeNodes::yes : WholeNodes::no;
}

Teuchos::RCP<const NodewiseOrder> orderOfPartialNodes(const DistMatrix<double>& A, int perNode, WholeNodes areWhole) {
  const Map& rows = *A.rowMap();
  const auto numRows = static_cast<GlobalOrdinal>(rows.getGlobalNumElements());
  if (numRows == 0 || rows.getMaxAllGlobalIndex() - rows.getMinAllGlobalIndex() + 1 != numRows) return Teuchos::null;
  if (!A.rowMap()->isSameAs(*A.domainMap()) || !mayHaveNodes(A)) return Teuchos::null;
  if (areWhole == WholeNodes::unknown && showsWholeNodes(A)) return Teuchos::null;
  const Teuchos::RCP<const NodewiseOrder> order = PartialNodes(A).order(perNode);
  if (order.is_null()) return order;
  return examine(*order->matrix(A), {}).translations == order->unknownsPerNode() ? order : Teuchos::null;
}

}  // namespace Chronos
