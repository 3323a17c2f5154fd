// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_ScalarStencils.hpp"
#include "Chronos_TriangleElements.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "GalleryReference.hpp"
#include "TestComm.hpp"

#include <Teuchos_DefaultMpiComm.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace Chronos;
using Test::world;

namespace {

using Row = std::map<GlobalOrdinal, double>;

Teuchos::RCP<const Comm> alone() {
  return Teuchos::rcp(new Teuchos::MpiComm<int>(MPI_COMM_SELF));
}

/// This rank's rows by global indices. Checks on the way that local columns ascend and none is stored twice.
std::map<GlobalOrdinal, Row> ownedRows(const TpetraCrsMatrix& matrix) {
  std::map<GlobalOrdinal, Row> rows;
  const auto local = matrix.getLocalMatrixHost();
  for (LocalOrdinal row = 0; row < local.numRows(); ++row) {
    Row& entries = rows[matrix.getRowMap()->getGlobalElement(row)];
    for (Offset e = local.graph.row_map(row); e < local.graph.row_map(row + 1); ++e) {
      if (e > local.graph.row_map(row)) {
        EXPECT_LT(local.graph.entries(e - 1), local.graph.entries(e));
      }
      entries[matrix.getColMap()->getGlobalElement(local.graph.entries(e))] = local.values(e);
    }
  }
  return rows;
}

/// A multivector's owned rows, by columns.
std::vector<std::vector<double>> ownedColumns(const TpetraMultiVector& vector) {
  std::vector<std::vector<double>> columns(vector.getNumVectors());
  const auto view = vector.getLocalViewHost(Tpetra::Access::ReadOnly);
  for (std::size_t col = 0; col < columns.size(); ++col) {
    for (std::size_t row = 0; row < view.extent(0); ++row) columns[col].push_back(view(row, col));
  }
  return columns;
}

Reference::Dense dense(const TpetraCrsMatrix& matrix) {
  Reference::Dense result(static_cast<int>(matrix.getGlobalNumRows()));
  for (const auto& [row, entries] : ownedRows(matrix)) {
    for (const auto& [col, value] : entries) result(static_cast<int>(row), static_cast<int>(col)) = value;
  }
  return result;
}

void expectNear(const Reference::Dense& actual, const Reference::Dense& expected) {
  ASSERT_EQ(actual.n, expected.n);
  double largest = 0;
  for (const double entry : expected.entries) largest = std::max(largest, std::abs(entry));
  for (int row = 0; row < actual.n; ++row) {
    for (int col = 0; col < actual.n; ++col) {
      ASSERT_NEAR(actual(row, col), expected(row, col), 1e-14 * largest) << row << " " << col;
    }
  }
}

void expectSymmetricPositiveDefinite(const Reference::Dense& a) {
  for (int row = 0; row < a.n; ++row) {
    for (int col = 0; col < row; ++col) ASSERT_EQ(a(row, col), a(col, row)) << row << " " << col;
  }
  EXPECT_TRUE(Reference::isPositiveDefinite(a));
}

ProblemOptions sized(int nx, int ny, int nz) {
  ProblemOptions options;
  options.nx = nx;
  options.ny = ny;
  options.nz = nz;
  return options;
}

const std::vector<Reference::Edges> scalarSizes = {{1, 1, 1}, {4, 1, 1}, {1, 3, 1}, {1, 1, 2},
                                                   {2, 2, 2}, {3, 4, 5}, {5, 2, 3}};
const std::vector<Reference::Edges> elasticitySizes = {{1, 2, 2}, {2, 2, 2}, {3, 2, 4}, {2, 3, 3}, {3, 3, 3}};

std::string messageOf(const std::string& name, const ProblemOptions& options) {
  try {
    makeProblem(name, options, world());
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

void expectInMessage(const std::string& message, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(message.find(part), std::string::npos) << message << " | " << part;
}

/// Options that make every random choice and coefficient matter.
ProblemOptions interesting(const ProblemDescription& problem) {
  ProblemOptions options = sized(4, 3, problem.dimension == 2 ? 0 : 5);
  if (problem.name == "triangles2d") options = sized(1, 0, 0);
  for (const std::string& option : problem.options) {
    if (option == "contrast") options.contrast = 1000;
    if (option == "stretch") options.stretch = 3;
    if (option == "angle") options.angle = 30;
    if (option == "deviation") options.deviation = 3;
    if (option == "seed") options.seed = 17;
  }
  return options;
}

}  // namespace

TEST(Gallery, SevenPointLaplacianIsItsReference) {
  for (const auto& n : scalarSizes) {
    const auto a = dense(*makeProblem("laplace3d7", sized(n[0], n[1], n[2]), world()).matrix);
    expectNear(a, Reference::sevenPoint(
                      n, [](int) { return 1.0; }, 1.0));
    expectSymmetricPositiveDefinite(a);
    EXPECT_EQ(a(0, 0), 6.0);
  }
}

TEST(Gallery, TwentySevenPointLaplacianIsItsReference) {
  for (const auto& n : scalarSizes) {
    const auto a = dense(*makeProblem("laplace3d27", sized(n[0], n[1], n[2]), world()).matrix);
    expectNear(a, Reference::twentySevenPoint(n));
    expectSymmetricPositiveDefinite(a);
  }
}

TEST(Gallery, RotatedAnisotropyIsItsReference) {
  for (const auto& n : std::vector<Reference::Edges>{{1, 1, 1}, {1, 4, 1}, {5, 1, 1}, {4, 3, 1}, {5, 6, 1}}) {
    for (const double angle : {0.0, 30.0, 45.0, 90.0, -120.0}) {
      for (const double anisotropy : {1.0, 1e-3, 10.0}) {
        ProblemOptions options = sized(n[0], n[1], 0);
        options.angle = angle;
        options.anisotropy = anisotropy;
        const auto a = dense(*makeProblem("anisotropic2d", options, world()).matrix);
        expectNear(a, Reference::rotatedAnisotropy(n[0], n[1], anisotropy, angle));
        expectSymmetricPositiveDefinite(a);
      }
    }
  }
}

TEST(Gallery, JumpingCoefficientsAreTheirReference) {
  for (const auto& n : scalarSizes) {
    for (const double contrast : {1e-3, 1.0, 1e6}) {
      ProblemOptions options = sized(n[0], n[1], n[2]);
      options.contrast = contrast;
      options.stretch = 2.5;
      options.seed = 5;
      const auto a = dense(*makeProblem("jumps3d", options, world()).matrix);
      expectNear(a, Reference::sevenPoint(n, Reference::jumpingCoefficient(contrast, 5), 2.5));
      expectSymmetricPositiveDefinite(a);
    }
  }
}

TEST(Gallery, JumpsWithoutContrastAreTheLaplacian) {
  EXPECT_EQ(dense(*makeProblem("jumps3d", sized(3, 4, 5), world()).matrix).entries,
            dense(*makeProblem("laplace3d7", sized(3, 4, 5), world()).matrix).entries);
}

TEST(Gallery, TrianglesCoverTheSquare) {
  for (const std::uint64_t seed : {0, 1, 2, 3}) {
    TriangleMesh mesh = jitteredMesh(seed);
    for (const std::size_t numTriangles : {328, 1312}) {
      ASSERT_EQ(mesh.triangles.size(), numTriangles);
      const auto numBoundary = std::count(mesh.isBoundary.begin(), mesh.isBoundary.end(), char(1));
      EXPECT_EQ(mesh.nodes.size(), numTriangles / 2 + numBoundary / 2 + 1);
      double sum = 0;
      for (const auto& t : mesh.triangles) {
        const auto &a = mesh.nodes[t[0]], &b = mesh.nodes[t[1]], &c = mesh.nodes[t[2]];
        const double area = ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
        EXPECT_GT(area, 0.1 / double(numTriangles));
        sum += area;
      }
      EXPECT_NEAR(sum, 1, 1e-13);
      for (std::size_t node = 0; node < mesh.nodes.size(); ++node) {
        const double x = mesh.nodes[node][0], y = mesh.nodes[node][1];
        EXPECT_EQ(mesh.isBoundary[node] != 0, x == 0 || x == 1 || y == 0 || y == 1);
      }
      mesh = refined(mesh);
    }
  }
}

// The energy of a linear function is that of its gradient, times the area, which is 1; that of a constant is 0.
TEST(Gallery, TrianglesHaveTheEnergyOfLinearFunctions) {
  ProblemOptions options = sized(1, 0, 0);
  options.angle = 30;
  options.anisotropy = 0.01;
  const Problem problem = makeProblem("triangles2d", options, world());
  const auto a = dense(*problem.matrix);
  const TriangleMesh mesh = refined(jitteredMesh(0));
  const Diffusion K = rotatedDiffusion(0.01, 30);
  EXPECT_NEAR(K.xx, 0.76, 1e-15);
  EXPECT_NEAR(K.xy, std::sqrt(3.0) / 4, 1e-15);
  EXPECT_NEAR(K.yy, 0.26, 1e-15);
  const int n = static_cast<int>(mesh.nodes.size());
  double xx = 0, xy = 0, yy = 0;
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      EXPECT_EQ(a(i, j), a(j, i));
      const double value = a(i, j) - (i == j && mesh.isBoundary[i] != 0 ? boundaryPenalty : 0);
      sum += value;
      xx += mesh.nodes[i][0] * value * mesh.nodes[j][0];
      xy += mesh.nodes[i][0] * value * mesh.nodes[j][1];
      yy += mesh.nodes[i][1] * value * mesh.nodes[j][1];
    }
    EXPECT_NEAR(sum, 0, mesh.isBoundary[i] != 0 ? 1e-9 : 1e-13);
  }
  EXPECT_NEAR(xx, K.xx, 1e-8);
  EXPECT_NEAR(xy, K.xy, 1e-8);
  EXPECT_NEAR(yy, K.yy, 1e-8);
}

