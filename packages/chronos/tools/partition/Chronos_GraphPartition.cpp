// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GraphPartition.hpp"

#include "Chronos_Error.hpp"

#ifdef CHRONOS_HAVE_METIS
#include "Chronos_TerminationDelayed.hpp"

#include <metis.h>

#include <limits>
#endif

namespace Chronos {

#ifdef CHRONOS_HAVE_METIS

namespace {

std::vector<idx_t> asIndices(const std::vector<std::int64_t>& numbers) {
  return std::vector<idx_t>(numbers.begin(), numbers.end());
}

}  // namespace

bool hasGraphPartitioner() {
  return true;
}

long long mostPartitionedCouplings() {
  return std::numeric_limits<idx_t>::max();
}

std::vector<int> partitionGraph(const NodeGraph& graph, int numParts) {
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_NUMBERING] = 0;
  options[METIS_OPTION_SEED] = 1;
  std::vector<idx_t> begin = asIndices(graph.begin), neighbours = asIndices(graph.neighbours);
  std::vector<idx_t> weights(graph.numNodes()), parts(graph.numNodes());
  // A product works as many entries.
  for (std::size_t node = 0; node < graph.numNodes(); ++node) weights[node] = 1 + begin[node + 1] - begin[node];
  neighbours.reserve(1);  // METIS wants an array, also of nothing
  idx_t numNodes = static_cast<idx_t>(graph.numNodes()), numWeights = 1, numWanted = numParts, cut = 0;
  const TerminationDelayed delay;
  const int status = METIS_PartGraphKway(&numNodes, &numWeights, begin.data(), neighbours.data(), weights.data(),
                                         nullptr, nullptr, &numWanted, nullptr, nullptr, options, &cut, parts.data());
  if (status == METIS_ERROR_MEMORY) throw InputError("METIS has not enough memory on rank 0");
  if (status != METIS_OK) throw InputError("METIS returned error " + std::to_string(status));
  return std::vector<int>(parts.begin(), parts.end());
}

#else

namespace {

[[noreturn]] void sayWhatIsMissing() {
  throw InputError(
      "this program was built without METIS, which partitions graphs: install it (Debian: libmetis-dev) and build "
      "again");
}

}  // namespace

bool hasGraphPartitioner() {
  return false;
}

long long mostPartitionedCouplings() {
  sayWhatIsMissing();
}

std::vector<int> partitionGraph(const NodeGraph&, int) {
  sayWhatIsMissing();
}

#endif

}  // namespace Chronos
