// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TPETRAOPERATORS_HPP
#define CHRONOS_TPETRAOPERATORS_HPP

#include "Chronos_Operator.hpp"

#include <string>
#include <type_traits>

namespace Chronos {

/// \file
/// Between operators on blocks and those on Tpetra's multivectors, both ways.

/// \brief Y = alpha Op X + beta Y for any multivectors that Tpetra::Operator::apply() may be given. Collective.
///
/// X and Y may be the same vectors, share some of their columns, or be columns chosen from another multivector (without
/// a constant stride): then copies are made. Y is not read when beta is 0, nor X when alpha is 0. One column is applied
/// where it lies; several are packed row by row, eight at a time.
/// \param name of the operator, for errors
/// \throws InputError on all ranks when X and Y differ in their number of columns or are not distributed like the
/// domain and the range of the operator
void applyColumns(const Operator& op, const std::string& name, const TpetraMultiVector& X, TpetraMultiVector& Y,
                  double alpha, double beta);

/// \brief Whether two multivectors may share entries. Local.
///
/// One without constant stride hands out all columns of the one that it was chosen from, so these are what is compared.
bool sharesMemory(const TpetraMultiVector& X, const TpetraMultiVector& Y);

/// Any operator of Tpetra, at the cost of a copy in and out of each application. Null stays null.
Teuchos::RCP<const Operator> wrapTpetra(const Teuchos::RCP<const TpetraOperator>& op);

/// \brief An operator of Chronos for whatever takes those of Tpetra: itself where it is one, else wrapped. Null stays
/// null.
Teuchos::RCP<const TpetraOperator> asTpetra(const Teuchos::RCP<const Operator>& op);

/// An operator as Krylov methods take it: itself where it is one of Chronos, else wrapped.
template <class OperatorType>
Teuchos::RCP<const Operator> operatorOf(const Teuchos::RCP<OperatorType>& op) {
  if constexpr (std::is_base_of_v<Operator, OperatorType>) {
    return op;
  } else {
    const auto chronos = Teuchos::rcp_dynamic_cast<const Operator>(op);
    return chronos.is_null() ? wrapTpetra(op) : chronos;
  }
}

}  // namespace Chronos

#endif
