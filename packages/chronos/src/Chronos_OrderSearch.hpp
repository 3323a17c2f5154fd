// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ORDERSEARCH_HPP
#define CHRONOS_ORDERSEARCH_HPP

#include "Chronos_NodewiseOrder.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_SystemFacts.hpp"

namespace Chronos {

/// Whether the entries are asked for the order of the unknowns: nobody told it, and the matrix may be looked at. Local.
bool looksForOrder(const Parameters& parameters, const NearKernelInput& input);

/// \brief The order of whole nodes where unknowns have another one: each rank's component by component, or nodes that
/// lack some. Null where rows have it, where looksForOrder() says no, and where nodes of one unknown, or the component
/// of each, are given. Collective.
Teuchos::RCP<const NodewiseOrder> findOrder(const DistMatrix<double>& A, const Parameters& parameters,
                                            const NearKernelInput& input);

/// What an order says of the rows; null: they are taken as they are given. Local.
UnknownOrder kindOf(const Teuchos::RCP<const NodewiseOrder>& order);

}  // namespace Chronos

#endif
