// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace Chronos::Test {
namespace {

using Apply = std::function<void(const TpetraMultiVector&, TpetraMultiVector&, double, double)>;

TpetraMultiVector randomVectors(const Teuchos::RCP<const Map>& map, std::size_t numColumns, unsigned seed) {
  TpetraMultiVector X(map, numColumns);
  X.randomize(-1.0, 1.0 + 1e-3 * seed);
  return X;
}

double difference(const TpetraMultiVector& X, const TpetraMultiVector& Y) {
  TpetraMultiVector D(X.getMap(), X.getNumVectors());
  Tpetra::deep_copy(D, X);
  D.update(-1.0, Y, 1.0);
  Teuchos::Array<double> d(X.getNumVectors()), x(X.getNumVectors());
  D.norm2(d());
  X.norm2(x());
  double largest = 0;
  for (int i = 0; i < d.size(); ++i) largest = std::max(largest, d[i] / x[i]);
  return largest;
}

// alpha Op X + beta Y by single vectors, each in memory of its own.
TpetraMultiVector columnByColumn(const Apply& apply, const TpetraMultiVector& X, const TpetraMultiVector& Y,
                                 double alpha, double beta) {
  TpetraMultiVector result(Y.getMap(), Y.getNumVectors());
  for (std::size_t j = 0; j < X.getNumVectors(); ++j) {
    const TpetraVector x(*X.getVector(j), Teuchos::Copy);
    TpetraVector y(*Y.getVector(j), Teuchos::Copy);
    apply(x, y, alpha, beta);
    Tpetra::deep_copy(*result.getVectorNonConst(j), y);
  }
  return result;
}

// What Tpetra::Operator allows: columns chosen from others, overlaps, factors, a Y that holds no number.
void expectAnyVectors(const Apply& apply, const Teuchos::RCP<const Map>& map) {
  using Columns = Teuchos::Array<std::size_t>;
  const double tolerance = 1e-12;
  for (const auto& [alpha, beta] : std::vector<std::pair<double, double>>{{1, 0}, {2.5, 0}, {-1, 0.5}, {0, 0.5}}) {
    TpetraMultiVector X = randomVectors(map, 5, 1), Y = randomVectors(map, 5, 2);
    const Columns chosen(Teuchos::tuple<std::size_t>(0, 2, 4)), others(Teuchos::tuple<std::size_t>(4, 0, 1));
    const auto xPart = X.subView(chosen());
    const auto yPart = Y.subViewNonConst(others());
    const auto expected = columnByColumn(apply, *xPart, *yPart, alpha, beta);
    const TpetraVector untouched(*Y.getVector(2), Teuchos::Copy);
    apply(*xPart, *yPart, alpha, beta);
    EXPECT_LE(difference(expected, *yPart), tolerance);
    EXPECT_EQ(difference(untouched, *Y.getVector(2)), 0);

    TpetraMultiVector Z = randomVectors(map, 3, 3);
    const auto intoPlain = columnByColumn(apply, *xPart, Z, alpha, beta);
    apply(*xPart, Z, alpha, beta);
    EXPECT_LE(difference(intoPlain, Z), tolerance);

    TpetraMultiVector same = randomVectors(map, 3, 4);
    const auto inPlace = columnByColumn(apply, same, same, alpha, beta);
    apply(same, same, alpha, beta);
    EXPECT_LE(difference(inPlace, same), tolerance);

    TpetraMultiVector shifted = randomVectors(map, 4, 5);
    const auto front = shifted.subView(Teuchos::Range1D(0, 2));
    const auto back = shifted.subViewNonConst(Teuchos::Range1D(1, 3));
    const auto moved = columnByColumn(apply, *front, *back, alpha, beta);
    apply(*front, *back, alpha, beta);
    EXPECT_LE(difference(moved, *back), tolerance);
  }
  const TpetraMultiVector X = randomVectors(map, 2, 6);
  TpetraMultiVector Y(map, 2);
  const auto expected = columnByColumn(apply, X, Y, 3, 0);
  Y.putScalar(std::numeric_limits<double>::quiet_NaN());
  apply(X, Y, 3, 0);
  EXPECT_LE(difference(expected, Y), tolerance);
}

void expectRefusals(const Apply& apply, const Teuchos::RCP<const Map>& map) {
  const TpetraMultiVector two(map, 2);
  TpetraMultiVector one(map, 1);
  EXPECT_THROW(apply(two, one, 1, 0), InputError);
  const auto otherMap = Teuchos::rcp(new Map(map->getGlobalNumElements() + 1, map->getIndexBase(), map->getComm()));
  const TpetraMultiVector elsewhere(otherMap, 1);
  TpetraMultiVector elsewhereToo(otherMap, 1);
  EXPECT_THROW(apply(elsewhere, one, 1, 0), InputError);
  EXPECT_THROW(apply(one, elsewhereToo, 1, 0), InputError);
}

Problem smallElasticity() {
  ProblemOptions options;
  options.nx = 6;
  return makeProblem("elasticity3d", options, world());
}

TEST(MpiApply, EveryTypeTakesAnyMultivectors) {
  const Problem problem = smallElasticity();
  for (const auto& type : preconditionerTypes()) {
    SCOPED_TRACE(type.first);
    Preconditioner<> M(problem.matrix);
    Parameters parameters;
    parameters.type = type.first;
    if (type.first == "amg") parameters.amg.coarseSize = 40;
    M.setParameters(parameters);
    M.compute();
    const Apply apply = [&](const TpetraMultiVector& X, TpetraMultiVector& Y, double alpha, double beta) {
      M.apply(X, Y, Teuchos::NO_TRANS, alpha, beta);
    };
    expectAnyVectors(apply, problem.matrix->getRowMap());
    expectRefusals(apply, problem.matrix->getRowMap());
  }
}

TEST(MpiApply, TheMatrixTakesAnyMultivectors) {
  const Problem problem = smallElasticity();
  Preconditioner<> M(problem.matrix);
  M.initialize();
  const MatrixOperator A(M.distMatrix());
  const Apply apply = [&](const TpetraMultiVector& X, TpetraMultiVector& Y, double alpha, double beta) {
    A.apply(X, Y, Teuchos::NO_TRANS, alpha, beta);
  };
  expectAnyVectors(apply, problem.matrix->getRowMap());
  expectRefusals(apply, problem.matrix->getRowMap());
}

}  // namespace
}  // namespace Chronos::Test
