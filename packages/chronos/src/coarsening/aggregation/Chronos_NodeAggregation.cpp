// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeAggregation.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_HeldAggregates.hpp"
#include "Chronos_NodeBasisUnknowns.hpp"
#include "Chronos_NodalCoarsening.hpp"
#include "Chronos_ProlongationSteps.hpp"
#include "Chronos_StageTraffic.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

/// Aggregates for another set-up.
struct AggregatesRecord : CoarseningRecord {
  explicit AggregatesRecord(const AggregateRows& itsRows) : rows(itsRows) {}
  std::size_t numBytes() const override {
    return rows.begin.extent(0) * sizeof(Offset) + rows.row.extent(0) * sizeof(LocalOrdinal);
  }

  const AggregateRows rows;
};

// Aggregates want connections that are strong from both ends.
StrengthParameters fromBothEnds(StrengthParameters strength) {
  if (strength.measure == StrengthMeasure::classical) strength.measure = StrengthMeasure::symmetricClassical;
  return strength;
}

// On average, the next integer.
int unknownsPerNode(const CoarseningTask& task, const DistMatrix<double>& N) {
  const auto numRows = static_cast<double>(task.A.rowMap()->getGlobalNumElements());
  const auto numNodes = static_cast<double>(std::max<std::size_t>(1, N.rowMap()->getGlobalNumElements()));
  return static_cast<int>(std::ceil(numRows / numNodes));
}

// Nodes from which the motion of a rigid body follows: three of a solid (six vectors, three unknowns a node), two of a
// plane one (three and two), one where a node has as many unknowns as there are vectors.
int connectionsThatHold(int numVectors, int perNode) {
  return std::clamp(1 + numVectors - perNode, 1, std::clamp(perNode, 1, 3));
}

NodeAggregates aggregatesOf(const CoarseningTask& task, HingeLevels hinges, const DistMatrix<double>& N,
                            const NodeNumbering& numbering, const StrongFlags& strong) {
  const TestSpace V = task.unknowns.testSpace();
  const int numVectors = static_cast<int>(V.extent(1)), perNode = unknownsPerNode(task, N);
  if (hinges == HingeLevels::finest || !areMotionsOfBodies(numVectors) || perNode != numVectors)
    return aggregateNodes(N, strong, connectionsThatHold(numVectors, perNode));
  const StrongNodes<Device> graph{N.local().rowPtr, N.local().colInd, strong, N.numRows()};
  return aggregateHeldNodes(N, strong, nodeMotions(task.A, numbering.nodeOfUnknown, V, graph));
}

AggregateRows aggregate(const CoarseningTask& task, HingeLevels hinges, StageReport& report) {
  throwIfAny(*task.A.rowMap()->getComm(),
             task.parameters.strength.measure != StrengthMeasure::affinity
                 ? ""
                 : "affinity is a measure of unknowns, aggregates are of nodes: choose another measure of strength");
  const StageClock clock("coarsening", report.seconds);
  const bool byNodes = task.parameters.coarsening.unit == CoarseningUnit::nodes;
  const NodeNumbering numbering =
      numberNodes(task.A, byNodes ? task.unknowns.nodes(task.A) : nodesOfBlocks(*task.A.rowMap(), 1));
  const DistMatrix<double> N = nodeMatrix(task.A, numbering);
  const NodeAggregates aggregates =
      aggregatesOf(task, hinges, N, numbering, strengthOfConnection(N, fromBothEnds(task.parameters.strength)));
  noteTraffic("coarsening", {&task.A, &N}, report);
  return rowsOfAggregates(task.A, numbering.nodeOfUnknown, aggregates);
}

// Its columns where the coarse level is to be, unless a filter numbers its own.
Teuchos::RCP<const DistMatrix<double>> placed(const CoarseningTask& task,
                                              const Teuchos::RCP<const DistMatrix<double>>& P) {
  const Teuchos::RCP<const Map> map = task.tentativeRanks().mapFor(P->domainMap());
  if (map->isSameAs(*P->domainMap())) return P;
  return Teuchos::rcp(new DistMatrix<double>(agglomerate(*P, map)));
}

// Of the tentative P: all when it is the prolongation, the row pointers when its columns have moved.
std::size_t sharedBytes(const DistMatrix<double>& P, const DistMatrix<double>& tentative) {
  if (&P == &tentative) {
    tentative.planProducts();  // a cycle does: what is counted here is to be all of it
    return tentative.memoryBytes();
  }
  const auto& rowPtr = tentative.local().rowPtr;
  return P.local().rowPtr.data() == rowPtr.data() ? rowPtr.extent(0) * sizeof(Offset) : 0;
}

CoarseSpace coarsenByAggregates(const CoarseningTask& task, const std::any& any) {
  const auto former = dynamic_cast<const AggregatesRecord*>(task.former);
  CoarseSpace coarse;
  coarse.report.coarsening = "aggregates";
  const AggregateRows rows =
      former ? former->rows : aggregate(task, parametersOf<AggregatesParameters>(any).hinges, coarse.report);
  TentativeProlongation tentative;
  {
    const StageClock clock("interpolation", coarse.report.seconds);
    tentative = tentativeProlongation(task.A, rows, task.unknowns.testSpace());
    noteTraffic("interpolation", {tentative.P.get()}, coarse.report);
  }
  coarse.stall = task.stallWith(*tentative.P->domainMap());
  if (!coarse.stall.empty()) return coarse;
  const Comm& comm = *task.A.rowMap()->getComm();
  coarse.report.interpolation = "aggregation";
  coarse.report.isolatedRows = sumOverRanks(comm, task.A.numRows() - static_cast<long long>(rows.row.extent(0)));
  coarse.P = placed(task, tentative.P);
  coarse.unknowns = Teuchos::rcp(new NodeBasisUnknowns(rows, tentative));
  coarse.record = Teuchos::rcp(new AggregatesRecord(rows));
  finishProlongation(task, coarse);
  coarse.unknowns = Teuchos::rcp(new NodeBasisUnknowns(rows, tentative, sharedBytes(*coarse.P, *tentative.P)));
  return coarse;
}

void bindAggregates(ParameterBinding& list, AggregatesParameters& p) {
  list.choice(
      "hinges", p.hinges, {{"finest level", HingeLevels::finest}, {"all levels", HingeLevels::all}},
      "Levels whose aggregates end where stiff parts of a body hang on each other by a corner or an edge alone. "
      "All levels: for bodies of many such places (stiff cells in pairs that share a corner: 19 iterations for "
      "62); set-ups of bodies whose moduli jump take a tenth more.");
}

}  // namespace

CoarseningMethod aggregatesMethod() {
  return {"aggregates",
          "disjoint sets of strongly connected nodes (`classical` strength in its symmetric form), with a basis of the "
          "test "
          "space on each: with `prolongation smoothing` smoothed aggregation",
          coarsenByAggregates,
          AggregatesParameters(),
          bindingOf(bindAggregates),
          {false, [](const std::any&) { return NearKernelUse::testSpace; }}};
}

}  // namespace Chronos