TEST(Gallery, LogNormalPermeabilityIsItsReference) {
  for (const auto& n : scalarSizes) {
    for (const double deviation : {0.0, 1.0, 5.0}) {
      ProblemOptions options = sized(n[0], n[1], n[2]);
      options.deviation = deviation;
      options.seed = 9;
      const auto a = dense(*makeProblem("lognormal3d", options, world()).matrix);
      // With strong jumps the one cell that is held is lost in rounding.
      if (deviation <= 1) expectSymmetricPositiveDefinite(a);
      const GridAssembly::LogNormalRows rows{{n[0], n[1], n[2]}, deviation, 9};
      const int numCells = n[0] * n[1] * n[2];
      for (int i = 0; i < numCells; ++i) {
        double sum = 0, scale = 0;
        for (int j = 0; j < numCells; ++j) {
          sum += a(i, j);
          scale += std::abs(a(i, j));
        }
        EXPECT_NEAR(sum, i == 0 ? rows.permeability(0, 0) : 0, 1e-14 * scale);
        const int steps[3] = {1, n[0], n[0] * n[1]};
        const int place[3] = {i % n[0], i / n[0] % n[1], i / (n[0] * n[1])};
        for (int d = 0; d < 3; ++d) {
          if (place[d] + 1 >= n[d]) continue;
          const double p = rows.permeability(i, d), q = rows.permeability(i + steps[d], d);
          EXPECT_NEAR(a(i, i + steps[d]), -2 / (1 / p + 1 / q), 1e-13 * std::min(p, q));
        }
      }
    }
  }
}

