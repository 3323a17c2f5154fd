// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_JACOBI_HPP
#define CHRONOS_JACOBI_HPP

#include "Chronos_Smoother.hpp"

namespace Chronos {

/// M^{-1} = D^{-1}, D the diagonal of A. Cost of an application: two reads and a write of a vector.
class Jacobi : public Smoother {
 public:
  /// Collective. The diagonal must be positive, which checkMatrix ensures.
  explicit Jacobi(const DistMatrix<double>& A);
  void apply(const ConstVector& r, const Vector& z, Update update = Update::overwrite) const override;

 private:
  Kokkos::View<double*, Device> inverseDiagonal_;
};

}  // namespace Chronos

#endif
