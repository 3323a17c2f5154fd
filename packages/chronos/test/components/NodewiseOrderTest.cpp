// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodewiseOrder.hpp"

#include "Chronos.hpp"
#include "ComponentOrder.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

std::vector<double> entriesOf(const TpetraMultiVector& v) {
  const auto view = v.getLocalViewHost(Tpetra::Access::ReadOnly);
  std::vector<double> entries;
  for (std::size_t row = 0; row < view.extent(0); ++row) entries.push_back(view(row, 0));
  return entries;
}

// A body numbered by component on each rank, beside the same by node.
struct TwoNumberings {
  explicit TwoNumberings(bool leavesOut, int size = 8)
      : problem(body(size)),
        map(mapOfNodes(problem.numRows / 3, 3, leavesOut)),
        toComponents(byComponentsOfRanks(*map, 3)),
        byNode(toTpetra(rowsOnMap(problem, map, map))),
        byComponent(toTpetra(rowsOnMap(renumberedWhole(problem, toComponents), map, map))) {}

  static HostCsr<double> body(int size) {
    ProblemOptions options;
    options.nx = size;
    options.ny = options.nz = 6;
    return renumberedWhole(wholeProblem("elasticity3d", options), [](GlobalOrdinal g) { return g; });  // no zeros
  }

  // Of a number by node.
  Teuchos::RCP<TpetraMultiVector> vector(const Renumbering& numbers) const {
    const auto v = Teuchos::rcp(new TpetraMultiVector(map, 1));
    for (GlobalOrdinal g = 0; g < problem.numRows; ++g)
      if (map->isNodeGlobalElement(numbers(g))) v->replaceGlobalValue(numbers(g), 0, globalUniform(5, g));
    return v;
  }
  Teuchos::RCP<TpetraMultiVector> vectorByNode() const {
    return vector([](GlobalOrdinal g) { return g; });
  }

  HostCsr<double> problem;
  Teuchos::RCP<const Map> map;
  Renumbering toComponents;
  Teuchos::RCP<TpetraCrsMatrix> byNode, byComponent;
};

Teuchos::ParameterList automatic() {
  Teuchos::ParameterList list;
  list.sublist("amg").set("coarse minimum", 50);
  return list;
}

SolveResult solved(const Teuchos::RCP<const TpetraCrsMatrix>& A, const TpetraMultiVector& b, TpetraMultiVector& x,
                   const Teuchos::ParameterList& list, UnknownOrder expected) {
  Preconditioner<> M(A);
  M.setParameters(list);
  M.compute();
  if (!M.choice().is_null()) {
    EXPECT_EQ(M.facts().order, expected);
  }
  return solve(M, b, x);
}

TEST(MpiNodewiseOrder, TheMatrixIsThatOfNodes) {
  for (const bool leavesOut : {false, true}) {
    const TwoNumberings two(leavesOut);
    const auto order = NodewiseOrder::ofComponents(two.map, 3);
    EXPECT_TRUE(order->map()->isSameAs(*two.map));
    EXPECT_EQ(globalEntriesOf(*order->matrix(fromTpetra(*two.byComponent))), globalEntriesOf(fromTpetra(*two.byNode)));
  }
}

TEST(MpiNodewiseOrder, VectorsGoThereAndBack) {
  const TwoNumberings two(true);
  const auto order = NodewiseOrder::ofComponents(two.map, 3);
  const std::size_t numRows = TrilinosVersion::numLocal(*two.map);
  const std::vector<double> components = entriesOf(*two.vector(two.toComponents));
  const Vector start = toView("x", components), ones = toView("z", std::vector<double>(numRows, 1));
  const Block x = asBlock(start), y = allocateBlock("y", numRows, 1), z = asBlock(ones);
  order->toNodes(x, y);
  EXPECT_EQ(toVector(ConstVector(asVector(y))), entriesOf(*two.vectorByNode()));
  order->toRows(y, 2, 3, z);
  const std::vector<double> back = toVector(ConstVector(asVector(z)));
  for (std::size_t row = 0; row < numRows; ++row) EXPECT_EQ(back[row], 2 * components[row] + 3) << row;
}

// The same levels: iterations and solution of the body numbered by node.
void expectTheSame(const TwoNumberings& two, const Teuchos::ParameterList& byNode,
                   const Teuchos::ParameterList& byComponent) {
  const auto b = two.vectorByNode(), c = two.vector(two.toComponents);
  TpetraMultiVector x(two.map, 1), y(two.map, 1);
  const SolveResult plain = solved(two.byNode, *b, x, byNode, UnknownOrder::asGiven),
                    ordered = solved(two.byComponent, *c, y, byComponent, UnknownOrder::byComponents);
  EXPECT_EQ(ordered.status, SolveStatus::converged);
  EXPECT_LE(std::abs(ordered.iterations - plain.iterations), 1) << plain.iterations << ' ' << ordered.iterations;
  const auto order = NodewiseOrder::ofComponents(two.map, 3);
  const Block inNodes = allocateBlock("y in nodes", TrilinosVersion::numLocal(*two.map), 1);
  order->toNodes(asBlock(ConstVector(toView("y", entriesOf(y)))), inNodes);
  const std::vector<double> expected = entriesOf(x), found = toVector(ConstVector(asVector(inNodes)));
  for (std::size_t row = 0; row < expected.size(); ++row) EXPECT_NEAR(found[row], expected[row], 1e-4) << row;
}

TEST(MpiNodewiseOrder, AutoFindsIt) {
  for (const bool leavesOut : {false, true}) expectTheSame(TwoNumberings(leavesOut), automatic(), automatic());
}

