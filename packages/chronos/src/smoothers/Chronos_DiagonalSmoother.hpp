// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DIAGONALSMOOTHER_HPP
#define CHRONOS_DIAGONALSMOOTHER_HPP

#include "Chronos_Smoother.hpp"

namespace Chronos {

/// \brief M a diagonal matrix: what Jacobi and l1-Jacobi have in common.
///
/// Cost of an application: two reads and a write of a vector.
class DiagonalSmoother : public Smoother {
 public:
  void apply(const ConstVector& r, const Vector& z, Update update = Update::overwrite) const override;
  /// The owned diagonal of M^{-1}.
  ConstVector inverseDiagonal() const { return inverseDiagonal_; }

 protected:
  /// \brief Collective.
  /// \param diagonal of M, positive; inverted in place
  DiagonalSmoother(const std::string& name, const DistMatrix<double>& A, const Vector& diagonal);

 private:
  Vector inverseDiagonal_;
};

}  // namespace Chronos

#endif
