// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_APPLYCOLUMNS_HPP
#define CHRONOS_APPLYCOLUMNS_HPP

#include "Chronos_Types.hpp"
#include "Chronos_ViewOperator.hpp"

#include <string>

namespace Chronos {

/// \brief Y = alpha Op X + beta Y for any multivectors that Tpetra::Operator::apply() may be given. Collective.
///
/// X and Y may be the same vectors, share some of their columns, or be columns chosen from another multivector (without
/// a constant stride): then copies are made. Y is not read when beta is 0, nor X when alpha is 0.
/// \param name of the operator, for errors
/// \throws InputError on all ranks when X and Y differ in their number of columns or are not distributed like the
/// domain and the range of the operator
void applyColumns(const ViewOperator& op, const Map& domain, const Map& range, const std::string& name,
                  const TpetraMultiVector& X, TpetraMultiVector& Y, double alpha, double beta);

}  // namespace Chronos

#endif