TEST(MpiNodewiseOrder, PositionsOfNodesAndVectorsOfUnknownsFit) {
  const TwoNumberings two(false, 20);
  ProblemOptions options;
  options.nx = 20;
  options.ny = options.nz = 6;
  const auto coordinates = makeProblem("elasticity3d", options, world()).coordinates;
  Teuchos::ParameterList list = automatic();
  list.sublist("user data").set("Coordinates", Teuchos::RCP<const TpetraMultiVector>(coordinates));
  expectTheSame(two, list, list);
  const auto preset = [&](Teuchos::ParameterList given) {
    given.set("preset", std::string("smoothed aggregation"));
    return given;
  };
  expectTheSame(two, preset(list), preset(list));

  const auto translations = [&](const Renumbering& numbers) {
    const auto V = Teuchos::rcp(new TpetraMultiVector(two.map, 3));
    for (GlobalOrdinal g = 0; g < two.problem.numRows; ++g)
      if (two.map->isNodeGlobalElement(numbers(g))) V->replaceGlobalValue(numbers(g), g % 3, 1.0);
    Teuchos::ParameterList vectors = preset(automatic());
    vectors.sublist("user data").set("Nullspace", Teuchos::RCP<const TpetraMultiVector>(V));
    vectors.sublist("user data").set("number of equations", 3);
    return vectors;
  };
  expectTheSame(two, translations([](GlobalOrdinal g) { return g; }), translations(two.toComponents));
}

TEST(MpiNodewiseOrder, NearKernelVectorsHaveTheRowsOfTheMatrix) {
  const TwoNumberings two(true);
  ProblemOptions options;
  options.nx = 8;
  options.ny = options.nz = 6;
  Preconditioner<> M(two.byComponent);
  M.setParameters(automatic());
  M.setCoordinates(makeProblem("elasticity3d", options, world()).coordinates);
  M.initialize();
  const TestSpace before = M.nearKernelVectors();
  ASSERT_EQ(before.extent(1), 6u);
  M.compute();
  const TestSpace V = M.nearKernelVectors();
  // Translations: constant where the component is theirs.
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), V),
             same = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), before);
  const std::size_t numNodes = V.extent(0) / 3;
  for (std::size_t row = 0; row < V.extent(0); ++row)
    for (std::size_t column = 0; column < 3; ++column) {
      EXPECT_EQ(host(row, column) != 0, row / numNodes == column) << row << ' ' << column;
      EXPECT_EQ(host(row, column), same(row, column));
    }
}

void scale(TpetraCrsMatrix& A, double factor) {
  A.resumeFill();
  A.scale(factor);
  A.fillComplete();
}

// Coordinates beside given components say all; told nodes of another size are looked for anew.
TEST(MpiNodewiseOrder, IsForgottenWhereMoreIsTold) {
  const TwoNumberings two(false, 12);
  Preconditioner<> M(two.byComponent);
  M.setParameters(automatic());
  M.compute();
  EXPECT_EQ(M.facts().order, UnknownOrder::byComponents);
  M.setUnknownNumbering(UnknownNumbering::nodes);
  M.chooseAgain();
  M.compute();
  EXPECT_EQ(M.facts().order, UnknownOrder::asGiven);
  Teuchos::ParameterList list = automatic();
  list.sublist("user data").set("numbering", std::string("automatic"));
  M.setParameters(list);
  M.compute();
  EXPECT_EQ(M.facts().order, UnknownOrder::byComponents);
  list.sublist("user data").set("number of equations", 1);
  M.setParameters(list);
  M.compute();
  EXPECT_EQ(M.facts().order, UnknownOrder::asGiven);
  list.sublist("user data").set("numbering", std::string("components"));
  EXPECT_THROW(M.setParameters(list), InputError);
}

// New values in the same matrix, and what renew() may keep.
TEST(MpiNodewiseOrder, FollowsNewValues) {
  const TwoNumberings two(false);
  for (const char* reuse : {"none", "prolongation", "pattern", "all"}) {
    const auto A = Teuchos::rcp(new TpetraCrsMatrix(*two.byComponent, Teuchos::Copy));
    Teuchos::ParameterList list = automatic();
    list.set("preset", std::string("smoothed aggregation"));
    list.sublist("amg").set("reuse", std::string(reuse));
    list.sublist("amg").sublist("test space").set("degrees of freedom", 3);
    Preconditioner<> M(A);
    M.setParameters(list);
    M.compute();
    const auto b = two.vector(two.toComponents);
    TpetraMultiVector x(two.map, 1), y(two.map, 1);
    const SolveResult first = solve(M, *b, x);
    scale(*A, 4.0);
    M.compute();
    const SolveResult second = solve(M, *b, y);
    EXPECT_EQ(second.status, SolveStatus::converged) << reuse;
    EXPECT_LE(std::abs(first.iterations - second.iterations), 1) << reuse;
    y.update(-0.25, x, 1.0);
    EXPECT_LE(y.getVector(0)->normInf(), 1e-4 * x.getVector(0)->normInf()) << reuse;
    EXPECT_EQ(M.renew(Renewal::keep), Renewal::keep) << reuse;
    scale(*A, 0.5);
    EXPECT_EQ(M.renew(Renewal::newValues), Renewal::newValues) << reuse;
    EXPECT_EQ(solve(M, *b, y).status, SolveStatus::converged) << reuse;
  }
}

}  // namespace
}  // namespace Chronos::Test
