// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RESERVOIR_HPP
#define CHRONOS_RESERVOIR_HPP

#include "Chronos_Gallery.hpp"
#include "Chronos_ReservoirBody.hpp"

#include <Tpetra_Import.hpp>

#include <array>

namespace Chronos {

/// \brief The model problem reservoir3d in time: a body that compacts where pressure drops in a lens (thesis, 4.3.1).
///
/// Displacements u make the energy least that is the sum over the bricks of
///   E [integral of mu |eps(u)|^2 + lambda/2 (div u)^2  +  lambda V (w(theta) - theta^2 / 2)]  -  dp integral of div u
/// with theta the mean of div u over the brick, V its volume and w'' = exp(-kappa theta): the more a brick is
/// compacted, the stiffer it becomes, as the oedometric modulus of sediments grows about linearly with the effective
/// stress. Without load it is linear elasticity, and the energy is strictly convex: the tangent matrix is symmetric
/// positive definite in every state, on one pattern.
/// Pressure is in units of (lambda + 2 mu) / kappa, for which a layer of modulus 1 that is compacted along z alone has
/// kappa theta = -1 by linear theory; kappa is 100.
class Reservoir {
 public:
  /// \brief Prepares what all matrices share. Collective.
  /// \throws InputError as makeProblem()
  Reservoir(const ProblemOptions& options, const Teuchos::RCP<const Comm>& comm);

  /// The matrix of the body at rest, on a pattern that all states have. Collective.
  Teuchos::RCP<TpetraCrsMatrix> makeMatrix() const;

  /// \brief Writes the tangent matrix of a state into a matrix of makeMatrix(). Collective; O(entries).
  /// \param displacements one column on the rows of the matrix
  void setTangent(const TpetraMultiVector& displacements, TpetraCrsMatrix& matrix) const;

  /// The nodal forces of a drop of pressure in the lens. Collective.
  Teuchos::RCP<TpetraMultiVector> load(double pressureDrop) const;

  /// \brief What the forces lack of equilibrium: the right-hand side of a Newton step. Collective.
  /// \param displacements one column on the rows of the matrix
  Teuchos::RCP<TpetraMultiVector> residual(double pressureDrop, const TpetraMultiVector& displacements) const;

  /// Of the free nodes, the corner of the clamped bottom being the origin. One row a node, three columns.
  const Teuchos::RCP<TpetraMultiVector>& coordinates() const { return coordinates_; }
  /// The middle of the box of free nodes.
  std::array<double, 3> centre() const;
  const GridAssembly::Grid& grid() const { return body_.grid; }
  /// Planes of free nodes along x, y or z, in ascending order.
  const std::vector<double>& planes(int direction) const { return planes_[direction]; }
  const Teuchos::RCP<const Map>& rowMap() const { return rowMap_; }

 private:
  using BrickValues = Kokkos::View<double*, Device>;
  Teuchos::RCP<TpetraMultiVector> inWindow(const TpetraMultiVector& displacements) const;
  BrickValues dilatations(const TpetraMultiVector& window) const;
  Teuchos::RCP<TpetraMultiVector> forces(double pressureDrop,
                                         const Teuchos::RCP<const TpetraMultiVector>& window) const;

  GridAssembly::ReservoirBody body_;
  std::array<std::vector<double>, 3> planes_;
  Teuchos::RCP<const Map> nodeMap_, rowMap_, windowMap_;
  Teuchos::RCP<const Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node>> import_;
  Teuchos::RCP<TpetraMultiVector> coordinates_;
  // Nodes within a layer of the owned ones, and the bricks around these: contiguous in their numbering.
  GlobalOrdinal firstOwned_ = 0, numOwned_ = 0, firstInWindow_ = 0, numInWindow_ = 0, firstBrick_ = 0, numBricks_ = 0;
};

}  // namespace Chronos

#endif
