// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMALLHIERARCHIES_HPP
#define CHRONOS_SMALLHIERARCHIES_HPP

#include "Chronos_Amg.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

/// Hierarchies of small Laplacians, and what the tests of hierarchies ask of them.
namespace Chronos::Test {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

struct System {
  Problem problem;  // owns the arrays
  Matrix A;
};

inline System laplacian(int n) {
  ProblemOptions options;
  options.nx = n;
  System system{makeProblem("laplace3d7", options, world()), {}};
  system.A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*system.problem.matrix)));
  return system;
}

inline AmgParameters smallCoarse(const std::string& smoother = "jacobi") {
  AmgParameters parameters;
  parameters.level.smoother.method.choose(smoother);
  parameters.coarseSize = 20;
  parameters.minRowsPerRank = 0;
  parameters.repeatsSharedLevels = true;
  return parameters;
}

inline Vector vectorOf(const Map& map, std::uint64_t seed) {
  return toView("x", ownedVector<double>(map, seed));
}
inline Vector vectorOf(const DistMatrix<double>& A, std::uint64_t seed) {
  return vectorOf(*A.rowMap(), seed);
}

// Op x, over what is no number.
inline Vector applied(const Operator& op, const Vector& x) {
  const auto y = toView("y", wrongValues<double>(TrilinosVersion::numLocal(*op.rangeMap())));
  op.apply(asBlock(x), asBlock(y));
  return y;
}

inline double dotOf(const Vector& x, const Vector& y) {
  const auto xHost = toVector(x), yHost = toVector(y);
  return sumOverRanks(*world(), std::inner_product(xHost.begin(), xHost.end(), yHost.begin(), 0.0));
}

inline Vector cycled(const Hierarchy& hierarchy, const Vector& b) {
  return applied(Amg(Teuchos::rcpFromRef(hierarchy)), b);
}

inline void expectSymmetric(const Hierarchy& hierarchy, bool expected) {
  const Map& map = *hierarchy.levels[0].A->rangeMap();
  const Vector u = vectorOf(map, 1), v = vectorOf(map, 2);
  const Vector Bu = cycled(hierarchy, u), Bv = cycled(hierarchy, v);
  const double scale = std::sqrt(dotOf(Bu, Bu) * dotOf(v, v));
  const double difference = std::abs(dotOf(Bu, v) - dotOf(u, Bv)) / scale;
  if (expected) {
    EXPECT_LT(difference, 1e-13);
  } else {
    EXPECT_GT(difference, 1e-10);
  }
  EXPECT_GT(dotOf(Bu, u), 0);
}

inline bool hasNote(const Hierarchy& hierarchy, const std::string& text) {
  const auto& notes = hierarchy.report.notes;
  return std::any_of(notes.begin(), notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

}  // namespace Chronos::Test

#endif
