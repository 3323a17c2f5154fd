// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PartialNodes.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_HaloPattern.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_SystemFacts.hpp"

#include <utility>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>;
using Indices = Kokkos::View<LocalOrdinal*, Device>;

// Of the rows with a connection, in a sample: those that share their columns with a neighbour. Of all rows: those of
// whole nodes.
constexpr double nearlyAll = 0.8, mostRows = 0.5;
constexpr LocalOrdinal oneRowIn = 16;

// From nodes that are known to those that have none of these beside them.
constexpr int sweeps = 3;

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

// Rows that follow each other, in groups.
struct Groups {
  LocalOrdinal number = 0;
  Indices ofRow, begin;  // begin: one more than there are groups

  KOKKOS_INLINE_FUNCTION LocalOrdinal first(LocalOrdinal row) const { return begin(ofRow(row)); }
  KOKKOS_INLINE_FUNCTION LocalOrdinal size(LocalOrdinal row) const { return begin(ofRow(row) + 1) - first(row); }
};

// From 1 where a group begins and 0 elsewhere to the number of the group.
struct NumberFunctor {
  Indices ofRow;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row, LocalOrdinal& sum, bool isFinal) const {
    sum += ofRow(row);
    if (isFinal) ofRow(row) = sum - 1;
  }
};

struct BeginFunctor {
  Indices ofRow, begin;
  LocalOrdinal numRows;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    if (row == 0 || ofRow(row) != ofRow(row - 1)) begin(ofRow(row)) = row;
    if (row + 1 == numRows) begin(ofRow(row) + 1) = numRows;
  }
};

// ofRow: 1 where a group begins, else 0.
Groups groupsOf(const Indices& ofRow) {
  Groups groups;
  groups.ofRow = ofRow;
  const auto numRows = static_cast<LocalOrdinal>(ofRow.extent(0));
  if (numRows > 0)
    scanTotal("Chronos::partialNodes::groups", RowPolicy(0, numRows), NumberFunctor{ofRow}, groups.number);
  groups.begin = allocate<Indices>("Chronos::begins of groups", groups.number + 1);
  Kokkos::parallel_for("Chronos::partialNodes::begins", RowPolicy(0, numRows),
                       BeginFunctor{ofRow, groups.begin, numRows});
  return groups;
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

  Groups runs;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row, value_type counts) const {
    if (runs.size(row) % 2 == 0) ++counts[0];
    if (runs.size(row) % 3 == 0) ++counts[1];
  }
};

// Whole nodes first in a run that holds several.
struct NodeFunctor {
  Groups runs;
  int perNode;
  Indices begins;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    begins(row) = (row - runs.first(row)) % perNode == 0 ? 1 : 0;
  }
};

// What is known of an unknown: how many its node has, and which of them it is; of a whole node that is its component.
struct Label {
  static constexpr GlobalOrdinal base = 8;
  static KOKKOS_INLINE_FUNCTION GlobalOrdinal of(GlobalOrdinal size, GlobalOrdinal slot) { return base * size + slot; }
  static KOKKOS_INLINE_FUNCTION int size(GlobalOrdinal label) { return static_cast<int>(label / base); }
  static KOKKOS_INLINE_FUNCTION int slot(GlobalOrdinal label) { return static_cast<int>(label % base); }
};
using Labels = Kokkos::View<GlobalOrdinal*, Device>;  // of a type that halos exchange
using ConstLabels = Kokkos::View<const GlobalOrdinal*, Device>;

struct FirstLabelFunctor {
  Groups nodes;
  Labels labels;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    labels(row) = Label::of(nodes.size(row), row - nodes.first(row));
  }
};

// Which components a node that lacks unknowns may have: with one missing `choice` is that one, with two it is the one
// that is there.
struct Choices {
  int perNode;
  KOKKOS_INLINE_FUNCTION bool lacksOne(int size) const { return size + 1 == perNode; }
  KOKKOS_INLINE_FUNCTION int component(int slot, int size, int choice) const {
    if (!lacksOne(size)) return choice;
    return slot < choice ? slot : slot + 1;
  }
};

// What it costs at most, over the diagonals, to displace alike all nodes that a node is coupled with.
constexpr double nearlyNothing = 1e-3;

// Labels nodes that lack one unknown: where they lie on a plane their neighbours that lack one lack the same, and the
// displacements that all have cost nothing.
struct PlaneFunctor {
  CsrMatrix<double, Device> A;
  Groups nodes;
  LocalOrdinal numOwned;
  Choices choices;
  ConstLabels labels, halo;
  Labels next;

  KOKKOS_INLINE_FUNCTION double costOf(LocalOrdinal row, int choice) const {
    double sums[3] = {}, diagonal = 1, cost = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal column = A.colInd(entry);
      const GlobalOrdinal label = column < numOwned ? labels(column) : halo(column - numOwned);
      if (column == row) diagonal = A.values(entry);
      const int size = Label::size(label), slot = Label::slot(label);
      if (size == choices.perNode) sums[slot] += A.values(entry);
      else if (choices.lacksOne(size)) sums[choices.component(slot, size, choice)] += A.values(entry);
    }
    for (int other = 0; other < choices.perNode; ++other)
      if (other != choice) cost += (sums[other] < 0 ? -sums[other] : sums[other]) / diagonal;
    return cost;
  }

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    const LocalOrdinal first = nodes.begin(node), end = nodes.begin(node + 1);
    const auto size = static_cast<int>(end - first);
    for (LocalOrdinal row = first; row < end; ++row) next(row) = labels(row);
    if (!choices.lacksOne(size)) return;
    int best = -1;
    double least = nearlyNothing;
    for (int choice = 0; choice < choices.perNode; ++choice) {
      double cost = 0;
      for (LocalOrdinal row = first; row < end; ++row) cost += costOf(row, choice);
      if (cost >= least) continue;
      best = choice;
      least = cost;
    }
    if (best < 0) return;
    for (int slot = 0; slot < size; ++slot)
      next(first + slot) = Label::of(choices.perNode, choices.component(slot, size, best));
  }
};

