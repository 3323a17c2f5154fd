// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STRATIMIKOS_HPP
#define CHRONOS_STRATIMIKOS_HPP

/// \file
/// The door into Stratimikos; library Chronos::stratimikos.

#include "Chronos_ThyraPreconditionerFactory.hpp"

#include <Teuchos_AbstractFactory.hpp>

#include <string>

namespace Chronos {

/// Makes ThyraPreconditionerFactory where a strategy is asked for. Local.
Teuchos::RCP<const Teuchos::AbstractFactory<Thyra::PreconditionerFactoryBase<double>>> thyraStrategy();

/// \brief Makes `Preconditioner Type` = `Chronos` known to a builder of Stratimikos. Local.
///
/// As Stratimikos::enableMueLu(): then a list may have `Preconditioner Types/Chronos`, with the parameters of
/// readParameters() and the sublist `user data`.
/// \param builder a Stratimikos::DefaultLinearSolverBuilder (of current Trilinos also a LinearSolverBuilder<double>)
///        before its setParameterList()
/// \throws std::logic_error when the builder knows the name already
template <class Builder>
void enableChronos(Builder& builder, const std::string& name = "Chronos") {
  const Teuchos::RCP<const Teuchos::ParameterList> known = builder.getValidParameters();
  TEUCHOS_TEST_FOR_EXCEPTION(known->sublist("Preconditioner Types").isParameter(name), std::logic_error,
                             "Chronos::enableChronos: the builder knows '" << name << "' already.");
  builder.setPreconditioningStrategyFactory(thyraStrategy(), name);
}

}  // namespace Chronos

#endif
