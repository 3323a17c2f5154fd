// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEWISESMOOTHER_HPP
#define CHRONOS_NODEWISESMOOTHER_HPP

#include "Chronos_NodewiseOrder.hpp"
#include "Chronos_Smoother.hpp"
#include "Chronos_WorkBlock.hpp"

namespace Chronos {

/// A preconditioner made for a matrix in the order of nodes, for vectors on its own rows. Two passes more over two
/// vectors.
class NodewiseSmoother : public Smoother {
 public:
  /// \param rows of the matrix
  /// \param inOrder on the map of the order
  NodewiseSmoother(const Teuchos::RCP<const Map>& rows, const Teuchos::RCP<const NodewiseOrder>& order,
                   const Teuchos::RCP<const Smoother>& inOrder);

  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  bool isFixedSymmetric() const override { return inOrder_->isFixedSymmetric(); }
  std::size_t numBytes() const override { return inOrder_->numBytes() + x_.numBytes() + y_.numBytes(); }

 private:
  Teuchos::RCP<const NodewiseOrder> order_;
  Teuchos::RCP<const Smoother> inOrder_;
  WorkBlock x_, y_;
};

}  // namespace Chronos

#endif