// Means over many cells: of a normal variable 0, its square 1, and two directions know nothing of each other.
TEST(Gallery, LogarithmsOfPermeabilitiesAreNormal) {
  const GridAssembly::LogNormalRows rows{{1, 1, 1}, 1.0, 4};
  const int n = 100000;
  double mean = 0, square = 0, product = 0, beyondTwo = 0;
  for (int cell = 0; cell < n; ++cell) {
    const double x = std::log(rows.permeability(cell, 0)), y = std::log(rows.permeability(cell, 1));
    mean += x / n;
    square += x * x / n;
    product += x * y / n;
    beyondTwo += (std::abs(x) > 2) / double(n);
  }
  EXPECT_NEAR(mean, 0, 0.015);
  EXPECT_NEAR(square, 1, 0.02);
  EXPECT_NEAR(product, 0, 0.015);
  EXPECT_NEAR(beyondTwo, 0.0455, 0.003);
}

TEST(Gallery, ElasticityIsItsReference) {
  for (const auto& n : elasticitySizes) {
    for (const double contrast : {1.0, 1e4}) {
      ProblemOptions options = sized(n[0], n[1], n[2]);
      options.contrast = contrast;
      options.stretch = 1.75;
      options.poissonRatio = 0.4;
      options.seed = 3;
      const auto a = dense(*makeProblem("elasticity3d", options, world()).matrix);
      expectNear(a, Reference::elasticity(n, Reference::jumpingCoefficient(contrast, 3), 0.4, 1.75));
      expectSymmetricPositiveDefinite(a);
    }
  }
}

