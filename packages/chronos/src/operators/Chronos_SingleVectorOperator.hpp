// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SINGLEVECTOROPERATOR_HPP
#define CHRONOS_SINGLEVECTOROPERATOR_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Owned entries of one vector in single precision.
using SingleVector = Kokkos::View<float*, Device>;
using ConstSingleVector = Kokkos::View<const float*, Device>;

/// \brief The other door of an operator: vectors in single precision, one at a time, for levels of a cycle.
class SingleVectorOperator {
 public:
  virtual ~SingleVectorOperator() = default;

  /// y = alpha Op x + beta y; see Operator::apply(). Collective.
  virtual void apply(const ConstSingleVector& x, const SingleVector& y, float alpha = 1, float beta = 0) const = 0;
};

/// The same of a matrix; see LevelMatrix.
class SingleVectorMatrix : public SingleVectorOperator {
 public:
  /// r = b - A x. Collective.
  /// \param b may be r
  virtual void residual(const ConstSingleVector& b, const ConstSingleVector& x, const SingleVector& r) const = 0;

  /// y = x + omega d .* (b - A x). Collective.
  /// \param y no overlap with x
  virtual void relax(float omega, const ConstSingleVector& d, const ConstSingleVector& b, const ConstSingleVector& x,
                     const SingleVector& y) const = 0;
};

}  // namespace Chronos

#endif
