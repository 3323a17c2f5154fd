// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// What holds of every row of the table of smoothers, those to come included.
#include "Chronos_Error.hpp"
#include "Chronos_Preconditioner.hpp"
#include "DenseOperators.hpp"

namespace Chronos::Test {
namespace {

Problem smallProblem() {
  ProblemOptions options;
  options.nx = 8;
  return makeProblem("laplace3d7", options, world());
}

TEST(SmootherTable, RowsAreNamedAndDocumented) {
  std::vector<std::string> names;
  for (const SmootherMethod& method : smootherTable(SmootherUse::smoothing)) {
    names.push_back(method.name);
    EXPECT_GT(method.documentation.size(), 10u) << method.name;
    EXPECT_EQ(bool(method.bind), method.defaults.has_value()) << method.name;
  }
  const auto alone = namesOf(smootherTable(SmootherUse::preconditioning));
  ASSERT_EQ(alone.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(alone[i].first, names[i]);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
}

TEST(SmootherTable, DefaultsOfASmootherThatStandsAloneMayDiffer) {
  const Parameters parameters;
  const auto& alone = parameters.smoothers.of<AdaptiveFsaiParameters>("adaptive fsai");
  const auto& smoothing = parameters.amg.level.smoother.method.of<AdaptiveFsaiParameters>("adaptive fsai");
  EXPECT_EQ(alone.maxSteps, AdaptiveFsaiParameters().maxSteps);
  EXPECT_EQ(smoothing.maxSteps, smoothingFsai().maxSteps);
  EXPECT_NE(alone.maxSteps, smoothing.maxSteps);
}

TEST(SmootherTable, ChoicesShareNothing) {
  SmootherParameters one;
  SmootherParameters other = one;
  other.method.of<ChebyshevParameters>("chebyshev").degree = 7;
  other.method.choose("chebyshev");
  EXPECT_EQ(one.method.of<ChebyshevParameters>("chebyshev").degree, ChebyshevParameters().degree);
  EXPECT_EQ(one.method.name(), "adaptive fsai");
  EXPECT_THROW(one.method.choose("ilu"), InputError);
  EXPECT_EQ(one.method.name(), "adaptive fsai");
}

TEST(MpiSmootherTable, EachIsATypeWithParametersOfItsOwn) {
  const Problem problem = smallProblem();
  for (const SmootherMethod& method : smootherTable(SmootherUse::preconditioning)) {
    SCOPED_TRACE(method.name);
    Teuchos::ParameterList list;
    list.set("type", method.name);
    if (method.bind) list.sublist(method.name);
    Preconditioner<> M(problem.matrix);
    M.setParameters(list);
    M.compute();
    EXPECT_EQ(M.report().name, method.name);
    EXPECT_TRUE(M.hierarchy().is_null());
    EXPECT_GT(M.smoother()->numBytes(), 0u);
  }
}

// The lists of a type at the top and of a level's smoother are two.
TEST(MpiSmootherTable, ChebyshevTakesItsDegreeFromTheTop) {
  const Problem problem = smallProblem();
  Teuchos::ParameterList list;
  list.set("type", std::string("chebyshev"));
  list.sublist("chebyshev").set("degree", 3);
  list.sublist("amg").sublist("smoother").sublist("chebyshev").set("degree", 5);
  Preconditioner<> M(problem.matrix);
  M.setParameters(list);
  M.compute();
  ChebyshevParameters expected;
  expected.degree = 3;
  const Chebyshev smoother(M.distMatrix(), expected);
  const Map& map = *problem.matrix->getRowMap();
  const Dense found = denseOf(M, map), wanted = denseOf(smoother, map);
  EXPECT_EQ(found.entries, wanted.entries);
}

TEST(MpiSmootherTable, AnUnknownTypeIsRefusedByAllRanks) {
  const Problem problem = smallProblem();
  Preconditioner<> M(problem.matrix);
  Parameters parameters;
  parameters.type = "ilu";
  M.setParameters(parameters);
  EXPECT_THROW(M.compute(), InputError);
}

}  // namespace
}  // namespace Chronos::Test