TEST(Gallery, InteriorRowsOfElasticityHave81Columns) {
  const Problem problem = makeProblem("elasticity3d", sized(3, 3, 3), world());
  const auto rows = ownedRows(*problem.matrix);
  EXPECT_EQ(rows.at(3 * 13).size(), 81u);
  EXPECT_EQ(rows.at(0).size(), 24u);
}

// Two neighbours are both soft or both stiff with probability 1/4 each.
TEST(Gallery, SeedPicksAboutHalfOfTheCells) {
  ProblemOptions options = sized(20, 20, 20);
  options.contrast = 1e6;
  const auto numCouplings = [](const TpetraCrsMatrix& matrix, double size) {
    int count = 0;
    for (const auto& [row, entries] : ownedRows(matrix)) {
      for (const auto& [col, value] : entries) count += col != row && value == -size ? 1 : 0;
    }
    return count;
  };
  const int numFaces = 2 * 3 * 20 * 20 * 19;
  const auto first = makeProblem("jumps3d", options, world()).matrix;
  options.seed = 1;
  const auto second = makeProblem("jumps3d", options, world()).matrix;
  for (const auto& matrix : {first, second}) {
    EXPECT_NEAR(numCouplings(*matrix, 1.0), numFaces / 4, numFaces / 40);
    EXPECT_NEAR(numCouplings(*matrix, 1e6), numFaces / 4, numFaces / 40);
  }
  EXPECT_NE(ownedRows(*first), ownedRows(*second));
}

TEST(MpiGallery, RigidBodyMotionsHaveNoForcesAwayFromTheClamp) {
  for (const double contrast : {1.0, 1e3}) {
    ProblemOptions options = sized(5, 4, 3);
    options.contrast = contrast;
    options.stretch = 4;
    const Problem problem = makeProblem("elasticity3d", options, world());
    EXPECT_EQ(problem.dofsPerNode, 3);
    ASSERT_EQ(problem.nearKernel->getNumVectors(), 6u);
    TpetraMultiVector forces(problem.matrix->getRangeMap(), 6);
    problem.matrix->apply(*problem.nearKernel, forces);
    const auto columns = ownedColumns(forces);
    for (std::size_t mode = 0; mode < 6; ++mode) {
      double atClamp = 0;
      for (std::size_t row = 0; row < columns[mode].size(); ++row) {
        const GlobalOrdinal node = forces.getMap()->getGlobalElement(static_cast<LocalOrdinal>(row)) / 3;
        if (node % 5 == 0) atClamp = std::max(atClamp, std::abs(columns[mode][row]));
        else EXPECT_NEAR(columns[mode][row], 0.0, 1e-12 * contrast) << mode << " " << node;
      }
      double largest = 0;
      Teuchos::reduceAll(*world(), Teuchos::REDUCE_MAX, atClamp, Teuchos::outArg(largest));
      EXPECT_GT(largest, 0.1);
    }
  }
}

