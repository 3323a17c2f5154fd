// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PairwiseAggregation.hpp"

#include "Chronos_AggregatedUnknowns.hpp"
#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_ProlongationSteps.hpp"
#include "Chronos_StageTraffic.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Below this share of the diagonal an entry is not of note.
constexpr double smallestShare = 1e-8;

struct IsolatedFunctor {
  CsrMatrix<double, Device> A;
  Kokkos::View<char*, Device> isolated;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const {
    double diagonal = 0, largest = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const double size = A.values(entry) < 0 ? -A.values(entry) : A.values(entry);
      if (A.colInd(entry) == row) diagonal = size;
      else if (size > largest) largest = size;
    }
    isolated(row) = largest <= smallestShare * diagonal;
    count += isolated(row);
  }
};

struct CountSizesFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Offset low, high;
  KOKKOS_INLINE_FUNCTION void operator()(int aggregate, long long& count) const {
    const Offset size = rowPtr(aggregate + 1) - rowPtr(aggregate);
    count += size >= low && size <= high;
  }
};

AggregateBasis basisOf(const PairwiseMethod& method, const Aggregates& aggregates, const ConstVector& w) {
  return method.isBinary ? binaryBasis(aggregates) : normalisedBasis(aggregates, w);
}

struct ComposedPairs {
  Aggregates aggregates;
  int steps = 0;
  long long numAll = 0;  // aggregates of all ranks, where they were made
};

ComposedPairs composePairs(const CoarseningTask& task, const PairwiseMethod& method, const IsolatedRows& isolated) {
  const Comm& comm = *task.A.rowMap()->getComm();
  ComposedPairs result;
  CsrMatrix<double, Device> A = task.A.local();
  ConstVector w = method.w;
  Kokkos::View<const char*, Device> leftOut = isolated.flags;
  while (true) {
    const Aggregates pairs = numberAggregates(method.step(A, w, leftOut), leftOut);
    result.aggregates = result.steps == 0 ? pairs : composed(result.aggregates, pairs);
    ++result.steps;
    result.numAll = sumOverRanks(comm, static_cast<long long>(pairs.count));
    if (result.steps == method.steps || result.numAll <= task.coarseSize) return result;
    const AggregateBasis basis = basisOf(method, pairs, w);
    A = ownedProduct(A, basis);
    w = basis.coarse;
    leftOut = {};
  }
}

DistMatrix<double> prolongation(const CoarseningTask& task, const AggregateBasis& basis,
                                const Teuchos::RCP<const Map>& coarseMap) {
  const ColumnTargets targets = ownedThenHalo(basis.aggregates.count, {}, {});
  const Teuchos::RCP<const Map> moved = task.tentativeRanks().mapFor(coarseMap);
  return compressColumns(task.A.rowMap(), moved, prolongationRows(basis),
                         moved == coarseMap ? targets : movedTargets(targets, *coarseMap, *moved));
}

// On this rank.
Distribution sizesOf(const CsrMatrix<double, Device>& members) {
  const std::vector<std::pair<std::string, std::pair<Offset, Offset>>> classes = {
      {"1", {1, 1}},      {"2", {2, 2}},        {"3 to 4", {3, 4}},
      {"5 to 8", {5, 8}}, {"9 to 16", {9, 16}}, {"more", {17, ~Offset(0)}}};
  Distribution sizes;
  sizes.name = "aggregate size";
  for (const auto& each : classes) {
    long long count = 0;
    Kokkos::parallel_reduce("Chronos::coarsenByPairs::sizes", RowPolicy(0, members.numRows),
                            CountSizesFunctor{members.rowPtr, each.second.first, each.second.second}, count);
    sizes.counts.emplace_back(each.first, count);
  }
  return sizes;
}

}  // namespace

IsolatedRows isolatedRows(const DistMatrix<double>& A) {
  const auto flags = allocate<Kokkos::View<char*, Device>>("Chronos::isolated rows", A.numRows());
  long long count = 0;
  Kokkos::parallel_reduce("Chronos::coarsenByPairs::isolated", RowPolicy(0, A.numRows()),
                          IsolatedFunctor{A.local(), flags}, count);
  return {flags, count};
}

void reportAggregates(const Comm& comm, const CsrMatrix<double, Device>& members, int steps,
                      const IsolatedRows& isolated, CoarseReport& report) {
  report.interpolation = "aggregates";
  report.isolatedRows = isolated.here;
  report.distributions = {sizesOf(members)};
  JointReduction all;
  all.sum(report.isolatedRows);
  for (auto& count : report.distributions.front().counts) all.sum(count.second);
  all.reduce(comm);
  report.singles = report.distributions.front().counts.front().second;
  report.pairwiseSteps = steps;
}

ConstVector vectorToKeep(const CoarseningTask& task, bool given) {
  if (task.unknowns.keptVector()) return *task.unknowns.keptVector();
  if (given && task.unknowns.testSpace().extent(1) > 0) return column(task.unknowns.testSpace(), 0);
  const auto ones = allocate<Kokkos::View<double*, Device>>("Chronos::constant vector", task.A.numRows());
  Kokkos::deep_copy(ones, 1.0);
  return ones;
}

CoarseSpace coarsenByPairs(const CoarseningTask& task, const PairwiseMethod& method) {
  CoarseSpace coarse;
  coarse.report.coarsening = method.name;
  const auto former = dynamic_cast<const AggregationRecord*>(task.former);
  const IsolatedRows isolated = isolatedRows(task.A);
  ComposedPairs pairs;
  {
    const StageClock clock("matching", coarse.report.seconds);
    pairs = former ? ComposedPairs{former->aggregates, former->steps} : composePairs(task, method, isolated);
    noteTraffic("matching", {&task.A}, coarse.report);
  }
  const Teuchos::RCP<const Map> coarseMap = former ? former->map
                                                   : contiguousMap(static_cast<std::size_t>(pairs.aggregates.count),
                                                                   pairs.numAll, task.A.rowMap()->getComm());
  coarse.stall = task.stallWith(*coarseMap);
  if (!coarse.stall.empty()) return coarse;
  {
    const StageClock clock("interpolation", coarse.report.seconds);
    const AggregateBasis basis = basisOf(method, pairs.aggregates, method.w);
    coarse.P = Teuchos::rcp(new DistMatrix<double>(prolongation(task, basis, coarseMap)));
    coarse.unknowns = Teuchos::rcp(new AggregatedUnknowns(coarseMap, basis, !method.isBinary));
    coarse.record = Teuchos::rcp(new AggregationRecord(pairs.aggregates, coarseMap, pairs.steps));
    reportAggregates(*coarseMap->getComm(), basis.members, pairs.steps, isolated, coarse.report);
  }
  finishProlongation(task, coarse);
  return coarse;
}

}  // namespace Chronos
