// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SystemFacts.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_NodesOfUnknowns.hpp"
#include "Chronos_OneLevelProbe.hpp"
#include "Chronos_RowSigns.hpp"

#include <algorithm>

namespace Chronos {
namespace {

constexpr double positiveShare = 0.1, sumShare = 0.01;

// Unknowns that follow each other in the first node of a rank, the largest over ranks.
int unknownsOf(const UnknownNodes& nodes, const DistMatrix<double>& A) {
  const Comm& comm = *A.rowMap()->getComm();
  const auto numNodes = nodes.extent(0);
  if (maxOverRanks(comm, static_cast<long long>(numNodes)) == 0) return nodesOfPattern(A).extent(0) > 0 ? 3 : 1;
  long long length = 0;
  if (numNodes > 0) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), nodes);
    while (length < static_cast<long long>(numNodes) && host(length) == host(0)) ++length;
  }
  return static_cast<int>(maxOverRanks(comm, length));
}

}  // namespace

SystemFacts examine(const DistMatrix<double>& A, const NearKernel& nearKernel) {
  const Comm& comm = *A.rowMap()->getComm();
  SystemFacts facts;
  facts.numRows = static_cast<long long>(A.rowMap()->getGlobalNumElements());
  facts.numEntries = A.numGlobalEntries();
  facts.onDevice = !std::is_same_v<Device, HostDevice>;
  const RowSigns signs = rowSigns<Device>(Device::execution_space(), A.local(), positiveShare, sumShare);
  facts.mostlyNegativeRows = double(sumOverRanks(comm, signs.numMostlyNegative)) / double(std::max(1LL, facts.numRows));
  facts.zeroSumRows = double(sumOverRanks(comm, signs.numZeroSum)) / double(std::max(1LL, facts.numRows));
  const double radius = maxOverRanks(comm, signs.largestRatio);
  if (radius < 1) facts.conditionBound = (1 + radius) / (1 - radius);
  facts.numNearKernel = static_cast<int>(maxOverRanks(comm, static_cast<long long>(nearKernel.vectors.extent(1))));
  facts.unknownsPerNode = unknownsOf(nearKernel.nodes, A);
  return facts;
}

void probe(const DistMatrix<double>& A, SystemFacts& facts) {
  facts.jacobiIterations = oneLevelIterations(A, Jacobi(A), probeSteps);
}

}  // namespace Chronos
