// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LEVELMATRIX_HPP
#define CHRONOS_LEVELMATRIX_HPP

#include "Chronos_Operator.hpp"
#include "Chronos_SingleVectorOperator.hpp"
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {

/// \brief A matrix as a cycle needs it: besides products the two sweeps that read it once. How it is stored is its own
/// affair.
class LevelMatrix : public Operator {
 public:
  /// r = b - A x. Collective.
  /// \param b may be r
  virtual void residual(const ConstBlock& b, const ConstBlock& x, const Block& r) const = 0;

  /// \brief y = x + omega d .* (b - A x), a sweep of a diagonal smoother. Collective.
  /// \param d owned entries, the same for all columns
  /// \param y no overlap with x
  virtual void relax(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x,
                     const Block& y) const = 0;

  /// relax(), and b_c^T y_c where it can be gathered on the way. Collective.
  /// \param y overlaps neither b nor x
  virtual void relaxDotted(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x, const Block& y,
                           GatheredDots<Device>& dots) const {
    dots.clear();
    relax(omega, d, b, x, y);
  }

  /// \brief x = omega d .* b and r = b - A x: the first sweep of a diagonal smoother and what a coarser level is to
  /// correct. Collective.
  /// \param x without rows where nobody wants it, which formsStart() allows
  /// \param b overlaps neither x nor r
  virtual void startResidual(double omega, const ConstVector& d, const ConstBlock& b, const Block& x,
                             const Block& r) const {
    multiplyRows(d, b, x, omega, 0);
    residual(b, x, r);
  }

  /// The same matrix for vectors in single precision, as long as this one lives; null where it has none. Local.
  virtual const SingleVectorMatrix* forSingleVectors() const { return nullptr; }
};

}  // namespace Chronos

#endif
