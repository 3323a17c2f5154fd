// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Error.hpp"
#include "Chronos_LagrangeProblem.hpp"
#include "GalleryRows.hpp"
#include "LagrangeReference.hpp"
#include "TestComm.hpp"

#include <Teuchos_DefaultMpiComm.hpp>
#include <gtest/gtest.h>

#include <algorithm>

using namespace Chronos;
using GridAssembly::LagrangeMesh;
using GridAssembly::LagrangeRows;
using GridAssembly::LagrangeTables;
using Reference::Dense;
using Reference::LagrangeBody;
using Test::ownedRows;
using Test::sized;
using Test::world;

namespace {

// All that a test compares: one of the problems, and its reference.
struct Case {
  std::string name;
  ProblemOptions options;
  LagrangeBody body;
};

Case beamCase(int order, const Reference::Edges& n) {
  ProblemOptions options = sized(n[0], n[1], n[2]);
  options.order = order;
  return {"beam", options, Reference::beamBody(order, n)};
}

Case lshapeCase(int order, int n) {
  ProblemOptions options = sized(n, 0, 0);
  options.order = order;
  return {"lshape", options, Reference::lshapeBody(order, n)};
}

std::vector<Case> cases() {
  return {beamCase(1, {2, 1, 1}), beamCase(1, {5, 3, 2}), beamCase(2, {1, 1, 1}), beamCase(2, {4, 2, 1}),
          beamCase(3, {2, 1, 1}), beamCase(3, {3, 2, 1}), lshapeCase(1, 1),       lshapeCase(1, 4),
          lshapeCase(2, 2),       lshapeCase(3, 1),       lshapeCase(3, 3),       lshapeCase(4, 2)};
}

Dense dense(const TpetraCrsMatrix& matrix) {
  Dense result(static_cast<int>(matrix.getGlobalNumRows()));
  for (const auto& [row, entries] : ownedRows(matrix))
    for (const auto& [col, value] : entries) result(static_cast<int>(row), static_cast<int>(col)) = value;
  return result;
}

void expectNear(const Dense& actual, const Dense& expected, const std::string& what) {
  ASSERT_EQ(actual.n, expected.n) << what;
  double largest = 0;
  for (const double entry : expected.entries) largest = std::max(largest, std::abs(entry));
  for (int row = 0; row < actual.n; ++row)
    for (int col = 0; col < actual.n; ++col)
      ASSERT_NEAR(actual(row, col), expected(row, col), 1e-14 * largest) << what << " " << row << " " << col;
}

// The matrix before boundary conditions.
Dense freeMatrix(const Case& c) {
  const LagrangeMesh mesh = lagrangeMesh(findProblem(c.name), c.options);
  const auto rowMap = Teuchos::rcp(new Map(mesh.numNodes(), 0, world()));
  const double scale = mesh.isFlat() ? 1.0 : c.body.edge;
  return dense(*GridAssembly::assembleRows(
      rowMap, LagrangeRows{mesh, LagrangeTables(LagrangeElement(mesh.order)), scale, false}));
}

// Entries of all rows, without the matrix.
GlobalOrdinal countedEntries(const std::string& name, const ProblemOptions& options) {
  const LagrangeMesh mesh = lagrangeMesh(findProblem(name), options);
  const LagrangeRows rows{mesh, LagrangeTables(LagrangeElement(mesh.order)), 1.0};
  GlobalOrdinal sum = 0;
  for (GlobalOrdinal row = 0; row < mesh.numNodes(); ++row) sum += rows.length(row);
  return sum;
}

struct Magnitudes {
  double smallest = HUGE_VAL, largest = 0;
};

// Of this rank's entries that are not zero.
Magnitudes magnitudes(const TpetraCrsMatrix& matrix) {
  Magnitudes result;
  const auto local = matrix.getLocalMatrixHost();
  for (std::size_t e = 0; e < local.values.extent(0); ++e) {
    const double size = std::abs(local.values(e));
    if (size == 0) continue;
    result.smallest = std::min(result.smallest, size);
    result.largest = std::max(result.largest, size);
  }
  return result;
}

}  // namespace

TEST(Lagrange, PointsAreThoseOfTheTable) {
  for (int order = 1; order <= 4; ++order) {
    const auto expected = Reference::lobattoPoints(order);
    const LagrangeElement element(order);
    ASSERT_EQ(element.points.size(), expected.size());
    for (int a = 0; a <= order; ++a) EXPECT_NEAR(element.points[a], expected[a], 2e-16) << order;
    EXPECT_EQ(element.points.front(), 0);
    EXPECT_EQ(element.points.back(), 1);
  }
}

