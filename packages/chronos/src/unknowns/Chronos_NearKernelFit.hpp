// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NEARKERNELFIT_HPP
#define CHRONOS_NEARKERNELFIT_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_TestSpace.hpp"

#include <string>
#include <vector>

namespace Chronos {

/// \brief In which share of the rows a vector cancels: |sum_j a_ij v_j| is at most a fiftieth of sum_j |a_ij v_j|. A
/// motion of a rigid body does so everywhere but beside supports.
struct NearKernelFit {
  std::vector<double> shares;  ///< one a vector

  double best() const;
  double worst() const;
  /// \brief Some vectors cancel in most rows and others in next to none: of rigid-body modes, translations hold
  /// whatever the positions are, and rotations by positions of other nodes, or about other axes, do not.
  bool isTorn() const;
};

/// \brief Of each vector, from up to some 20,000 rows a rank that lie evenly. Collective; an exchange a vector.
/// \param V a row for each owned row of A
NearKernelFit fitOfNearKernel(const DistMatrix<double>& A, const TestSpace& V);

/// What kind of near kernel somebody gave.
enum class NearKernelSource { coordinates, vectors };

/// \pre fit.isTorn()
std::string textOf(const NearKernelFit& fit, NearKernelSource source);

}  // namespace Chronos

#endif
