// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Reservoir.hpp"

#include "Chronos.hpp"
#include "Chronos_GlobalHash.hpp"
#include "GalleryReference.hpp"
#include "GalleryRows.hpp"
#include "TestComm.hpp"

#include <Teuchos_DefaultMpiComm.hpp>
#include <gtest/gtest.h>

#include <algorithm>

using namespace Chronos;
using Test::ownedRows;
using Test::sized;
using Test::world;

namespace {

ProblemOptions body(int nx, int ny, int nz) {
  ProblemOptions options = sized(nx, ny, nz);
  options.contrast = 0.2;
  options.stretch = 0.75;
  options.growth = 6;
  options.poissonRatio = 0.35;
  return options;
}

// Displacements of up to `size`, a function of the global row alone.
Teuchos::RCP<TpetraMultiVector> someState(const Reservoir& reservoir, double size, std::uint64_t seed = 11) {
  const auto u = Teuchos::rcp(new TpetraMultiVector(reservoir.rowMap(), 1));
  const auto view = u->getLocalViewHost(Tpetra::Access::OverwriteAll);
  for (std::size_t row = 0; row < view.extent(0); ++row)
    view(row, 0) = size * globalUniform(seed, reservoir.rowMap()->getGlobalElement(static_cast<LocalOrdinal>(row)));
  return u;
}

std::vector<double> owned(const TpetraMultiVector& x) {
  const auto view = x.getLocalViewHost(Tpetra::Access::ReadOnly);
  std::vector<double> values(view.extent(0));
  for (std::size_t row = 0; row < values.size(); ++row) values[row] = view(row, 0);
  return values;
}

double norm(const TpetraMultiVector& x) {
  Teuchos::Array<double> result(1);
  x.norm2(result());
  return result[0];
}

// Everything once more, brick by brick on the host, by quadrature.
class BodyReference {
 public:
  explicit BodyReference(const ProblemOptions& options)
      : options_(options),
        n_{static_cast<int>(options.nx), static_cast<int>(options.ny), static_cast<int>(options.nz)},
        bricks_{n_[0] + 1, n_[1] + 1, n_[2]} {}

  double edge(int d, int i) const {
    const double place = (i + 0.5) / bricks_[d] * 2 - 1;
    const double outwards = d == 2 ? -place : std::abs(place);
    return (d == 2 ? options_.stretch : 1) * (outwards > 0.5 ? std::pow(options_.growth, 2 * outwards - 1) : 1);
  }
  double modulus(int k) const {
    const int layer = static_cast<int>(8 * (bricks_[2] - k - 0.5) / bricks_[2]);
    return (layer + 0.5) / 4 * (layer % 2 == 1 ? options_.contrast : 1);
  }
  double pressure(const Reference::Position& at) const {
    double sum = 0;
    for (int d = 0; d < 3; ++d)
      sum += std::pow(((at[d] + 0.5) / bricks_[d] * 2 - 1) / std::max(d == 2 ? 0.2 : 0.5, 2.0 / bricks_[d]), 2);
    return sum < 1 ? 1 : 0;
  }

  // visit(position, edges, corner rows (-1 where clamped))
  template <class Visit>
  void forEachBrick(const Visit& visit) const {
    Reference::forEachPosition({0, 0, 0}, bricks_, [&](const Reference::Position& at) {
      std::array<int, 8> nodes;
      for (int c = 0; c < 8; ++c) {
        const Reference::Position node = {at[0] - 1 + c % 2, at[1] - 1 + c / 2 % 2, at[2] - 1 + c / 4};
        nodes[c] = Reference::inside(n_, node) ? Reference::indexOf(n_, node) : -1;
      }
      visit(at, std::array<double, 3>{edge(0, at[0]), edge(1, at[1]), edge(2, at[2])}, nodes);
    });
  }

