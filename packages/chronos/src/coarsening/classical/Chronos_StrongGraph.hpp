// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STRONGGRAPH_HPP
#define CHRONOS_STRONGGRAPH_HPP

#include "Chronos_Strength.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {

/// Edges of a rank's own vertices: vertex i strongly depends on colInd(rowPtr(i)), ... No edge leads to
/// itself.
struct StrongEdges {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const LocalOrdinal*, Device> colInd;
};

/// \brief A distributed directed graph of strong dependences. Each edge is known to the owner of the
/// dependent vertex.
///
/// Vertices are numbered owned first, in the order of halo->domainMap(), then the halo.
struct StrongGraph {
  Teuchos::RCP<const HaloPattern> halo;
  StrongEdges edges;

  LocalOrdinal numOwned() const { return static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*halo->domainMap())); }
  LocalOrdinal numVertices() const { return numOwned() + static_cast<LocalOrdinal>(halo->numHalo()); }
};

/// \brief The graph of the flagged entries of a matrix; its vertices are the columns. Local.
/// \param diagonalColumns the vertex of each row
StrongGraph strongGraph(const DistMatrix<double>& A, const StrongFlags& strong,
                        const Kokkos::View<const LocalOrdinal*, Device>& diagonalColumns);

}  // namespace Chronos

#endif
