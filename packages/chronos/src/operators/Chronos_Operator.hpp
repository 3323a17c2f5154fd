// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_OPERATOR_HPP
#define CHRONOS_OPERATOR_HPP

#include "Chronos_Block.hpp"
#include "Chronos_Types.hpp"

namespace Chronos {

/// \brief What a Krylov method or a multigrid cycle applies: matrices, smoothers, coarse solvers, whole
/// preconditioners.
///
/// Vectors are Views of owned entries on the device: a Tpetra vector brings a copy on the host along, and to make a
/// handful of them costs a GPU more than an iteration. Work vectors are the operator's own, so two threads must not
/// apply one at once.
class Operator {
 public:
  virtual ~Operator() = default;

  /// \brief y = alpha Op x + beta y, all columns at once. Collective; all ranks have the same number of columns.
  /// \param x rows of domainMap()
  /// \param y rows of rangeMap(), no overlap with x; not read when beta is 0
  virtual void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const = 0;

  /// \brief Whether every application is that of one symmetric matrix, which conjugate gradients need of a
  /// preconditioner; an operator that does not know says yes. Local, the same on all ranks.
  virtual bool isFixedSymmetric() const { return true; }

  virtual Teuchos::RCP<const Map> domainMap() const = 0;
  virtual Teuchos::RCP<const Map> rangeMap() const = 0;

  /// \brief Of a preconditioner: the matrix in a narrower storage, by which conjugate gradients may multiply as long as
  /// they correct the residual by that in double; null where there is none. Local.
  virtual const Operator* narrowMatrix() const { return nullptr; }

  /// Memory that the operator holds on this rank, its work vectors among it. Local.
  virtual std::size_t numBytes() const { return 0; }
};

}  // namespace Chronos

#endif
