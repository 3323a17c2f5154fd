// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodewiseSmoother.hpp"

#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {

NodewiseSmoother::NodewiseSmoother(const Teuchos::RCP<const Map>& rows, const Teuchos::RCP<const NodewiseOrder>& order,
                                   const Teuchos::RCP<const Smoother>& inOrder)
    : Smoother(rows),
      order_(order),
      inOrder_(inOrder),
      x_("Chronos::residual by nodes", TrilinosVersion::numLocal(*order->map())),
      y_("Chronos::correction by nodes", TrilinosVersion::numLocal(*order->map())) {
  report_ = inOrder->report();
}

void NodewiseSmoother::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  const Block residual = x_(widthOf(x)), correction = y_(widthOf(x));
  order_->toNodes(x, residual);
  inOrder_->apply(residual, correction);
  order_->toRows(correction, alpha, beta, y);
}

}  // namespace Chronos
