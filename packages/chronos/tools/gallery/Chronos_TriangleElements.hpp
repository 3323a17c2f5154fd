// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TRIANGLEELEMENTS_HPP
#define CHRONOS_TRIANGLEELEMENTS_HPP

#include "Chronos_TriangleMesh.hpp"
#include "Chronos_Types.hpp"

namespace Chronos {

/// A symmetric matrix of two rows.
struct Diffusion {
  double xx, xy, yy;
};

/// \brief K = Q diag(1 + anisotropy, anisotropy) Q^T, Q the rotation by `angle` degrees (Bernaschi, D'Ambra, Pasquini
/// 2020, test cases ANI).
Diffusion rotatedDiffusion(double anisotropy, double angle);

/// \brief Linear finite elements for -div(K grad u) on triangles; rows of boundary nodes stay, with a penalty on their
/// diagonal. Collective; every rank passes the whole mesh and assembles its own rows.
///
/// Elements are added in the order of the triangles: the same bits on any number of ranks.
/// \param rowMap contiguous, the nodes
Teuchos::RCP<TpetraCrsMatrix> assembleTriangles(const Teuchos::RCP<const Map>& rowMap, const TriangleMesh& mesh,
                                                const Diffusion& K);

/// What assembleTriangles() adds to the diagonal of boundary nodes.
constexpr double boundaryPenalty = 1e6;

}  // namespace Chronos

#endif
