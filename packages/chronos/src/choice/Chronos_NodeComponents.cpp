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

// The rows of a node that lacks unknowns, and what is known of those that they are coupled with.
struct Surroundings {
  CsrMatrix<double, Device> A;
  LocalOrdinal numOwned;
  Choices choices;
  ConstLabels labels, halo;

  KOKKOS_INLINE_FUNCTION GlobalOrdinal labelOf(LocalOrdinal column) const {
    return column < numOwned ? labels(column) : halo(column - numOwned);
  }
};

// Where a node that lacks one unknown lies on a plane its neighbours that lack one lack the same, and the displacements
// that all have cost nothing.
struct PlaneRule {
  // What that costs at most, over the diagonals.
  static constexpr double most = 1e-3;

  const Surroundings& around;
  LocalOrdinal first;
  int size;

  KOKKOS_INLINE_FUNCTION PlaneRule(const Surroundings& a, LocalOrdinal f, int s) : around(a), first(f), size(s) {}
  KOKKOS_INLINE_FUNCTION static bool takes(const Choices& choices, int size) { return choices.lacksOne(size); }

  KOKKOS_INLINE_FUNCTION double costOfRow(LocalOrdinal row, int choice) const {
    const CsrMatrix<double, Device>& A = around.A;
    const Choices& choices = around.choices;
    double sums[3] = {}, diagonal = 1, cost = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal column = A.colInd(entry);
      const GlobalOrdinal label = around.labelOf(column);
      if (column == row) diagonal = A.values(entry);
      const int sizeOfOther = Label::size(label), slot = Label::slot(label);
      if (sizeOfOther == choices.perNode) sums[slot] += A.values(entry);
      else if (choices.lacksOne(sizeOfOther)) sums[choices.component(slot, sizeOfOther, choice)] += A.values(entry);
    }
    for (int other = 0; other < choices.perNode; ++other)
      if (other != choice) cost += (sums[other] < 0 ? -sums[other] : sums[other]) / diagonal;
    return cost;
  }

  KOKKOS_INLINE_FUNCTION double cost(int choice) const {
    double sum = 0;
    for (int slot = 0; slot < size; ++slot) sum += costOfRow(first + slot, choice);
    return sum;
  }
};

// Elsewhere, where components of neighbours are known, a row has the component that couples it most with the same one
// of these. In an isotropic body the squares of such entries are three times those of others on average, and more.
struct EdgeRule {
  static constexpr double most = 0;

  const Choices& choices;
  int size;
  double sums[2][3] = {};  // of squares by components, over that of the diagonal

  KOKKOS_INLINE_FUNCTION EdgeRule(const Surroundings& around, LocalOrdinal first, int s)
      : choices(around.choices), size(s) {
    for (int slot = 0; slot < size; ++slot) couple(around, first + slot, first, sums[slot]);
  }
  KOKKOS_INLINE_FUNCTION static bool takes(const Choices&, int) { return true; }

  KOKKOS_INLINE_FUNCTION void couple(const Surroundings& around, LocalOrdinal row, LocalOrdinal first,
                                     double* ofRow) const {
    const CsrMatrix<double, Device>& A = around.A;
    double diagonal = 1;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal column = A.colInd(entry);
      const double value = A.values(entry);
      if (column == row) diagonal = value;
      if (column >= first && column < first + size) continue;
      const GlobalOrdinal label = around.labelOf(column);
      if (Label::size(label) == choices.perNode) ofRow[Label::slot(label)] += value * value;
    }
    for (int other = 0; other < choices.perNode; ++other) ofRow[other] /= diagonal * diagonal;
  }

  KOKKOS_INLINE_FUNCTION double cost(int choice) const {
    double sum = 0;
    for (int slot = 0; slot < size; ++slot) sum += sums[slot][choices.component(slot, size, choice)];
    return -sum;
  }
};

// Labels nodes that lack unknowns by the components that cost least by a rule, where any costs less than it allows.
template <class Rule>
struct LabelFunctor {
  Surroundings around;
  RowGroups nodes;
  Labels next;

  KOKKOS_INLINE_FUNCTION int best(LocalOrdinal first, int size) const {
    const Rule rule(around, first, size);
    int found = -1;
    double least = Rule::most;
    for (int choice = 0; choice < around.choices.perNode; ++choice) {
      const double cost = rule.cost(choice);
      if (cost >= least) continue;
      found = choice;
      least = cost;
    }
    return found;
  }

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    const Choices& choices = around.choices;
    const LocalOrdinal first = nodes.begin(node), end = nodes.begin(node + 1);
    const auto size = static_cast<int>(end - first);
    for (LocalOrdinal row = first; row < end; ++row) next(row) = around.labels(row);
    if (Label::size(around.labels(first)) == choices.perNode || !Rule::takes(choices, size)) return;
    const int choice = best(first, size);
    if (choice < 0) return;
    for (int slot = 0; slot < size; ++slot)
      next(first + slot) = Label::of(choices.perNode, choices.component(slot, size, choice));
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

template <class Rule>
void label(const DistMatrix<double>& A, const RowGroups& nodes, int perNode, Labels& labels, Labels& next) {
  HaloExchange<GlobalOrdinal> exchange(A.halo());
  exchange.start(labels);
  const ConstLabels halo = exchange.finish();
  Kokkos::parallel_for("Chronos::nodeComponents::label", RowPolicy(0, nodes.number),
                       LabelFunctor<Rule>{{A.local(), A.numOwnedCols(), {perNode}, labels, halo}, nodes, next});
  std::swap(labels, next);
}

}  // namespace

RowGroups::Indices placesOfComponents(const DistMatrix<double>& A, const RowGroups& nodes, int perNode) {
  const RowPolicy rows(0, A.numRows());
  auto labels = allocate<Labels>("Chronos::labels", A.numRows()),
       next = allocate<Labels>("Chronos::labels", A.numRows());
  Kokkos::parallel_for("Chronos::nodeComponents::first", rows, FirstLabelFunctor{nodes, labels});
  label<PlaneRule>(A, nodes, perNode, labels, next);
  for (int sweep = 0; sweep < sweeps; ++sweep) label<EdgeRule>(A, nodes, perNode, labels, next);
  const auto places = allocate<Indices>("Chronos::places", A.numRows());
  Kokkos::parallel_for("Chronos::nodeComponents::places", rows, PlaceFunctor{nodes, perNode, labels, places});
  return places;
}

}  // namespace Chronos
