// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ThyraPreconditionerFactory.hpp"

#include "Chronos_CreatePreconditioner.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Stratimikos.hpp"

#include <Teuchos_AbstractFactoryStd.hpp>
#include <Thyra_DefaultPreconditioner.hpp>
#include <Thyra_TpetraLinearOp.hpp>

namespace Chronos {
namespace {

using ThyraOperator = Thyra::TpetraLinearOp<double, LocalOrdinal, GlobalOrdinal, Node>;

// What is kept from one initializePrec() to the next.
struct KeepingPreconditioner : Thyra::DefaultPreconditioner<double> {
  Teuchos::RCP<Preconditioner<>> M;
  Teuchos::RCP<const ThyraPreconditionerFactory::OperatorSource> source;
  Teuchos::ParameterList list;
};

Teuchos::RCP<const TpetraCrsMatrix> matrixOf(const ThyraPreconditionerFactory::OperatorSource& source) {
  const auto op = Teuchos::rcp_dynamic_cast<const ThyraOperator>(source.getOp());
  return op.is_null() ? Teuchos::null : Teuchos::rcp_dynamic_cast<const TpetraCrsMatrix>(op->getConstTpetraOperator());
}

KeepingPreconditioner& keeping(ThyraPreconditionerFactory::ThyraPreconditioner* prec) {
  auto* known = dynamic_cast<KeepingPreconditioner*>(prec);
  if (known == nullptr)
    throw InputError("Chronos::ThyraPreconditionerFactory takes preconditioners of its createPrec().");
  return *known;
}

}  // namespace

bool ThyraPreconditionerFactory::isCompatible(const OperatorSource& source) const {
  return !matrixOf(source).is_null();
}

Teuchos::RCP<Thyra::PreconditionerBase<double>> ThyraPreconditionerFactory::createPrec() const {
  return Teuchos::rcp(new KeepingPreconditioner);
}

void ThyraPreconditionerFactory::initializePrec(const Teuchos::RCP<const OperatorSource>& source,
                                                ThyraPreconditioner* prec, const Thyra::ESupportSolveUse) const {
  KeepingPreconditioner& kept = keeping(prec);
  const auto matrix = source.is_null() ? Teuchos::null : matrixOf(*source);
  if (matrix.is_null())
    throw InputError(
        "Chronos needs the entries of the operator: a Thyra::TpetraLinearOp around a "
        "Tpetra::CrsMatrix<double> of the default types.");
  const Teuchos::ParameterList list = list_.is_null() ? Teuchos::ParameterList() : *list_;
  if (!kept.M.is_null() && kept.list == list) {
    reusePreconditioner(matrix, *kept.M);
  } else {
    kept.M = Teuchos::null;
    kept.M = createPreconditioner(matrix, list);
    kept.list = list;
  }
  kept.source = source;
  const auto A = source->getOp();
  const Teuchos::RCP<Thyra::LinearOpBase<double>> inverse =
      Thyra::tpetraLinearOp<double, LocalOrdinal, GlobalOrdinal, Node>(A->domain(), A->range(),
                                                                       Teuchos::RCP<TpetraOperator>(kept.M));
  kept.initializeUnspecified(inverse);
}

void ThyraPreconditionerFactory::uninitializePrec(ThyraPreconditioner* prec, Teuchos::RCP<const OperatorSource>* source,
                                                  Thyra::ESupportSolveUse* supportSolveUse) const {
  KeepingPreconditioner& kept = keeping(prec);
  if (source != nullptr) *source = kept.source;
  if (supportSolveUse != nullptr) *supportSolveUse = Thyra::SUPPORT_SOLVE_UNSPECIFIED;
  kept.M = Teuchos::null;
  kept.source = Teuchos::null;
  kept.uninitialize();
}

void ThyraPreconditionerFactory::setParameterList(const Teuchos::RCP<Teuchos::ParameterList>& list) {
  if (list.is_null()) throw InputError("Chronos::ThyraPreconditionerFactory takes a list, not a null pointer.");
  readParameters(*list);
  list_ = list;
}

Teuchos::RCP<Teuchos::ParameterList> ThyraPreconditionerFactory::unsetParameterList() {
  const auto list = list_;
  list_ = Teuchos::null;
  return list;
}

Teuchos::RCP<const Teuchos::ParameterList> ThyraPreconditionerFactory::getValidParameters() const {
  const auto list = toParameterList(Parameters());
  std::string names;
  for (const auto& entry : presets()) names += (names.empty() ? "" : ", ") + entry.first;
  list->set("preset", std::string("auto"), "A set of parameters, to begin with: " + names + ".");
  list->sublist("user data", false,
                "Coordinates and Nullspace (RCP of a Tpetra::MultiVector), number of equations (int).")
      .disableRecursiveValidation();
  return list;
}

Teuchos::RCP<const Teuchos::AbstractFactory<Thyra::PreconditionerFactoryBase<double>>> thyraStrategy() {
  return Teuchos::abstractFactoryStd<Thyra::PreconditionerFactoryBase<double>, ThyraPreconditionerFactory>();
}

}  // namespace Chronos
