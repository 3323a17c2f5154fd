// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_IterationChoice.hpp"

#include "Chronos_CgIteration.hpp"
#include "Chronos_FlexibleConjugateGradient.hpp"
#include "Chronos_SingleReductionCg.hpp"
#include "Chronos_SingleVectorCg.hpp"
#include "Chronos_StationaryIteration.hpp"
#include "Chronos_UnwatchedCg.hpp"
#include "CountedOperator.hpp"
#include "FsaiReference.hpp"
#include "NumbersOnDevice.hpp"

#include <gtest/gtest.h>

#include <typeinfo>

namespace Chronos::Test {
namespace {

constexpr int numRows = 50;

struct Untouched : SingleVectorOperator {
  void apply(const ConstSingleVector&, const SingleVector&, float, float) const override {}
};

// One rank: ranks that cannot sum on their device choose as if numbers were to come to the host.
struct Choice {
  Teuchos::RCP<const Map> map = evenMap(numRows);
  CountedOperator A{spdMatrix(numRows, 6, 1), map}, M{spdMatrix(numRows, 3, 2), map};

  template <class Iteration>
  bool is(KrylovMethod method, int width, const Operator* preconditioner, const NarrowSystem& narrow = {}) const {
    SolverParameters parameters;
    parameters.method = method;
    const Block x = allocateBlock("x", numRows, width), r = allocateBlock("r", numRows, width);
    const auto iteration = makeIteration(parameters, A, preconditioner, narrow, x, r);
    EXPECT_EQ(iteration->width(), width);
    const ColumnIteration& made = *iteration;
    return typeid(made) == typeid(Iteration);
  }
};

TEST(IterationChoice, NumbersOfConjugateGradientsStayOnTheDevice) {
  const Choice choice;
  for (bool leaves : {false, true}) {
    const NumbersOnDevice numbers(leaves);
    for (int width : {1, 2, 4, 8}) {
      EXPECT_EQ(choice.is<UnwatchedCg>(KrylovMethod::cg, width, &choice.M), leaves);
      EXPECT_EQ(choice.is<CgIteration>(KrylovMethod::cg, width, &choice.M), !leaves);
      EXPECT_TRUE(choice.is<CgIteration>(KrylovMethod::cg, width, nullptr));
    }
  }
}

TEST(IterationChoice, OtherMethodsAreThoseAskedFor) {
  const Choice choice;
  for (int width : {1, 8}) {
    EXPECT_TRUE(choice.is<FlexibleConjugateGradient>(KrylovMethod::flexibleCg, width, &choice.M));
    EXPECT_TRUE(choice.is<SingleReductionCg>(KrylovMethod::singleReductionCg, width, &choice.M));
    EXPECT_TRUE(choice.is<StationaryIteration>(KrylovMethod::stationary, width, &choice.M));
  }
}

TEST(IterationChoice, VectorsInSingleWhereBothOperatorsTakeThem) {
  const Choice choice;
  const Untouched matrix, preconditioner;
  EXPECT_TRUE(choice.is<SingleVectorCg>(KrylovMethod::flexibleCg, 1, &choice.M, {&choice.A, &matrix, &preconditioner}));
  EXPECT_TRUE(
      choice.is<FlexibleConjugateGradient>(KrylovMethod::flexibleCg, 1, &choice.M, {&choice.A, &matrix, nullptr}));
}

struct Narrowed : CountedOperator {
  using CountedOperator::CountedOperator;
  NarrowSystem narrowSystem() const override { return {this, &matrix, &preconditioner}; }
  Untouched matrix, preconditioner;
};

// Vectors in single are for one column, and all of it for flexible methods alone.
TEST(IterationChoice, FlexibleMethodsTakeTheNarrowSystem) {
  const Narrowed M(spdMatrix(numRows, 3, 2), evenMap(numRows));
  SolverParameters parameters;
  EXPECT_TRUE(narrowSystemOf(parameters, &M, 1).takesSingleVectors());
  EXPECT_TRUE(narrowSystemOf(parameters, &M, 8).exists());
  EXPECT_FALSE(narrowSystemOf(parameters, &M, 8).takesSingleVectors());
  EXPECT_FALSE(narrowSystemOf(parameters, nullptr, 1).exists());
  parameters.method = KrylovMethod::cg;
  EXPECT_FALSE(narrowSystemOf(parameters, &M, 1).exists());
}

}  // namespace
}  // namespace Chronos::Test
