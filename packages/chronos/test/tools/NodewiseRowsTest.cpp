// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodewiseRows.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_WholeNodes.hpp"
#include "ComponentOrder.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

HostCsr<double> body() {
  ProblemOptions options;
  options.nx = 5;
  return renumberedWhole(wholeProblem("elasticity3d", options), [](GlobalOrdinal g) { return g; });  // no zeros
}

TEST(MpiNodewiseRows, TheMatrixIsThatOfNodesWhereverRowsWere) {
  const HostCsr<double> whole = body();
  const HostCsr<double> scattered = renumberedWhole(whole, byComponents(whole.numRows, 3));
  for (const auto& rows : {evenMap(whole.numRows), mapWithEmptyRank(whole.numRows)}) {
    const auto A = numberedByNodes(*toTpetra(rowsOnMap(scattered, rows, rows)), 3);
    const Map& map = *A->getRowMap();
    EXPECT_EQ(TrilinosVersion::numLocal(map) % 3, 0u);
    EXPECT_EQ(globalEntriesOf(fromTpetra(*A)), globalEntriesOf(rowsOnMap(whole, A->getRowMap(), A->getRowMap())));
  }
}

TEST(MpiNodewiseRows, RowsKeepTheNamesOfTheFile) {
  const auto byNodes = mapOfNodes(20, 3, true);
  const auto inFile = mapByComponents(*byNodes, 3);
  TpetraMultiVector x(byNodes, 1);
  for (GlobalOrdinal g = 0; g < 60; ++g)
    if (byNodes->isNodeGlobalElement(g)) x.replaceGlobalValue(g, 0, double(g));
  const TpetraMultiVector named = calledBy(x, inFile);
  EXPECT_TRUE(x.getMap()->isSameAs(*byNodes));
  const auto view = named.getLocalViewHost(Tpetra::Access::ReadOnly);
  for (std::size_t row = 0; row < view.extent(0); ++row) {
    const auto number = static_cast<GlobalOrdinal>(view(row, 0));
    EXPECT_EQ(named.getMap()->getGlobalElement(static_cast<LocalOrdinal>(row)), number % 3 * 20 + number / 3);
  }
}

TEST(MpiNodewiseRows, RowsMustBeWholeNodes) {
  const HostCsr<double> whole = body();
  const auto rows = evenMap(whole.numRows);
  EXPECT_THROW(numberedByNodes(*toTpetra(rowsOnMap(whole, rows, rows)), 7), InputError);
}

// Each rank's first rows but the first's are those of a node of the rank before.
TEST(MpiNodewiseRows, NoNodeStaysOnTwoRanks) {
  ProblemOptions options;
  options.nx = 5;
  const HostCsr<double> whole = wholeProblem("elasticity3d", options);
  const auto nodes = mapOfNodes(whole.numRows / 3, 3, false);
  const int rank = world()->getRank(), last = world()->getSize() - 1;
  const std::size_t shifted = TrilinosVersion::numLocal(*nodes) + (rank < last ? 1 : 0) - (rank > 0 ? 1 : 0);
  const auto torn = Teuchos::rcp(new Map(whole.numRows, shifted, 0, world()));
  const auto A = toTpetra(rowsOnMap(whole, torn, torn));
  const auto mended = withWholeNodes(A);
  EXPECT_EQ(TrilinosVersion::numLocal(*mended->getRowMap()) % 3, 0u);
  EXPECT_EQ(globalEntriesOf(fromTpetra(*mended)),
            globalEntriesOf(rowsOnMap(whole, mended->getRowMap(), mended->getRowMap())));
  const auto same = toTpetra(rowsOnMap(whole, nodes, nodes));
  EXPECT_EQ(withWholeNodes(same), same);
}

}  // namespace
}  // namespace Chronos::Test