  Reference::Dense matrix() const {
    Reference::Dense a(3 * n_[0] * n_[1] * n_[2]);
    forEachBrick([&](const Reference::Position& at, const std::array<double, 3>& h, const std::array<int, 8>& nodes) {
      forEachPoint(h, [&](double weight, const std::array<std::array<double, 3>, 8>& slope) {
        for (int p = 0; p < 8; ++p) {
          for (int q = 0; q < 8; ++q) {
            if (nodes[p] < 0 || nodes[q] < 0) continue;
            for (int i = 0; i < 3; ++i)
              for (int j = 0; j < 3; ++j)
                a(3 * nodes[p] + i, 3 * nodes[q] + j) +=
                    weight * Reference::energy(Reference::strain(i, slope[p]), Reference::strain(j, slope[q]),
                                               modulus(at[2]), options_.poissonRatio);
          }
        }
      });
    });
    return a;
  }

  // Of a state under a drop of pressure.
  double energy(const std::vector<double>& u, double drop) const {
    const double nu = options_.poissonRatio, lambda = nu / ((1 + nu) * (1 - 2 * nu)), mu = 0.5 / (1 + nu), kappa = 100;
    double sum = 0;
    forEachBrick([&](const Reference::Position& at, const std::array<double, 3>& h, const std::array<int, 8>& nodes) {
      const double young = modulus(at[2]), volume = h[0] * h[1] * h[2];
      double mean = 0;
      forEachPoint(h, [&](double weight, const std::array<std::array<double, 3>, 8>& slope) {
        std::array<double, 6> strain{};
        for (int c = 0; c < 8; ++c) {
          for (int i = 0; i < 3 && nodes[c] >= 0; ++i) {
            const auto part = Reference::strain(i, slope[c]);
            for (int k = 0; k < 6; ++k) strain[k] += u[3 * nodes[c] + i] * part[k];
          }
        }
        sum += weight * Reference::energy(strain, strain, young, nu) / 2;
        mean += weight * (strain[0] + strain[1] + strain[2]) / volume;
      });
      const double stiffened = (std::exp(-kappa * mean) - 1 + kappa * mean) / (kappa * kappa);
      sum += lambda * young * volume * (stiffened - mean * mean / 2);
      sum += drop * (lambda + 2 * mu) / kappa * pressure(at) * volume * mean;
    });
    return sum;
  }

 private:
  template <class Visit>
  static void forEachPoint(const std::array<double, 3>& h, const Visit& visit) {
    Reference::forEachPosition({0, 0, 0}, {3, 3, 3}, [&](const Reference::Position& g) {
      const std::array<double, 3> point = {Reference::gaussPoints()[g[0]], Reference::gaussPoints()[g[1]],
                                           Reference::gaussPoints()[g[2]]};
      std::array<std::array<double, 3>, 8> slope;
      for (int c = 0; c < 8; ++c) slope[c] = Reference::gradient({c % 2, c / 2 % 2, c / 4}, point, h);
      double weight = h[0] * h[1] * h[2];
      for (int d = 0; d < 3; ++d) weight *= Reference::gaussWeights()[g[d]];
      visit(weight, slope);
    });
  }

  ProblemOptions options_;
  Reference::Edges n_, bricks_;
};

Reference::Dense dense(const TpetraCrsMatrix& matrix) {
  Reference::Dense result(static_cast<int>(matrix.getGlobalNumRows()));
  for (const auto& [row, entries] : ownedRows(matrix))
    for (const auto& [col, value] : entries) result(static_cast<int>(row), static_cast<int>(col)) = value;
  return result;
}

}  // namespace

