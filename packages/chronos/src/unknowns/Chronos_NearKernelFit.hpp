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
/// motion of a rigid body does so everywhere but beside supports. Rows in which the vector meets the diagonal alone, as
/// of unknowns that boundary conditions cut off, are left out.
struct NearKernelFit {
  std::vector<double> shares;  ///< one a vector

  /// \brief Of the rigid-body modes that follow from positions: all translations cancel in most rows, and no rotation
  /// in a quarter as many, as by positions of other nodes. False where some modes are zero, and left out.
  bool haveWrongPositions(int dimension) const;
  /// Some vectors cancel in most rows, and others in less than a quarter as many.
  bool isTorn() const;
};

/// \brief Of each vector, from up to some 20,000 rows a rank that lie evenly. Collective; an exchange a vector.
/// \param V a row for each owned row of A
NearKernelFit fitOfNearKernel(const DistMatrix<double>& A, const TestSpace& V);

/// \brief What is wrong with coordinates, a sentence without its full stop.
/// \pre fit.haveWrongPositions(dimension)
std::string textOfPositions(const NearKernelFit& fit, int dimension);

/// \brief The same of near-kernel vectors.
/// \pre fit.isTorn()
std::string textOfVectors(const NearKernelFit& fit);

}  // namespace Chronos

#endif
