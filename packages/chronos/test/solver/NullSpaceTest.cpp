// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_NullSpace.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_SingularSystem.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

// Diffusion in a cube without boundary conditions: each diagonal entry is the sum of its row without it.
Teuchos::RCP<TpetraCrsMatrix> neumannCube(int nx) {
  ProblemOptions options;
  options.nx = nx;
  const auto matrix = toTpetra(fromTpetra(*makeProblem("laplace3d7", options, world()).matrix));
  std::vector<double> sums;
  {
    const auto local = matrix->getLocalMatrixHost();
    for (LocalOrdinal row = 0; row < local.numRows(); ++row) {
      double sum = 0;
      for (auto e = local.graph.row_map(row); e < local.graph.row_map(row + 1); ++e)
        if (matrix->getColMap()->getGlobalElement(local.graph.entries(e)) != matrix->getRowMap()->getGlobalElement(row))
          sum -= local.values(e);
      sums.push_back(sum);
    }
  }
  matrix->resumeFill();
  for (std::size_t row = 0; row < sums.size(); ++row) {
    const GlobalOrdinal globalRow = matrix->getRowMap()->getGlobalElement(static_cast<LocalOrdinal>(row));
    matrix->replaceGlobalValues(globalRow, Teuchos::tuple(globalRow), Teuchos::tuple(sums[row]));
  }
  matrix->fillComplete();
  return matrix;
}

TpetraMultiVector ones(const Teuchos::RCP<const Map>& map) {
  TpetraMultiVector v(map, 1);
  v.putScalar(1.0);
  return v;
}

