// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_THYRAPRECONDITIONERFACTORY_HPP
#define CHRONOS_THYRAPRECONDITIONERFACTORY_HPP

#include <Thyra_PreconditionerFactoryBase.hpp>

#include <string>

namespace Chronos {

/// \brief Chronos as a preconditioner of Thyra, for operators that are Tpetra matrices of the default types.
///
/// initializePrec() on a preconditioner that was initialised before takes the new values, or the new matrix, as
/// reusePreconditioner() does: what the parameter `reuse` says is kept, and what `auto` chose, unless the list has
/// changed since. Errors are InputError and BreakdownError, on all ranks.
class ThyraPreconditionerFactory : public Thyra::PreconditionerFactoryBase<double> {
 public:
  using OperatorSource = Thyra::LinearOpSourceBase<double>;
  using ThyraPreconditioner = Thyra::PreconditionerBase<double>;

  bool isCompatible(const OperatorSource& source) const override;
  Teuchos::RCP<ThyraPreconditioner> createPrec() const override;
  /// \param prec of createPrec()
  /// \throws InputError on all ranks when the operator is no Tpetra matrix
  void initializePrec(const Teuchos::RCP<const OperatorSource>& source, ThyraPreconditioner* prec,
                      const Thyra::ESupportSolveUse supportSolveUse) const override;
  void uninitializePrec(ThyraPreconditioner* prec, Teuchos::RCP<const OperatorSource>* source,
                        Thyra::ESupportSolveUse* supportSolveUse) const override;

  /// \throws InputError for unknown names, wrong types and values: see readParameters()
  void setParameterList(const Teuchos::RCP<Teuchos::ParameterList>& list) override;
  Teuchos::RCP<Teuchos::ParameterList> unsetParameterList() override;
  Teuchos::RCP<Teuchos::ParameterList> getNonconstParameterList() override { return list_; }
  Teuchos::RCP<const Teuchos::ParameterList> getParameterList() const override { return list_; }
  /// All parameters with their defaults, documentation and validators, `preset` and `user data` among them.
  Teuchos::RCP<const Teuchos::ParameterList> getValidParameters() const override;
  std::string description() const override { return "Chronos::ThyraPreconditionerFactory"; }

 private:
  Teuchos::RCP<Teuchos::ParameterList> list_;
};

}  // namespace Chronos

#endif
