// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// The factory alone; Stratimikos with it is example 06, which the tests of the installed package run.
#include "Chronos_Stratimikos.hpp"

#include "Chronos_CreatePreconditioner.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "TestComm.hpp"

#include <Thyra_DefaultLinearOpSource.hpp>
#include <Thyra_TpetraThyraWrappers.hpp>

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

using ThyraOperator = Thyra::TpetraLinearOp<double, LocalOrdinal, GlobalOrdinal, Node>;

Problem problemOf(int n) {
  ProblemOptions options;
  options.nx = options.ny = options.nz = n;
  return makeProblem("laplace3d7", options, world());
}

Teuchos::RCP<const Thyra::LinearOpSourceBase<double>> sourceOf(const Teuchos::RCP<TpetraOperator>& A) {
  return Thyra::defaultLinearOpSource<double>(Thyra::createConstLinearOp<double, LocalOrdinal, GlobalOrdinal, Node>(A));
}

Teuchos::RCP<const Preconditioner<>> behind(const Thyra::PreconditionerBase<double>& prec) {
  const auto op = Teuchos::rcp_dynamic_cast<const ThyraOperator>(prec.getUnspecifiedPrecOp(), true);
  return Teuchos::rcp_dynamic_cast<const Preconditioner<>>(op->getConstTpetraOperator(), true);
}

TEST(MpiStratimikos, ReUseAsTheListSaysUntilItChanges) {
  const Problem problem = problemOf(10);
  const auto factory = thyraStrategy()->create();
  const auto list = Teuchos::parameterList();
  list->set("preset", std::string("flow"));
  list->sublist("amg").set("reuse", std::string("all"));
  factory->setParameterList(list);
  const auto prec = factory->createPrec();
  factory->initializePrec(sourceOf(problem.matrix), prec.get(), Thyra::SUPPORT_SOLVE_UNSPECIFIED);
  const auto M = behind(*prec);
  const auto hierarchy = M->hierarchy();
  factory->initializePrec(sourceOf(problem.matrix), prec.get(), Thyra::SUPPORT_SOLVE_UNSPECIFIED);
  EXPECT_EQ(behind(*prec).get(), M.get());
  EXPECT_EQ(behind(*prec)->hierarchy().get(), hierarchy.get());

  const Problem larger = problemOf(11);
  factory->initializePrec(sourceOf(larger.matrix), prec.get(), Thyra::SUPPORT_SOLVE_UNSPECIFIED);
  EXPECT_NE(behind(*prec)->hierarchy().get(), hierarchy.get());
  EXPECT_EQ(behind(*prec)->matrix().get(), larger.matrix.get());

  list->remove("preset");
  list->remove("amg");
  list->set("type", std::string("jacobi"));
  factory->initializePrec(sourceOf(problem.matrix), prec.get(), Thyra::SUPPORT_SOLVE_UNSPECIFIED);
  EXPECT_EQ(behind(*prec)->parameters().type, "jacobi");

  Teuchos::RCP<const Thyra::LinearOpSourceBase<double>> source;
  factory->uninitializePrec(prec.get(), &source);
  EXPECT_FALSE(source.is_null());
  EXPECT_TRUE(prec->getUnspecifiedPrecOp().is_null());
}

TEST(MpiStratimikos, ListsAreValidated) {
  const auto factory = thyraStrategy()->create();
  const auto list = Teuchos::parameterList();
  list->sublist("user data").set("number of equations", 1);
  EXPECT_NO_THROW(factory->setParameterList(list));
  list->set("smoother: type", std::string("CHEBYSHEV"));
  EXPECT_THROW(factory->setParameterList(list), InputError);
  const auto known = factory->getValidParameters();
  EXPECT_TRUE(known->isParameter("preset"));
  EXPECT_TRUE(known->isSublist("user data"));
  EXPECT_TRUE(known->sublist("amg").isParameter("cycle"));
}

TEST(MpiStratimikos, OperatorsWithoutEntriesAreRefused) {
  const Problem problem = problemOf(4);
  const auto factory = thyraStrategy()->create();
  EXPECT_TRUE(factory->isCompatible(*sourceOf(problem.matrix)));
  const Teuchos::RCP<TpetraOperator> noMatrix = createPreconditioner(problem.matrix);
  EXPECT_FALSE(factory->isCompatible(*sourceOf(noMatrix)));
  const auto prec = factory->createPrec();
  EXPECT_THROW(factory->initializePrec(sourceOf(noMatrix), prec.get(), Thyra::SUPPORT_SOLVE_UNSPECIFIED), InputError);
}

}  // namespace
}  // namespace Chronos::Test
