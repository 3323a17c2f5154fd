// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FlatNodes.hpp"

#include "Chronos_Diagonal.hpp"
#include "Chronos_HaloPattern.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_NodeNorms.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Of cells a quarter as high as wide: see docs/performance.md, "Bodies of flat cells from the start".
constexpr double columnCoupling = 0.445;

using ConstNorms = Kokkos::View<const double*, Device>;

enum Count : int { flat, connected, numCounts };

// Without init and join of its own, see Chronos_RowBins.cpp.
struct CountFunctor {
  using value_type = long long[];
  unsigned value_count;
  CsrMatrix<double, Device> norms;
  ConstNorms owned, halo;  // on the diagonal
  int numOwned;

  KOKKOS_INLINE_FUNCTION double diagonal(LocalOrdinal column) const {
    return column < numOwned ? owned(column) : halo(column - numOwned);
  }

  KOKKOS_INLINE_FUNCTION void operator()(int node, value_type counts) const {
    bool isFlat = false, isConnected = false;
    for (Offset entry = norms.rowPtr(node); entry < norms.rowPtr(node + 1); ++entry) {
      const LocalOrdinal column = norms.colInd(entry);
      const double coupling = norms.values(entry);
      if (column == node || coupling == 0) continue;
      isConnected = true;
      const double mine = owned(node), others = diagonal(column), larger = mine > others ? mine : others;
      isFlat = isFlat || (coupling < 0 ? -coupling : coupling) >= columnCoupling * larger;
    }
    counts[flat] += isFlat ? 1 : 0;
    counts[connected] += isConnected ? 1 : 0;
  }
};

}  // namespace

double shareOfFlatNodes(const DistMatrix<double>& A) {
  const Comm& comm = *A.rowMap()->getComm();
  const UnknownNodes nodes = nodesOfPattern(A);
  if (maxOverRanks(comm, static_cast<long long>(nodes.extent(0))) == 0) return 0;
  const Teuchos::RCP<const DistMatrix<double>> norms = normsOfThrees(A, numberNodes(A, nodes));
  if (norms.is_null()) return 0;

  const ConstNorms diagonal = diagonalOf(*norms);
  HaloExchange<double> exchange(norms->halo());
  exchange.start(diagonal);
  using NodePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
  const CountFunctor count{numCounts, norms->local(), diagonal, exchange.finish(), norms->numOwnedCols()};
  long long counts[numCounts] = {};
  if (norms->numRows() > 0)
    Kokkos::parallel_reduce("Chronos::shareOfFlatNodes", NodePolicy(0, norms->numRows()), count, counts);
  JointReduction all;
  for (long long& number : counts) all.sum(number);
  all.reduce(comm);
  return double(counts[flat]) / double(std::max(1LL, counts[connected]));
}

}  // namespace Chronos