TEST(Reservoir, AtRestItIsItsReference) {
  for (const auto& n : std::vector<Reference::Edges>{{1, 1, 1}, {2, 3, 2}, {3, 2, 9}, {4, 4, 3}}) {
    const ProblemOptions options = body(n[0], n[1], n[2]);
    const auto a = dense(*makeProblem("reservoir3d", options, world()).matrix);
    const auto expected = BodyReference(options).matrix();
    double largest = 0;
    for (const double entry : expected.entries) largest = std::max(largest, std::abs(entry));
    ASSERT_EQ(a.n, expected.n);
    for (int row = 0; row < a.n; ++row) {
      for (int col = 0; col < a.n; ++col) {
        ASSERT_NEAR(a(row, col), expected(row, col), 1e-14 * largest) << row << " " << col;
        ASSERT_EQ(a(row, col), a(col, row)) << row << " " << col;
      }
    }
    EXPECT_TRUE(Reference::isPositiveDefinite(a));
  }
}

// The one changes as the other says: forces with the energy, the tangent with the forces.
TEST(Reservoir, ForcesAndTangentAreDerivativesOfTheEnergy) {
  const ProblemOptions options = body(3, 4, 5);
  const Reservoir reservoir(options, world());
  const BodyReference reference(options);
  const double drop = 0.7, small = 1e-6;
  const auto u = someState(reservoir, 0.02);
  const auto A = reservoir.makeMatrix();
  reservoir.setTangent(*u, *A);
  const auto tangent = dense(*A);
  EXPECT_TRUE(Reference::isPositiveDefinite(tangent));
  const auto r = owned(*reservoir.residual(drop, *u));
  const auto rest = dense(*reservoir.makeMatrix());
  double change = 0;
  for (int row = 0; row < tangent.n; ++row) {
    auto more = owned(*u), less = more;
    more[row] += small;
    less[row] -= small;
    const double slope = (reference.energy(more, drop) - reference.energy(less, drop)) / (2 * small);
    EXPECT_NEAR(r[row], -slope, 1e-7 * norm(*reservoir.residual(drop, *u))) << row;
    const auto moved = [&](double by) {
      TpetraMultiVector v(*u, Teuchos::Copy);
      v.sumIntoGlobalValue(row, 0, by);
      return owned(*reservoir.residual(drop, v));
    };
    const auto up = moved(small), down = moved(-small);
    for (int col = 0; col < tangent.n; ++col) {
      EXPECT_NEAR(tangent(row, col), -(up[col] - down[col]) / (2 * small), 1e-6 * tangent(row, row)) << row;
      EXPECT_EQ(tangent(row, col), tangent(col, row));
      change = std::max(change, std::abs(tangent(row, col) / rest(row, row) - rest(row, col) / rest(row, row)));
    }
  }
  EXPECT_GT(change, 0.1);
}

TEST(MpiReservoir, StatesAreTheSameOnAnyNumberOfRanks) {
  for (const auto& n : std::vector<Reference::Edges>{{1, 1, 2}, {5, 2, 3}, {4, 5, 7}}) {
    const ProblemOptions options = body(n[0], n[1], n[2]);
    const Reservoir parts(options, world());
    const Reservoir whole(options, Teuchos::rcp(new Teuchos::MpiComm<int>(MPI_COMM_SELF)));
    const auto u = someState(parts, 0.02), all = someState(whole, 0.02);
    const auto A = parts.makeMatrix(), B = whole.makeMatrix();
    parts.setTangent(*u, *A);
    whole.setTangent(*all, *B);
    const auto rows = ownedRows(*B);
    for (const auto& [row, entries] : ownedRows(*A)) EXPECT_EQ(entries, rows.at(row)) << row;
    const auto expectPart = [&](const TpetraMultiVector& part, const TpetraMultiVector& of) {
      const auto mine = owned(part), values = owned(of);
      for (std::size_t row = 0; row < mine.size(); ++row)
        EXPECT_EQ(mine[row], values[part.getMap()->getGlobalElement(static_cast<LocalOrdinal>(row))]);
    };
    expectPart(*parts.residual(0.3, *u), *whole.residual(0.3, *all));
    expectPart(*parts.load(0.3), *whole.load(0.3));
    EXPECT_GT(norm(*parts.load(0.3)), 0);
    EXPECT_NEAR(norm(*parts.load(0.6)), 2 * norm(*parts.load(0.3)), 1e-13);
  }
}

