// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RightHandSide.hpp"
#include "Chronos_SystemSolve.hpp"
#include "TestComm.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace Chronos::Test {
namespace {

// Linear elements on a line of nodes.
double stiffness(GlobalOrdinal i, GlobalOrdinal j, GlobalOrdinal numNodes) {
  if (i != j) return std::abs(i - j) == 1 ? -1 : 0;
  return i == 0 || i == numNodes - 1 ? 1 : 2;
}
double mass(GlobalOrdinal i, GlobalOrdinal j, GlobalOrdinal numNodes) {
  if (i != j) return std::abs(i - j) == 1 ? 1.0 / 6 : 0;
  return i == 0 || i == numNodes - 1 ? 1.0 / 3 : 2.0 / 3;
}

// Bilinear elements of cells `ratio` times as long along y as along x, held at the side x = 0, free at the others.
struct LongCells {
  GlobalOrdinal nx, ny;
  double ratio;

  double entry(GlobalOrdinal row, GlobalOrdinal column) const {
    const GlobalOrdinal x = row / ny + 1, y = row % ny, toX = column / ny + 1, toY = column % ny;
    return ratio * stiffness(x, toX, nx + 1) * mass(y, toY, ny) + mass(x, toX, nx + 1) * stiffness(y, toY, ny) / ratio;
  }
};

int iterations(const LongCells& cells, const std::string& preset, double threshold = 0) {
  const GlobalOrdinal numRows = cells.nx * cells.ny;
  const auto map = mapWithEmptyRank(numRows);
  const auto A = toTpetra(rowsOnMap(wholeMatrix(cells, numRows, numRows), map, map));
  Teuchos::ParameterList list;
  list.set("preset", preset);
  if (threshold > 0) list.sublist("amg").sublist("strength").set("threshold", threshold);
  Preconditioner<> M(A);
  M.setParameters(list);
  M.compute();
  TpetraMultiVector x(map, 1);
  const SolveResult result = solve(M, *makeRightHandSide("random", *A, 0), x);
  EXPECT_EQ(result.status, SolveStatus::converged);
  return result.iterations;
}

// Rows of a free side couple across the lines with a little more than half of what they couple along them.
TEST(MpiFlowPreset, KeepsTheLinesOfLongCellsApart) {
  for (const double ratio : {8.0, 50.0}) {
    const int across = iterations({60, 24, ratio}, "flow"), along = iterations({24, 60, 1 / ratio}, "flow");
    EXPECT_LE(across, 45) << ratio;
    EXPECT_LE(along, 45) << ratio;
  }
  EXPECT_GE(iterations({60, 24, 50}, "flow", 0.5), 90) << "cells of this test say nothing";
}

}  // namespace
}  // namespace Chronos::Test
