// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeComponents.hpp"

#include "Chronos_HaloPattern.hpp"

#include <utility>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>;
using Indices = RowGroups::Indices;

// From nodes that are known to those that have none of these beside them.
constexpr int sweeps = 3;

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
  RowGroups nodes;
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
  RowGroups nodes;
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
  RowGroups nodes;
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
  RowGroups nodes;
  int perNode;
  Labels labels;
  Indices places;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    places(row) = nodes.ofRow(row) * perNode + Label::slot(labels(row));
  }
};

template <class Functor>
void label(const DistMatrix<double>& A, const RowGroups& nodes, int perNode, Labels& labels, Labels& next) {
  HaloExchange<GlobalOrdinal> exchange(A.halo());
  exchange.start(labels);
  const ConstLabels halo = exchange.finish();
  Kokkos::parallel_for("Chronos::nodeComponents::label", RowPolicy(0, nodes.number),
                       Functor{A.local(), nodes, A.numOwnedCols(), {perNode}, labels, halo, next});
  std::swap(labels, next);
}

}  // namespace

RowGroups::Indices placesOfComponents(const DistMatrix<double>& A, const RowGroups& nodes, int perNode) {
  const RowPolicy rows(0, A.numRows());
  auto labels = allocate<Labels>("Chronos::labels", A.numRows()),
       next = allocate<Labels>("Chronos::labels", A.numRows());
  Kokkos::parallel_for("Chronos::nodeComponents::first", rows, FirstLabelFunctor{nodes, labels});
  label<PlaneFunctor>(A, nodes, perNode, labels, next);
  for (int sweep = 0; sweep < sweeps; ++sweep) label<EdgeFunctor>(A, nodes, perNode, labels, next);
  const auto places = allocate<Indices>("Chronos::places", A.numRows());
  Kokkos::parallel_for("Chronos::nodeComponents::places", rows, PlaceFunctor{nodes, perNode, labels, places});
  return places;
}

}  // namespace Chronos
