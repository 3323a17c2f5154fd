// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RankPartition.hpp"

#include "Chronos_Zoltan2.hpp"

#include <Teuchos_DefaultMpiComm.hpp>
#include <Zoltan2_GraphAdapter.hpp>
#include <Zoltan2_PartitioningProblem.hpp>

#include <numeric>

namespace Chronos {
namespace {

using ZoltanTypes = Zoltan2::BasicUserTypes<double, int, long long>;

// Views of a graph, in the types of Zoltan2.
class RankGraphAdapter : public Zoltan2::GraphAdapter<ZoltanTypes> {
 public:
  using Ids = Zoltan2::InputTraits<ZoltanTypes>::gno_t;
  using Offsets = Zoltan2::InputTraits<ZoltanTypes>::offset_t;

  explicit RankGraphAdapter(const RankGraph& graph)
      : ids_(graph.numVertices()),
        begin_(graph.begin.begin(), graph.begin.end()),
        neighbours_(graph.neighbours.begin(), graph.neighbours.end()),
        rows_(graph.rows.begin(), graph.rows.end()),
        exchanged_(graph.exchanged.begin(), graph.exchanged.end()) {
    std::iota(ids_.begin(), ids_.end(), 0);
  }

  std::size_t getLocalNumVertices() const override { return ids_.size(); }
  std::size_t getLocalNumEdges() const override { return neighbours_.size(); }
  void getVertexIDsView(const Ids*& ids) const override { ids = ids_.data(); }
  void getEdgesView(const Offsets*& begin, const Ids*& neighbours) const override {
    begin = begin_.data();
    neighbours = neighbours_.data();
  }
  int getNumWeightsPerVertex() const override { return 1; }
  void getVertexWeightsView(const double*& weights, int& stride, int) const override {
    weights = rows_.data();
    stride = 1;
  }
  bool useDegreeAsVertexWeight(int) const override { return false; }
  int getNumWeightsPerEdge() const override { return 1; }
  void getEdgeWeightsView(const double*& weights, int& stride, int) const override {
    weights = exchanged_.data();
    stride = 1;
  }

 private:
  std::vector<Ids> ids_;
  std::vector<Offsets> begin_;
  std::vector<Ids> neighbours_;
  std::vector<double> rows_, exchanged_;
};

// Parts of which one may have a tenth more than its share.
Teuchos::ParameterList parametersOf(const std::string& algorithm, int numGroups) {
  Teuchos::ParameterList list;
  list.set("algorithm", algorithm);
  list.set("num_global_parts", numGroups);
  list.set("imbalance_tolerance", 1.1);
  list.set("partitioning_approach", "partition");
  if (algorithm == "phg") {
    Teuchos::ParameterList& zoltan = list.sublist("zoltan_parameters");
    zoltan.set("DEBUG_LEVEL", "0");
    zoltan.set("SEED", "1");
    // A rank with many neighbours counts too: without it dense graphs lose their edges, with a warning for each.
    zoltan.set("PHG_EDGE_SIZE_THRESHOLD", "1.0");
  }
  return list;
}

void restartRandomNumbers() {
#ifdef HAVE_ZOLTAN2_SCOTCH
  using namespace Zoltan2;  // its headers declare Scotch in there
  SCOTCH_randomReset();
#endif
}

}  // namespace

const std::vector<std::string>& zoltan2Algorithms() {
  static const std::vector<std::string> there{
#ifdef HAVE_ZOLTAN2_SCOTCH
      "scotch",
#endif
      // Of hyperedges, each a rank with all its neighbours: what single edges weigh is lost.
      "phg"};
  return there;
}

std::vector<int> partitionRanks(const RankGraph& graph, int numGroups, const std::string& algorithm) {
  restartRandomNumbers();
  RankGraphAdapter adapter(graph);
  Teuchos::ParameterList parameters = parametersOf(algorithm, numGroups);
  // Scotch and Zoltan take no serial communicator of Teuchos.
  const Teuchos::RCP<const Comm> alone = Teuchos::rcp(new Teuchos::MpiComm<int>(MPI_COMM_SELF));
  Zoltan2::PartitioningProblem<RankGraphAdapter> problem(&adapter, &parameters, alone);
  problem.solve();
  const int* groups = problem.getSolution().getPartListView();
  return std::vector<int>(groups, groups + graph.numVertices());
}

}  // namespace Chronos