// Labels the others, where components of neighbours are known: a row has the component that couples it most with the
// same one of these. In an isotropic body the squares of such entries are three times those of others on average, and
// more.
struct EdgeFunctor {
  CsrMatrix<double, Device> A;
  Groups nodes;
  LocalOrdinal numOwned;
  Choices choices;
  ConstLabels labels, halo;
  Labels next;

  // Sums of squares by components, over that of the diagonal.
  KOKKOS_INLINE_FUNCTION void couple(LocalOrdinal row, LocalOrdinal first, LocalOrdinal end, double* sums) const {
    double diagonal = 1;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal column = A.colInd(entry);
      const double value = A.values(entry);
      if (column == row) diagonal = value;
      if (column >= first && column < end) continue;
      const GlobalOrdinal label = column < numOwned ? labels(column) : halo(column - numOwned);
      if (Label::size(label) == choices.perNode) sums[Label::slot(label)] += value * value;
    }
    for (int other = 0; other < choices.perNode; ++other) sums[other] /= diagonal * diagonal;
  }

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    const LocalOrdinal first = nodes.begin(node), end = nodes.begin(node + 1);
    const auto size = static_cast<int>(end - first);
    for (LocalOrdinal row = first; row < end; ++row) next(row) = labels(row);
    if (Label::size(labels(first)) == choices.perNode) return;
    double sums[2][3] = {};
    for (int slot = 0; slot < size; ++slot) couple(first + slot, first, end, sums[slot]);
    int best = -1;
    double most = 0;
    for (int choice = 0; choice < choices.perNode; ++choice) {
      double sum = 0;
      for (int slot = 0; slot < size; ++slot) sum += sums[slot][choices.component(slot, size, choice)];
      if (sum <= most) continue;
      best = choice;
      most = sum;
    }
    if (best < 0) return;
    for (int slot = 0; slot < size; ++slot)
      next(first + slot) = Label::of(choices.perNode, choices.component(slot, size, best));
  }
};

struct PlaceFunctor {
  Groups nodes;
  int perNode;
  Labels labels;
  Indices places;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    places(row) = nodes.ofRow(row) * perNode + Label::slot(labels(row));
  }
};

class PartialNodes {
 public:
  explicit PartialNodes(const DistMatrix<double>& A) : A_(A), rows_(0, A.numRows()) {}

  // Collective.
  Teuchos::RCP<const NodewiseOrder> order(int told) {
    const auto begins = allocate<Indices>("Chronos::runs", A_.numRows());
    Kokkos::parallel_for("Chronos::partialNodes::runs", rows_, RunFunctor{A_.local(), begins});
    const Groups runs = groupsOf(begins);
    if (!findsSize(runs, told)) return Teuchos::null;
    const Groups nodes = nodesOf(runs);
    return Teuchos::rcp(new NodewiseOrder(A_.rowMap(), perNode_, nodes.number, placesOf(nodes)));
  }

 private:
  // Whether most rows are those of whole nodes, and some are not.
  bool findsSize(const Groups& runs, int told) {
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

  Groups nodesOf(const Groups& runs) const {
    const auto begins = allocate<Indices>("Chronos::nodes", A_.numRows());
    Kokkos::parallel_for("Chronos::partialNodes::nodes", rows_, NodeFunctor{runs, perNode_, begins});
    return groupsOf(begins);
  }

  template <class Functor>
  void label(const Groups& nodes, Labels& labels, Labels& next) const {
    HaloExchange<GlobalOrdinal> exchange(A_.halo());
    exchange.start(labels);
    const ConstLabels halo = exchange.finish();
    Kokkos::parallel_for("Chronos::partialNodes::label", RowPolicy(0, nodes.number),
                         Functor{A_.local(), nodes, A_.numOwnedCols(), {perNode_}, labels, halo, next});
    std::swap(labels, next);
  }

  Indices placesOf(const Groups& nodes) const {
    auto labels = allocate<Labels>("Chronos::labels", A_.numRows()),
         next = allocate<Labels>("Chronos::labels", A_.numRows());
    Kokkos::parallel_for("Chronos::partialNodes::label", rows_, FirstLabelFunctor{nodes, labels});
    label<PlaneFunctor>(nodes, labels, next);
    for (int sweep = 0; sweep < sweeps; ++sweep) label<EdgeFunctor>(nodes, labels, next);
    const auto places = allocate<Indices>("Chronos::places", A_.numRows());
    Kokkos::parallel_for("Chronos::partialNodes::places", rows_, PlaceFunctor{nodes, perNode_, labels, places});
    return places;
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
