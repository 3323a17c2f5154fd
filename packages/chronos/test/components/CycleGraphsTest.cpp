// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amg.hpp"
#include "Chronos_BlockSum.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_HierarchyBuilder.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "DenseOperators.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

struct System {
  Problem problem;  // owns the arrays
  Teuchos::RCP<const DistMatrix<double>> A;
};

System system(const std::string& name, int n) {
  ProblemOptions options;
  options.nx = n;
  System result{makeProblem(name, options, world()), {}};
  result.A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*result.problem.matrix)));
  return result;
}

std::vector<double> entriesOf(const Block& x) {
  return toVector(asVector(ConstBlock(x)));
}

Block ragged(std::size_t numRows, int width, double seed) {
  std::vector<double> entries(numRows * width);
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = std::sin(seed + 0.37 * double(i));
  const Block block = allocateBlock("x", numRows, width);
  Kokkos::deep_copy(asVector(block), toView("entries", entries));
  return block;
}

// Cycles whose coarse parts are launched as one are those without, to the last bit: at the first application, when they
// are recorded, from the record, after a change of width, and with vectors that lie elsewhere each time.
TEST(MpiCycleGraphs, ChangeNoBit) {
  const System laplacian = system("laplace3d7", 12);
  for (CycleKind kind : {CycleKind::V, CycleKind::W, CycleKind::F, CycleKind::H, CycleKind::K})
    for (const char* smoother : {"jacobi", "chebyshev", "adaptive fsai"}) {
      AmgParameters parameters;
      parameters.level.smoother.method.choose(smoother);
      parameters.coarseSize = 10;
      parameters.cycle = kind;
      parameters.minRowsPerRank = 1000;
      const auto hierarchy = buildHierarchy(laplacian.A, parameters);
      const Amg amg(hierarchy);
      const CycleWork work(*hierarchy);
      const std::size_t numRows = laplacian.A->numRows();
      for (int width : {1, 4, 1})
        for (int times = 0; times < 5; ++times) {
          const Block b = ragged(numRows, width, times), x = allocateBlock("x", numRows, width);
          const Block same = allocateBlock("x", numRows, width);
          amg.apply(b, x);
          cycle(*hierarchy, work, b, same);
          ASSERT_EQ(entriesOf(x), entriesOf(same)) << smoother << ", application " << times;
          const auto numKernels = sumOverRanks(*world(), static_cast<long long>(amg.graphs().numKernels()));
          if (times == 4) {
            EXPECT_EQ(numKernels > 0, KernelGraph::isPossible()) << smoother;
          }
        }
    }
}

// The same vectors each time: the whole cycle is recorded, with new right-hand sides in them.
TEST(CycleGraphs, HoldTheWholeCycleWhereItsVectorsStay) {
  const System laplacian = system("laplace3d7", 10);
  AmgParameters parameters;
  parameters.level.smoother.method.choose("jacobi");
  parameters.coarseSize = 10;
  const auto hierarchy = buildHierarchy(laplacian.A, parameters);
  const Amg amg(hierarchy);
  const CycleWork work(*hierarchy);
  const std::size_t numRows = laplacian.A->numRows();
  const Block b = allocateBlock("b", numRows, 1), x = allocateBlock("x", numRows, 1);
  const Block same = allocateBlock("x", numRows, 1);
  for (int times = 0; times < 4; ++times) {
    Kokkos::deep_copy(asVector(b), asVector(ragged(numRows, 1, times)));
    amg.apply(b, x);
    cycle(*hierarchy, work, b, same);
    ASSERT_EQ(entriesOf(x), entriesOf(same));
  }
  EXPECT_EQ(amg.graphs().numKernels() > 0, KernelGraph::isPossible());
}

// Scalar products of b and x that the last sweep gathers are there at every application, from a record as well, and
// their sum is that of the vectors. Whoever solves again has other room for them, which is no reason to record again.
TEST(MpiCycleGraphs, GatherScalarProducts) {
  const System laplacian = system("laplace3d7", 24);
  for (const char* smoother : {"jacobi", "chebyshev"}) {
    AmgParameters parameters;
    parameters.level.smoother.method.choose(smoother);
    parameters.coarseSize = 10;
    const Amg amg(buildHierarchy(laplacian.A, parameters));
    const std::size_t numRows = laplacian.A->numRows();
    const std::size_t fewestRows = runsOnHost<Device> ? 4096 : 1;
    const bool gathers = std::string(smoother) == "jacobi" && numRows >= fewestRows;
    for (int width : {1, 8, 1}) {
      const Block b = allocateBlock("b", numRows, width), x = allocateBlock("x", numRows, width);
      const ColumnDots<Device> products(static_cast<std::int64_t>(numRows) * width, width);
      std::size_t numKernels = 0;
      for (int solve = 0; solve < 3; ++solve) {
        GatheredDots<Device> dots;
        for (int times = 0; times < 4; ++times) {
          Kokkos::deep_copy(asVector(b), asVector(ragged(numRows, width, times)));
          amg.applyDotted(b, x, dots);
          ASSERT_EQ(dots.areThere(), gathers) << smoother << ", application " << times;
          if (!gathers) continue;
          ColumnScalars found{}, expected{};
          products.dot(Device::execution_space(), dots, found.data());
          products.dot(Device::execution_space(), asVector(ConstBlock(b)), asVector(ConstBlock(x)), expected.data());
          for (int c = 0; c < width; ++c) ASSERT_NEAR(found[c], expected[c], 1e-12 * std::abs(expected[c])) << c;
        }
        if (solve > 0) {
          EXPECT_EQ(amg.graphs().numKernels(), numKernels);
        }
        numKernels = amg.graphs().numKernels();
        if (world()->getSize() == 1) {
          EXPECT_EQ(numKernels > 0, KernelGraph::isPossible());
        }
      }
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