TEST(Lagrange, ElementMatricesAreTheIntegrals) {
  for (int order = 1; order <= 4; ++order) {
    const LagrangeElement element(order);
    const auto points = Reference::lobattoPoints(order);
    for (int a = 0; a <= order; ++a) {
      double weight = 0;
      for (const auto& [x, w] : Reference::gaussFive()) weight += w * Reference::lagrange(points, a, x)[0];
      EXPECT_NEAR(element.weights[a], weight, 1e-15);
      for (int b = 0; b <= order; ++b) {
        double stiffness = 0, mass = 0;
        for (const auto& [x, w] : Reference::gaussFive()) {
          const auto one = Reference::lagrange(points, a, x), other = Reference::lagrange(points, b, x);
          mass += w * one[0] * other[0];
          stiffness += w * one[1] * other[1];
        }
        EXPECT_NEAR(element.massAt(a, b), mass, 1e-15) << order << " " << a << " " << b;
        EXPECT_NEAR(element.stiffnessAt(a, b), stiffness, 1e-14 * element.stiffnessAt(order / 2, order / 2));
      }
    }
  }
}

// x^m and x^k at the points have the energies of those functions. That the weights integrate x^k to degree 2 p - 1 is
// what Gauss-Lobatto points are.
TEST(Lagrange, PowersHaveTheirIntegralsInEveryOrder) {
  for (int order = 1; order <= 8; ++order) {
    const LagrangeElement element(order);
    const auto powers = [&](int k) {
      std::vector<double> values;
      for (const double x : element.points) values.push_back(std::pow(x, k));
      return values;
    };
    for (int k = 0; k <= 2 * order - 1; ++k) {
      const auto u = powers(k);
      double sum = 0;
      for (int a = 0; a <= order; ++a) sum += element.weights[a] * u[a];
      EXPECT_NEAR(sum, 1.0 / (k + 1), 1e-15) << order << " " << k;
    }
    for (int m = 0; m <= order; ++m) {
      for (int k = 0; k <= order; ++k) {
        const auto u = powers(m), v = powers(k);
        double energy = 0, product = 0;
        for (int a = 0; a <= order; ++a) {
          for (int b = 0; b <= order; ++b) {
            energy += u[a] * element.stiffnessAt(a, b) * v[b];
            product += u[a] * element.massAt(a, b) * v[b];
            EXPECT_EQ(element.stiffnessAt(a, b), element.stiffnessAt(b, a));
            EXPECT_EQ(element.massAt(a, b), element.massAt(b, a));
          }
        }
        EXPECT_NEAR(product, 1.0 / (m + k + 1), 1e-15) << order;
        EXPECT_NEAR(energy, m * k == 0 ? 0.0 : double(m) * k / (m + k - 1), 1e-13) << order << " " << m << " " << k;
      }
    }
  }
}

TEST(Lagrange, MatricesAreTheirReference) {
  for (const Case& c : cases()) {
    const std::string what =
        c.name + " " + std::to_string(c.options.nx) + " of order " + std::to_string(c.options.order);
    expectNear(freeMatrix(c), c.body.matrix(false), what + ", free");
    const Problem problem = makeProblem(c.name, c.options, world());
    const auto a = dense(*problem.matrix);
    expectNear(a, c.body.matrix(true), what);
    EXPECT_TRUE(Reference::isPositiveDefinite(a)) << what;
    const auto rows = ownedRows(*problem.matrix);
    const auto places = problem.coordinates->getLocalViewHost(Tpetra::Access::ReadOnly);
    const auto load = problem.load->getLocalViewHost(Tpetra::Access::ReadOnly);
    const auto source = c.body.load([](const Reference::Position&, const std::array<double, 3>&) { return 1.0; });
    for (int row = 0; row < a.n; ++row) {
      for (int k = 0; k < c.body.dimension; ++k)
        EXPECT_NEAR(places(row, k), c.body.nodes[row].place[k], 1e-15 * (1 + c.body.nodes[row].place[k]));
      EXPECT_NEAR(load(row, 0), source[row], 1e-15) << what << " " << row;
      for (int col = 0; col < a.n; ++col) {
        ASSERT_EQ(a(row, col), a(col, row)) << what;
        ASSERT_EQ(rows.at(row).count(col) != 0, c.body.areCoupled(row, col)) << what << " " << row << " " << col;
        const double held = row == col ? 1.0 : 0.0;
        ASSERT_EQ(a(row, col), c.body.nodes[row].isBoundary ? held : a(row, col)) << what;
      }
    }
  }
}

