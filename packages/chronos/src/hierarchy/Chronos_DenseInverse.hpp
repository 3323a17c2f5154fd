// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DENSEINVERSE_HPP
#define CHRONOS_DENSEINVERSE_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_Smoother.hpp"
#include "Chronos_WorkBlock.hpp"

#include <vector>

namespace Chronos {

/// \brief z = A^{-1} r with the inverse as a dense matrix, its rows distributed as those of A.
///
/// Made on rank 0, by LAPACK on a host and by invertOnDevice() on a GPU (20 n^2 bytes), where a matrix that this
/// rank owns does not pass through the host; but by LAPACK where that does not tell whether it is singular. An
/// application is one product on the device; ranks exchange r through pinned memory, one rank alone moves nothing and
/// does not synchronise. The inverse of a singular matrix, shifted, has entries of 1e12 that cancel: four digits are
/// left of what is not in the kernel, enough inside a cycle.
class DenseInverse : public Smoother {
 public:
  /// \brief Collective.
  /// \throws InputError on all ranks when n is beyond 46340: 16 GiB, and the indices of LAPACK end there
  /// \throws BreakdownError on all ranks when A is not positive definite, or memory ran out
  explicit DenseInverse(const DistMatrix<double>& A);
  ~DenseInverse() override;
  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;
  /// Sums are in double. None where several ranks own rows.
  Teuchos::RCP<const SingleVectorOperator> solveForSingleVectors() const override;
  std::size_t numBytes() const override {
    return (inverse_.extent(0) + stage_.extent(0) + allStage_.extent(0)) * sizeof(double) + all_.numBytes();
  }

 private:
  ConstBlock gatherEverywhere(const ConstBlock& r) const;

  Teuchos::RCP<const Comm> comm_;
  int numUnknowns_ = 0;
  Vector inverse_;           // owned rows, one after the other; columns rank by rank in local order
  bool rootOwnsAll_ = true;  // nothing is gathered then
  std::vector<int> counts_, offsets_;
  mutable Kokkos::View<double*, PinnedSpace> stage_, allStage_;
  WorkBlock all_;
};

}  // namespace Chronos

#endif