TEST(MpiGallery, RigidBodyModesFitTheCoordinates) {
  ProblemOptions options = sized(3, 4, 2);
  options.stretch = 0.5;
  const Problem problem = makeProblem("elasticity3d", options, world());
  const auto coordinates = ownedColumns(*problem.coordinates);
  const auto modes = ownedColumns(*problem.nearKernel);
  ASSERT_EQ(modes[0].size(), 3 * coordinates[0].size());
  for (std::size_t node = 0; node < coordinates[0].size(); ++node) {
    const GlobalOrdinal global = problem.coordinates->getMap()->getGlobalElement(static_cast<LocalOrdinal>(node));
    EXPECT_EQ(problem.matrix->getRowMap()->getGlobalElement(static_cast<LocalOrdinal>(3 * node)), 3 * global);
    EXPECT_EQ(coordinates[0][node], 1.0 + static_cast<double>(global % 3));
    EXPECT_EQ(coordinates[1][node], static_cast<double>(global / 3 % 4));
    EXPECT_EQ(coordinates[2][node], 0.5 * static_cast<double>(global / 12));
    const double x = coordinates[0][node] - 2, y = coordinates[1][node] - 1.5, z = coordinates[2][node] - 0.25;
    const double expected[6][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -z, y}, {z, 0, -x}, {-y, x, 0}};
    for (int mode = 0; mode < 6; ++mode) {
      for (int component = 0; component < 3; ++component) {
        EXPECT_EQ(modes[mode][3 * node + component], expected[mode][component]);
      }
    }
  }
}

TEST(MpiGallery, EveryProblemIsTheSameOnAnyNumberOfRanks) {
  for (const ProblemDescription& description : problems()) {
    const ProblemOptions options = interesting(description);
    const Problem whole = makeProblem(description.name, options, alone());
    const Problem parts = makeProblem(description.name, options, world());
    EXPECT_EQ(parts.dofsPerNode, description.dofsPerNode);
    EXPECT_EQ(parts.matrix->getGlobalNumRows(), whole.matrix->getGlobalNumRows());
    EXPECT_EQ(parts.matrix->getGlobalNumEntries(), whole.matrix->getGlobalNumEntries());
    const auto rows = ownedRows(*whole.matrix);
    for (const auto& [row, entries] : ownedRows(*parts.matrix)) EXPECT_EQ(entries, rows.at(row)) << description.name;

    const auto expectOwnedPart = [](const TpetraMultiVector& part, const TpetraMultiVector& all) {
      const auto partColumns = ownedColumns(part), allColumns = ownedColumns(all);
      ASSERT_EQ(partColumns.size(), allColumns.size());
      for (std::size_t col = 0; col < partColumns.size(); ++col) {
        for (std::size_t row = 0; row < partColumns[col].size(); ++row) {
          EXPECT_EQ(partColumns[col][row],
                    allColumns[col][part.getMap()->getGlobalElement(static_cast<LocalOrdinal>(row))]);
        }
      }
    };
    EXPECT_EQ(static_cast<int>(parts.coordinates->getNumVectors()), description.dimension);
    expectOwnedPart(*parts.coordinates, *whole.coordinates);
    EXPECT_TRUE(parts.nearKernel->getMap()->isSameAs(*parts.matrix->getRowMap()));
    expectOwnedPart(*parts.nearKernel, *whole.nearKernel);
  }
}

TEST(MpiGallery, MoreRanksThanNodes) {
  const Problem one = makeProblem("laplace3d7", sized(1, 0, 0), world());
  EXPECT_EQ(one.matrix->getGlobalNumRows(), 1u);
  EXPECT_EQ(one.matrix->getGlobalNumEntries(), 1u);
  const Problem two = makeProblem("laplace3d27", sized(1, 2, 1), world());
  EXPECT_EQ(two.matrix->getGlobalNumEntries(), 4u);
  const Problem four = makeProblem("elasticity3d", sized(1, 2, 2), world());
  EXPECT_EQ(four.matrix->getGlobalNumRows(), 12u);
  EXPECT_EQ(four.matrix->getGlobalNumEntries(), 144u);
  EXPECT_EQ(TrilinosVersion::numLocal(*four.matrix->getRowMap()) % 3, 0u);
}