TEST(Lagrange, ConstantsHaveNoForcesBeforeBoundaryConditions) {
  for (const Case& c : cases()) {
    const auto a = freeMatrix(c);
    for (int row = 0; row < a.n; ++row) {
      double sum = 0;
      for (int col = 0; col < a.n; ++col) sum += a(row, col);
      EXPECT_NEAR(sum, 0, 1e-13 * a(row, row)) << c.name << " " << row;
    }
  }
}

// Of degree 2: along x from pieces of which c u' is one line, zero at both ends.
TEST(Lagrange, BeamReproducesPolynomials) {
  for (const Case& c : {beamCase(2, {4, 2, 1}), beamCase(3, {2, 1, 1}), beamCase(3, {4, 1, 2})}) {
    const double length = c.options.nx * c.body.edge, half = length / 2, height = c.options.nz * c.body.edge;
    // Integrals of (s - x) / c over both halves add up to zero.
    const double s = (10 * half * half + length * length - half * half) / (2 * (10 * half + half));
    const auto antiderivative = [&](double x) { return s * x - x * x / 2; };
    const auto X = [&](double x) {
      return x <= half ? 10 * antiderivative(x) : 10 * antiderivative(half) + antiderivative(x) - antiderivative(half);
    };
    const auto Y = [](double y) { return y * (1 - y); };
    const auto Z = [&](double z) { return z * (height - z); };
    ASSERT_NEAR(X(length), 0, 1e-13);
    const auto b = c.body.load([&](const Reference::Position& at, const std::array<double, 3>& p) {
      return Y(p[1]) * Z(p[2]) + 2 * c.body.coefficient(at) * X(p[0]) * (Z(p[2]) + Y(p[1]));
    });
    const auto u = Reference::solved(dense(*makeProblem(c.name, c.options, world()).matrix), b);
    for (std::size_t row = 0; row < u.size(); ++row) {
      const auto& p = c.body.nodes[row].place;
      EXPECT_NEAR(u[row], X(p[0]) * Y(p[1]) * Z(p[2]), 1e-13 * std::max(1.0, X(half))) << c.options.order << " " << row;
    }
  }
}

// Of degree 3: x (1 - x) (2 - x) is zero at the sides and on the lines through the inner corner.
TEST(Lagrange, LshapeReproducesPolynomials) {
  const auto X = [](double x) { return x * (1 - x) * (2 - x); };
  const auto bend = [](double x) { return 6 * x - 6; };
  for (const Case& c : {lshapeCase(3, 1), lshapeCase(3, 3), lshapeCase(4, 2)}) {
    const auto b = c.body.load([&](const Reference::Position&, const std::array<double, 3>& p) {
      return -bend(p[0]) * X(p[1]) - X(p[0]) * bend(p[1]);
    });
    const auto u = Reference::solved(dense(*makeProblem(c.name, c.options, world()).matrix), b);
    for (std::size_t row = 0; row < u.size(); ++row) {
      const auto& p = c.body.nodes[row].place;
      EXPECT_NEAR(u[row], X(p[0]) * X(p[1]), 1e-13) << c.options.order << " " << row;
    }
  }
}

// x^3 y^3 - 2 y^3 + x y is zero nowhere in particular: the rows away from the boundary have its forces. In elements of
// order 1 it is another function, and they do not.
TEST(Lagrange, PolynomialsHaveTheirForces) {
  const auto u = [](double x, double y) { return x * x * x * y * y * y - 2 * y * y * y + x * y; };
  for (const int order : {1, 3, 4}) {
    const Case c = lshapeCase(order, 3);
    const auto a = freeMatrix(c);
    const auto b = c.body.load([](const Reference::Position&, const std::array<double, 3>& p) {
      return -6 * p[0] * p[1] * (p[0] * p[0] + p[1] * p[1]) + 12 * p[1];
    });
    double error = 0;
    for (int row = 0; row < a.n; ++row) {
      if (c.body.nodes[row].isBoundary) continue;
      double force = -b[row];
      for (int col = 0; col < a.n; ++col)
        force += a(row, col) * u(c.body.nodes[col].place[0], c.body.nodes[col].place[1]);
      error = std::max(error, std::abs(force));
    }
    if (order == 1) EXPECT_GT(error, 1e-4);
    else EXPECT_LT(error, 1e-12) << order;
  }
}