double dot(const TpetraMultiVector& x, const TpetraMultiVector& y) {
  Teuchos::Array<double> sum(1);
  x.dot(y, sum());
  return sum[0];
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Teuchos::ParameterList listOf(const std::string& type, const std::string& nullSpace) {
  Teuchos::ParameterList list;
  if (type != "auto") list.set("type", type);
  list.sublist("solver").set("null space", nullSpace);
  return list;
}

TEST(MpiNullSpace, ProjectsBlocksOfAnyWidthAndLeavesOutDependentVectors) {
  const auto map = mapWithEmptyRank(50);
  const std::size_t numRows = TrilinosVersion::numLocal(*map);
  Kokkos::View<double**, Kokkos::LayoutLeft, Device> vectors("vectors", numRows, 4);
  const auto host = Kokkos::create_mirror_view(vectors);
  for (std::size_t i = 0; i < numRows; ++i) {
    const auto row = static_cast<double>(map->getGlobalElement(static_cast<LocalOrdinal>(i)));
    host(i, 0) = 1e300;
    host(i, 1) = 0;
    host(i, 2) = 1e-300 * row;
    host(i, 3) = 3 + 2 * row;
  }
  Kokkos::deep_copy(vectors, host);
  const NullSpace space(map, vectors);
  EXPECT_EQ(space.dimension(), 2);
  for (const int width : {1, 2, 4, 8}) {
    const Block x = allocateBlock("x", numRows, width);
    const auto hostX = Kokkos::create_mirror_view(x);
    for (std::size_t i = 0; i < numRows; ++i) {
      const auto row = static_cast<double>(map->getGlobalElement(static_cast<LocalOrdinal>(i)));
      for (int c = 0; c < width; ++c) hostX(i, c) = c + row + std::cos(row * (c + 1));
    }
    Kokkos::deep_copy(x, hostX);
    space.project(x);
    Kokkos::deep_copy(hostX, x);
    for (int c = 0; c < width; ++c) {
      double sums[3] = {0, 0, 0}, all[3];
      for (std::size_t i = 0; i < numRows; ++i) {
        const auto row = static_cast<double>(map->getGlobalElement(static_cast<LocalOrdinal>(i)));
        sums[0] += hostX(i, c);
        sums[1] += row * hostX(i, c);
        sums[2] += hostX(i, c) * hostX(i, c);
      }
      MPI_Allreduce(sums, all, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      EXPECT_NEAR(all[0], 0, 1e-11);
      EXPECT_NEAR(all[1], 0, 1e-9);
      EXPECT_GT(all[2], 1);
    }
  }
}

TEST(MpiNullSpace, NeumannConvergesForAnyRightHandSide) {
  const auto A = neumannCube(9);
  const auto v = ones(A->getDomainMap());
  const double n = dot(v, v);
  for (const char* type : {"auto", "none", "jacobi", "adaptive fsai", "amg"})
    for (const int numColumns : {1, 3}) {
      SCOPED_TRACE(std::string(type) + ", columns " + std::to_string(numColumns));
      const auto b = makeRightHandSide("random", *A, 0, numColumns);
      for (int j = 0; j < numColumns; ++j) b->getVectorNonConst(j)->update(0.5, *v.getVector(0), 1.0);
      TpetraMultiVector x(A->getDomainMap(), numColumns), r(A->getRangeMap(), numColumns);
      const SystemResult result = solve(A, *b, x, listOf(type, "constants"));
      EXPECT_EQ(result.status, SolveStatus::converged) << result.message;
      EXPECT_TRUE(says(result.message, "% of the right-hand side lie in the null space")) << result.message;
      A->apply(x, r);
      for (int j = 0; j < numColumns; ++j) {
        const double mean = dot(*b->getVector(j), v) / n;
        TpetraMultiVector rest(*b->getVector(j), Teuchos::Copy);
        rest.update(-mean, v, 1.0);
        const double size = std::sqrt(dot(rest, rest));
        rest.update(-1.0, *r.getVector(j), 1.0);
        EXPECT_LE(std::sqrt(dot(rest, rest)), 1.01e-8 * size);
        EXPECT_NEAR(dot(*x.getVector(j), v), 0, 1e-9 * n);
      }
    }
}

TEST(MpiNullSpace, NearKernelVectorsAndARightHandSideOfNothingElse) {
  const auto A = neumannCube(6);
  const auto kernel = Teuchos::rcp(new TpetraMultiVector(ones(A->getDomainMap())));
  kernel->scale(1e-3);
  Teuchos::ParameterList list = listOf("jacobi", "near kernel");
  TpetraMultiVector x(A->getDomainMap(), 1), b = ones(A->getRangeMap());
  EXPECT_THROW(solve(A, b, x, list), InputError);
  list.sublist("user data").set("Nullspace", kernel);
  const SystemResult result = solve(A, b, x, list);
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_TRUE(says(result.message, "100 % of the right-hand side")) << result.message;
  EXPECT_EQ(dot(x, x), 0);
}

TEST(MpiNullSpace, ARegularMatrixIsRefused) {
  ProblemOptions options;
  options.nx = 6;
  const Problem problem = makeProblem("laplace3d7", options, world());
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  try {
    solve(problem.matrix, ones(problem.matrix->getRangeMap()), x, listOf("jacobi", "constants"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_TRUE(says(error.what(), "does not take constants to zero")) << error.what();
  }
}

// Nothing asked for: the failure names the singular matrix, not an indefinite one.
TEST(MpiNullSpace, AFailureOnASingularMatrixSaysSo) {
  const auto A = neumannCube(6);
  for (const char* type : {"none", "jacobi", "adaptive fsai", "amg"}) {
    TpetraMultiVector x(A->getDomainMap(), 1);
    const SystemResult result = solve(A, ones(A->getRangeMap()), x, listOf(type, "none"));
    EXPECT_NE(result.status, SolveStatus::converged) << type;
    EXPECT_TRUE(says(result.message, "The matrix is singular")) << type << ": " << result.message;
    EXPECT_TRUE(says(result.message, "100 % of it")) << type << ": " << result.message;
    EXPECT_TRUE(says(result.message, "`solver/null space` = constants")) << type << ": " << result.message;
    EXPECT_FALSE(says(result.message, "not positive definite")) << type << ": " << result.message;
  }
}

// Weak springs between strong ones hold the whole: constants are taken to zero as far as the largest rows tell.
TEST(MpiNullSpace, SmallRowsThatHoldASystemAreSeen) {
  const GlobalOrdinal n = 60;
  const auto map = evenMap(n);
  const auto spring = [n](GlobalOrdinal i) { return i < 0 || i >= n - 1 ? 0.0 : i < n / 2 ? 1e12 : 1.0; };
  for (const bool isHeld : {false, true}) {
    const auto matrix = Teuchos::rcp(new TpetraCrsMatrix(map, 3));
    for (std::size_t local = 0; local < TrilinosVersion::numLocal(*map); ++local) {
      const GlobalOrdinal row = map->getGlobalElement(static_cast<LocalOrdinal>(local));
      const double before = spring(row - 1), behind = spring(row), held = isHeld && row == n - 1 ? 0.5 : 0;
      if (row > 0) matrix->insertGlobalValues(row, Teuchos::tuple<GlobalOrdinal>(row - 1), Teuchos::tuple(-before));
      matrix->insertGlobalValues(row, Teuchos::tuple<GlobalOrdinal>(row), Teuchos::tuple(before + behind + held));
      if (row < n - 1) matrix->insertGlobalValues(row, Teuchos::tuple<GlobalOrdinal>(row + 1), Teuchos::tuple(-behind));
    }
    matrix->fillComplete();
    const MatrixOperator product(Teuchos::rcp(new DistMatrix<double>(fromTpetra(*matrix))));
    const NullSpace constants = NullSpace::constants(map);
    EXPECT_LT(constants.defect(product), 1e-11);
    EXPECT_EQ(constants.isNullInEachRow(product), !isHeld);
    const std::string advice = singularAdvice(product, ones(map), TestSpace());
    EXPECT_EQ(says(advice, "The matrix is singular"), !isHeld) << advice;
  }
}

// A brick of springs that nothing holds: neighbours within sqrt(3), each spring along its line. Rotations are in the
// null space beside translations.
struct FloatingBody {
  Teuchos::RCP<TpetraCrsMatrix> A;
  Teuchos::RCP<TpetraMultiVector> coordinates;
};

FloatingBody floatingBody(int nx) {
  const int ny = nx + 1, nz = nx + 2, numNodes = nx * ny * nz;
  const auto nodes = evenMap(numNodes);
  const std::size_t ownedNodes = TrilinosVersion::numLocal(*nodes);
  const auto map = Teuchos::rcp(new Map(3 * numNodes, 3 * ownedNodes, 0, world()));
  FloatingBody body{Teuchos::rcp(new TpetraCrsMatrix(map, 81)), Teuchos::rcp(new TpetraMultiVector(nodes, 3))};
  const auto xyz = body.coordinates->getLocalViewHost(Tpetra::Access::OverwriteAll);
  for (std::size_t local = 0; local < ownedNodes; ++local) {
    const auto node = static_cast<int>(nodes->getGlobalElement(static_cast<LocalOrdinal>(local)));
    const int at[3] = {node % nx, node / nx % ny, node / (nx * ny)};
    for (int d = 0; d < 3; ++d) xyz(local, d) = at[d];
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int step[3] = {dx, dy, dz}, to[3] = {at[0] + dx, at[1] + dy, at[2] + dz};
          const int square = dx * dx + dy * dy + dz * dz;
          const bool isInside = to[0] >= 0 && to[1] >= 0 && to[2] >= 0 && to[0] < nx && to[1] < ny && to[2] < nz;
          if (square == 0 || !isInside) continue;
          const int other = to[0] + nx * (to[1] + ny * to[2]);
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
              const double stiffness = double(step[i] * step[j]) / square;
              const GlobalOrdinal row = 3 * node + i;
              body.A->insertGlobalValues(row, Teuchos::tuple<GlobalOrdinal>(3 * node + j), Teuchos::tuple(stiffness));
              body.A->insertGlobalValues(row, Teuchos::tuple<GlobalOrdinal>(3 * other + j), Teuchos::tuple(-stiffness));
            }
        }
  }
  body.A->fillComplete();
  return body;
}

TEST(MpiNullSpace, AFailureOnAFloatingBodySaysSoWithModesAndWithout) {
  const FloatingBody body = floatingBody(4);
  const auto b = makeRightHandSide("random", *body.A, 0);
  for (const bool isKnown : {false, true}) {
    Teuchos::ParameterList list = listOf("jacobi", "none");
    if (isKnown) list.sublist("user data").set("Coordinates", body.coordinates);
    TpetraMultiVector x(body.A->getDomainMap(), 1);
    const SystemResult result = solve(body.A, *b, x, list);
    EXPECT_NE(result.status, SolveStatus::converged);
    EXPECT_TRUE(says(result.message, "a body that is held nowhere")) << result.message;
    EXPECT_TRUE(says(result.message, isKnown ? "near kernel of 6 vectors" : "nodes of 3 unknowns")) << result.message;
    EXPECT_TRUE(says(result.message, "`solver/null space` = near kernel")) << result.message;
    EXPECT_EQ(says(result.message, "Give coordinates"), !isKnown) << result.message;
  }
}

// As the message says.
TEST(MpiNullSpace, AFloatingBodyIsSolvedWithItsModes) {
  const FloatingBody body = floatingBody(4);
  const auto b = makeRightHandSide("random", *body.A, 0);
  for (const char* type : {"auto", "jacobi", "adaptive fsai", "amg"}) {
    Teuchos::ParameterList list = listOf(type, "near kernel");
    list.sublist("user data").set("Coordinates", body.coordinates);
    TpetraMultiVector x(body.A->getDomainMap(), 1), r(body.A->getRangeMap(), 1);
    const SystemResult result = solve(body.A, *b, x, list);
    EXPECT_EQ(result.status, SolveStatus::converged) << type << ": " << result.message;
    EXPECT_TRUE(says(result.message, "% of the right-hand side lie in the null space")) << result.message;
    // What is left of b - A x is in the null space.
    body.A->apply(x, r);
    r.update(1.0, *b, -1.0);
    TpetraMultiVector Ar(body.A->getRangeMap(), 1);
    body.A->apply(r, Ar);
    EXPECT_LE(std::sqrt(dot(Ar, Ar)), 1e-6 * std::sqrt(dot(*b, *b))) << type;
  }
}

// Fixed along z: two translations and the rotation about z are left.
TEST(MpiNullSpace, WhatIsLeftFreeIsCounted) {
  const FloatingBody body = floatingBody(3);
  body.A->resumeFill();
  const Map& map = *body.A->getRowMap();
  for (std::size_t local = 2; local < TrilinosVersion::numLocal(map); local += 3) {
    const GlobalOrdinal row = map.getGlobalElement(static_cast<LocalOrdinal>(local));
    body.A->sumIntoGlobalValues(row, Teuchos::tuple(row), Teuchos::tuple(1.0));
  }
  body.A->fillComplete();
  const auto b = makeRightHandSide("random", *body.A, 0);
  Teuchos::ParameterList list = listOf("jacobi", "none");
  list.sublist("user data").set("Coordinates", body.coordinates);
  TpetraMultiVector x(body.A->getDomainMap(), 1);
  const SystemResult result = solve(body.A, *b, x, list);
  EXPECT_NE(result.status, SolveStatus::converged);
  EXPECT_TRUE(says(result.message, "of 6 near-kernel vectors it takes 3 to zero")) << result.message;
}

// The recursive residual falls on for ever; its squares underflow, which is no sign of the matrix.
TEST(MpiNullSpace, ToleranceZeroEndsAtRoundingWithTheGoodIterate) {
  ProblemOptions options;
  options.nx = 8;
  const Problem problem = makeProblem("laplace3d7", options, world());
  for (const char* type : {"auto", "jacobi", "amg"}) {
    Teuchos::ParameterList list;
    if (std::string(type) != "auto") list.set("type", type);
    list.sublist("solver").set("tolerance", 0.0);
    TpetraMultiVector x(problem.matrix->getDomainMap(), 1), b = ones(problem.matrix->getRangeMap());
    const SystemResult result = solve(problem.matrix, b, x, list);
    EXPECT_EQ(result.status, SolveStatus::notConverged) << type << ": " << result.message;
    EXPECT_TRUE(says(result.message, "rounding")) << type << ": " << result.message;
    EXPECT_LT(result.relativeResidual, 1e-14) << type;
  }
}

}  // namespace
}  // namespace Chronos::Test