TEST(MpiGallery, RowSumsOfLaplaciansAreZeroInside) {
  for (const char* name : {"laplace3d7", "laplace3d27"}) {
    const Problem problem = makeProblem(name, sized(5, 4, 3), world());
    const auto sums = makeRightHandSide("A*ones", *problem.matrix);
    const auto values = ownedColumns(*sums)[0];
    for (std::size_t row = 0; row < values.size(); ++row) {
      const GlobalOrdinal node = sums->getMap()->getGlobalElement(static_cast<LocalOrdinal>(row));
      const GlobalOrdinal i = node % 5, j = node / 5 % 4, k = node / 20;
      const bool interior = i > 0 && i < 4 && j > 0 && j < 3 && k > 0 && k < 2;
      if (interior) EXPECT_EQ(values[row], 0.0);
      else EXPECT_GE(values[row], 1.0);
    }
  }
}

TEST(MpiGallery, RandomRightHandSideIsTheSameOnAnyNumberOfRanks) {
  const Problem parts = makeProblem("laplace3d7", sized(7, 6, 5), world());
  const auto b = makeRightHandSide("random", *parts.matrix, 42);
  EXPECT_TRUE(b->getMap()->isSameAs(*parts.matrix->getRangeMap()));
  const auto values = ownedColumns(*b)[0];
  for (std::size_t row = 0; row < values.size(); ++row) {
    EXPECT_EQ(values[row], globalUniform(42, b->getMap()->getGlobalElement(static_cast<LocalOrdinal>(row))));
    EXPECT_GT(values[row], -1.0);
    EXPECT_LT(values[row], 1.0);
  }
  const auto other = ownedColumns(*makeRightHandSide("random", *parts.matrix, 43))[0];
  EXPECT_TRUE(values.empty() || values != other);
}

TEST(MpiGallery, OnesAndUnknownRightHandSides) {
  const Problem problem = makeProblem("elasticity3d", sized(2, 0, 0), world());
  const auto ones = ownedColumns(*makeRightHandSide("ones", *problem.matrix))[0];
  for (const double value : ones) EXPECT_EQ(value, 1.0);
  for (const std::string& kind : rightHandSideKinds()) EXPECT_FALSE(makeRightHandSide(kind, *problem.matrix).is_null());
  try {
    makeRightHandSide("zero", *problem.matrix);
    FAIL();
  } catch (const InputError& error) {
    expectInMessage(error.what(), {"\"zero\"", "random", "ones", "A*ones"});
  }
}

TEST(MpiGallery, ErrorsNameTheChoices) {
  expectInMessage(messageOf("laplace2d", {}),
                  {"laplace2d", "laplace3d7", "laplace3d27", "anisotropic2d", "jumps3d", "elasticity3d"});
  expectInMessage(messageOf("laplace3d7", sized(0, 0, 0)), {"nx is 0", "[1, 100000]"});
  expectInMessage(messageOf("laplace3d7", sized(3, -1, 0)), {"ny is -1", "[1, 100000]"});
  expectInMessage(messageOf("laplace3d7", sized(3, 3, 100001)), {"nz is 100001", "[1, 100000]"});
  expectInMessage(messageOf("laplace3d27", sized(100000, 0, 0)), {"columns", "more ranks"});
  expectInMessage(messageOf("anisotropic2d", sized(4, 4, 2)), {"nz is 2", "[1, 1]"});
  expectInMessage(messageOf("elasticity3d", sized(1, 0, 0)), {"ny is 1", "[2, 100000]"});
  expectInMessage(messageOf("triangles2d", sized(10, 0, 0)), {"refinements", "[0, 9]"});
  expectInMessage(messageOf("triangles2d", sized(2, 2, 0)), {"refinements", "[0, 9]"});

  ProblemOptions options;
  options.contrast = -1;
  expectInMessage(messageOf("jumps3d", options), {"contrast is -1", "[1e-12, 1e+12]"});
  expectInMessage(messageOf("laplace3d7", options), {"does not read", "contrast", "none"});
  expectInMessage(messageOf("anisotropic2d", options), {"does not read", "contrast", "anisotropy, angle"});
  options = {};
  options.poissonRatio = 0.5;
  expectInMessage(messageOf("elasticity3d", options), {"poissonRatio is 0.5", "[0, 0.499]"});
  options = {};
  options.angle = std::nan("");
  expectInMessage(messageOf("anisotropic2d", options), {"angle is nan", "[-360, 360]"});
}