// Tsai 2024, table 5.1.
TEST(Lagrange, CountsAreThoseOfTheSource) {
  const auto expectCounts = [](const std::string& name, ProblemOptions options, int order, GlobalOrdinal rows,
                               GlobalOrdinal entries) {
    options.order = order;
    EXPECT_EQ(lagrangeMesh(findProblem(name), options).numNodes(), rows);
    EXPECT_EQ(countedEntries(name, options), entries);
  };
  expectCounts("beam", sized(64, 8, 8), 2, 37281, 2167425);
  expectCounts("beam", sized(64, 8, 8), 3, 120625, 14070001);
  expectCounts("beam", sized(64, 8, 8), 4, 279873, 57251713);
  expectCounts("beam", sized(128, 16, 16), 3, 924385, 111573601);
  expectCounts("lshape", sized(128, 0, 0), 3, 443905, 11066881);
  expectCounts("lshape", sized(256, 0, 0), 3, 1772545, 44252161);
  expectCounts("lshape", sized(128, 0, 0), 4, 788481, 28323841);
  expectCounts("lshape", sized(256, 0, 0), 4, 3149825, 113270785);
}

// Tsai 2024, table 6.1: 8.9e-7 to 1.0 and 4.0e-3 to 6.0.
TEST(Lagrange, MagnitudesAreThoseOfTheSource) {
  const auto beam = makeProblem("beam", sized(64, 8, 8), world()).matrix;
  EXPECT_EQ(beam->getGlobalNumEntries(), 14070001u);
  EXPECT_NEAR(magnitudes(*beam).smallest, 8.9e-7, 0.05e-7);
  EXPECT_EQ(magnitudes(*beam).largest, 1.0);
  const auto lshape = makeProblem("lshape", sized(128, 0, 0), world()).matrix;
  EXPECT_EQ(lshape->getGlobalNumEntries(), 11066881u);
  EXPECT_NEAR(magnitudes(*lshape).smallest, 4.0e-3, 0.05e-3);
  EXPECT_NEAR(magnitudes(*lshape).largest, 6.0, 0.05);
}

TEST(MpiLagrange, MatricesAreTheSameOnAnyNumberOfRanks) {
  const auto alone = Teuchos::rcp(new Teuchos::MpiComm<int>(MPI_COMM_SELF));
  for (const Case& c : cases()) {
    const Problem whole = makeProblem(c.name, c.options, alone), parts = makeProblem(c.name, c.options, world());
    EXPECT_EQ(parts.matrix->getGlobalNumEntries(), whole.matrix->getGlobalNumEntries());
    const auto rows = ownedRows(*whole.matrix);
    for (const auto& [row, entries] : ownedRows(*parts.matrix)) EXPECT_EQ(entries, rows.at(row)) << c.name;
    const auto expectPart = [](const TpetraMultiVector& part, const TpetraMultiVector& all) {
      const auto mine = part.getLocalViewHost(Tpetra::Access::ReadOnly);
      const auto values = all.getLocalViewHost(Tpetra::Access::ReadOnly);
      for (std::size_t row = 0; row < mine.extent(0); ++row)
        for (std::size_t col = 0; col < mine.extent(1); ++col)
          EXPECT_EQ(mine(row, col), values(part.getMap()->getGlobalElement(static_cast<LocalOrdinal>(row)), col));
    };
    expectPart(*parts.load, *whole.load);
    expectPart(*parts.coordinates, *whole.coordinates);
  }
}

TEST(MpiLagrange, ErrorsNameWhatIsAllowed) {
  const auto expectMessage = [](const std::string& name, const ProblemOptions& options, const std::string& part) {
    try {
      makeProblem(name, options, world());
      FAIL() << part;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  ProblemOptions options = sized(2, 2, 2);
  expectMessage("lshape", options, "the size is one number");
  expectMessage("beam", sized(0, 1, 1), "nx is 0, allowed is [1, 100000] elements");
  expectMessage("beam", sized(4, -2, 1), "ny is -2, allowed is [1, 100000] elements");
  expectMessage("beam", sized(1000, 0, 0), "more ranks");
  expectMessage("lshape", sized(100000, 0, 0), "more ranks");
  options.order = 9;
  expectMessage("beam", options, "order is 9, allowed is [1, 8]");
  expectMessage("laplace3d7", options, "does not read the option --order");
}