// One matrix object, values only; the sign: a drop of pressure pulls the top down.
TEST(MpiReservoir, NewtonFindsTheStateAndTheTopGoesDown) {
  const Reservoir reservoir(body(9, 8, 7), world());
  const auto A = reservoir.makeMatrix();
  const auto M = Teuchos::rcp(new Preconditioner<>(A));
  Teuchos::ParameterList list;
  list.set("preset", std::string("smoothed aggregation"));
  list.sublist("amg").set("coarse size", 60);
  list.sublist("solver").set("tolerance", 1e-10);
  list.sublist("user data").set("Coordinates", reservoir.coordinates());
  M->setParameters(list);
  TpetraMultiVector u(reservoir.rowMap(), 1), du(reservoir.rowMap(), 1);
  std::vector<double> residuals;
  for (int step = 0; step < 8; ++step) {
    const auto r = reservoir.residual(1.5, u);
    residuals.push_back(norm(*r));
    if (residuals.back() < 1e-11 * residuals.front()) break;
    reservoir.setTangent(u, *A);
    EXPECT_EQ(M->renew(step == 0 ? Renewal::setUp : Renewal::newValues),
              step == 0 ? Renewal::setUp : Renewal::newValues);
    du.putScalar(0);
    ASSERT_EQ(solve(*M, *r, du).status, SolveStatus::converged);
    u.update(1, du, 1);
  }
  EXPECT_LT(residuals.back(), 1e-11 * residuals.front()) << residuals.size();
  EXPECT_GE(residuals.size(), 4u);  // it is not linear
  const auto values = owned(u);
  double lowest = 0, topMiddle = 0;
  for (std::size_t row = 0; row < values.size(); ++row) {
    const GlobalOrdinal global = reservoir.rowMap()->getGlobalElement(static_cast<LocalOrdinal>(row));
    if (global % 3 == 2) lowest = std::min(lowest, values[row]);
    if (global == 3 * (4 + 9 * (4 + 8 * 6)) + 2) topMiddle = values[row];
  }
  const double mine[2] = {lowest, topMiddle};
  double all[2] = {};
  Teuchos::reduceAll(*world(), Teuchos::REDUCE_MIN, 2, mine, all);
  EXPECT_LT(all[1], 0.0);
  EXPECT_LE(all[0], all[1]);
}

TEST(MpiReservoir, MotionsOfTheWholeBodyHaveNoForcesAwayFromTheClamp) {
  const ProblemOptions options = body(6, 5, 4);
  const Problem problem = makeProblem("reservoir3d", options, world());
  EXPECT_EQ(problem.dofsPerNode, 3);
  TpetraMultiVector forces(problem.matrix->getRangeMap(), 6);
  problem.matrix->apply(*problem.nearKernel, forces);
  const auto view = forces.getLocalViewHost(Tpetra::Access::ReadOnly);
  for (std::size_t row = 0; row < view.extent(0); ++row) {
    const GlobalOrdinal node = forces.getMap()->getGlobalElement(static_cast<LocalOrdinal>(row)) / 3;
    const GlobalOrdinal i = node % 6, j = node / 6 % 5, k = node / 30;
    if (i == 0 || i == 5 || j == 0 || j == 4 || k == 0) continue;
    for (int mode = 0; mode < 6; ++mode) EXPECT_NEAR(view(row, mode), 0.0, 1e-11) << node;
  }
}

TEST(MpiReservoir, OptionsOutOfRangeAreNamed) {
  ProblemOptions options;
  options.growth = 0.5;
  try {
    makeProblem("reservoir3d", options, world());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("growth is 0.5, allowed is [1, 1000]"), std::string::npos) << error.what();
  }
}
