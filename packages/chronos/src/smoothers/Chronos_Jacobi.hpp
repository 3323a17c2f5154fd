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
  void apply(const Kokkos::View<const double*, Device>& r, const Kokkos::View<double*, Device>& z) const override;

 private:
  Kokkos::View<double*, Device> inverseDiagonal_;
};

/// The owned diagonal of A; 0 where nothing is stored. Local.
Kokkos::View<double*, Device> diagonalOf(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
