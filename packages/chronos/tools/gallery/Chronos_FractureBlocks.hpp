// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FRACTUREBLOCKS_HPP
#define CHRONOS_FRACTUREBLOCKS_HPP

#include "Chronos_FractureMesh.hpp"
#include "Chronos_Types.hpp"

#include <map>

namespace Chronos {

struct FractureBlockOptions {
  double meshSize = 0.05;   ///< longest distance of neighbours on a spoke of a mesh, in [1e-4, 10]
  double traceStep = 0.05;  ///< longest piece of a trace on which a flux is constant, in [1e-4, 10]
  double alpha = 1;         ///< weight of the head in the flux, in [1e-6, 1e6]
};

/// \brief The matrices of flow in a fracture network as an optimisation (thesis 4.2; Berrone, Pieraccini, Scialo 2013).
///
/// On fracture i the head h_i is continuous and linear on each triangle. On each side of a trace S the flux u_i, the
/// jump of the flow in i plus alpha times the head, is constant on pieces; both sides have the same pieces. A head
/// belongs to given fluxes:
///
///     A h = q + C u,      A_i = (T_i grad, grad) + alpha (., .)_traces,   C_i = (., .)_traces
///
/// and fluxes are those that make as small as can be
///
///     J(h, u) = 1/2 sum_S |h_i - h_j|^2 + |u_i + u_j - alpha (h_i + h_j)|^2 :
///
/// heads that agree and flow that does not get lost. G^h, -alpha B and G^u are the second derivatives of J, so that its
/// stationary points under the constraint, with multipliers p, are
///
///     A h - C u = q,   G^h h + A p - alpha B u = 0,   -alpha B^T h - C^T p + G^u u = 0.
///
/// A, C couple unknowns of one fracture alone, and so does G^h where alpha is 1. A node with a prescribed head keeps
/// its row: A has 1 there and no other entry, C none, q the head.
/// Heads and fluxes are numbered fracture by fracture, fluxes within one trace by trace; fractures are dealt out in
/// order, whole, so that ranks have about the same number of unknowns. Entries are the same, bit by bit, on any number
/// of ranks.
struct FractureBlocks {
  double alpha = 1;
  Teuchos::RCP<const Map> headMap, fluxMap;
  Teuchos::RCP<const TpetraCrsMatrix> A, Gh;  ///< heads x heads
  Teuchos::RCP<const TpetraCrsMatrix> B, C;   ///< heads x fluxes
  Teuchos::RCP<const TpetraCrsMatrix> Gu;     ///< fluxes x fluxes
  Teuchos::RCP<const TpetraVector> q;

  std::vector<FractureMesh> meshes;
  std::vector<GlobalOrdinal> firstHead, firstFlux;      ///< of each fracture, and their number
  std::vector<std::array<GlobalOrdinal, 2>> traceFlux;  ///< first flux of each trace, on either side
  std::vector<int> tracePieces;                         ///< of each trace
  int firstFracture = 0, endFracture = 0;               ///< those of this rank

  /// Heads of each fracture of this rank: the blocks of A.
  std::vector<int> headSizes() const;
};

/// \brief Meshes and matrices. Collective; every rank passes the whole network and assembles its own rows.
///
/// Integrals over traces are exact: pieces end where an edge of either mesh or another flux begins. Of a fracture a
/// rank keeps mesh and numbers even where it does not own it. O(entries) time and memory.
/// \throws InputError when an option is out of range
FractureBlocks assembleFractures(const FractureNetwork& network, const FractureBlockOptions& options,
                                 const Teuchos::RCP<const Comm>& comm);

/// \brief Flow into the network at edges of each prescribed head, by the residual there. Collective.
///
/// They add up to what the fluxes lose on traces, which is small where J is.
/// \param h, u on headMap and fluxMap
std::map<double, double> flowByHead(const FractureNetwork& network, const FractureBlocks& blocks, const TpetraVector& h,
                                    const TpetraVector& u);

}  // namespace Chronos

#endif
