// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_OPERATOR_HPP
#define CHRONOS_OPERATOR_HPP

#include "Chronos_Block.hpp"
#include "Chronos_GatheredDots.hpp"
#include "Chronos_SingleVectorOperator.hpp"
#include "Chronos_Types.hpp"
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {

class Operator;

/// \brief What conjugate gradients may take in place of a matrix and its preconditioner, as long as they correct the
/// residual by the matrix in double. Pointers are valid as long as the preconditioner is.
struct NarrowSystem {
  const Operator* matrix = nullptr;  ///< for vectors in double; null where there is nothing of the kind
  /// For vectors in single, used where both are there.
  const SingleVectorOperator *singleMatrix = nullptr, *singlePreconditioner = nullptr;

  bool exists() const { return matrix != nullptr; }
  bool takesSingleVectors() const { return singleMatrix != nullptr && singlePreconditioner != nullptr; }
};

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

  /// \brief y = Op x, and x_c^T y_c where the operator can gather it on its way; dots.areThere() tells. Collective;
  /// ranks may differ in that.
  virtual void applyDotted(const ConstBlock& x, const Block& y, GatheredDots<Device>& dots) const {
    dots.clear();
    apply(x, y);
  }

  /// \brief Whether the iterate omega d .* b, with which a diagonal smoother begins, need not be stored for this
  /// operator: startResidual() of a matrix does without, applyOntoStart() forms it again. Local; ranks may differ.
  virtual bool formsStart(int /*width*/) const { return false; }

  /// \brief y = omega d .* b + Op x. Collective.
  /// \param d owned entries of rangeMap(), the same for all columns
  /// \param y overlaps neither x nor b
  virtual void applyOntoStart(const ConstBlock& x, double omega, const ConstVector& d, const ConstBlock& b,
                              const Block& y) const {
    multiplyRows(d, b, y, omega, 0);
    apply(x, y, 1, 1);
  }

  /// \brief Whether every application is that of one symmetric matrix, which conjugate gradients need of a
  /// preconditioner; an operator that does not know says yes. Local, the same on all ranks.
  virtual bool isFixedSymmetric() const { return true; }

  virtual Teuchos::RCP<const Map> domainMap() const = 0;
  virtual Teuchos::RCP<const Map> rangeMap() const = 0;

  /// Of a preconditioner: what it has for conjugate gradients in single precision. Local.
  virtual NarrowSystem narrowSystem() const { return {}; }

  /// Memory that the operator holds on this rank, its work vectors among it. Local.
  virtual std::size_t numBytes() const { return 0; }
};

}  // namespace Chronos

#endif
