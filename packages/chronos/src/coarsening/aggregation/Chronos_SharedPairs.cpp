// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SharedPairs.hpp"

#include "Chronos_CoarseColumns.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_GalerkinProduct.hpp"
#include "Chronos_PairwiseAggregation.hpp"
#include "Chronos_ProlongationSteps.hpp"
#include "Chronos_SharedAggregates.hpp"
#include "Chronos_StageTraffic.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

struct CountCutFunctor {
  CsrMatrix<double, Device> A;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const {
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) count += A.colInd(entry) >= A.numRows;
  }
};

Matrix shared(const DistMatrix<double>& matrix) {
  return Teuchos::rcp(new DistMatrix<double>(matrix));
}

struct ComposedPairs {
  Matrix aggregates;
  int steps = 0;
};

ComposedPairs composePairs(const CoarseningTask& task, const SharedMethod& method, const IsolatedRows& isolated) {
  ComposedPairs result;
  DistMatrix<double> A = task.A;
  ConstVector w = method.w;
  Kokkos::View<const char*, Device> leftOut = isolated.flags;
  while (true) {
    const DistMatrix<double> pairs = method.step(A, w, leftOut);
    result.aggregates = result.steps == 0 ? shared(pairs) : DistProduct<double>(*result.aggregates, pairs).result();
    ++result.steps;
    const auto numCoarse = TrilinosVersion::numGlobal(*pairs.domainMap());
    if (result.steps == method.steps || numCoarse <= task.coarseSize) return result;
    const SharedBasis basis = normalisedBasis(pairs, w);
    A = *GalerkinProduct<double>(A, basis.P).coarse();
    w = basis.coarse;
    leftOut = allocateZeros<Kokkos::View<char*, Device>>("Chronos::isolated rows", A.numRows());
  }
}

}  // namespace

CoarseSpace coarsenAcrossRanks(const CoarseningTask& task, const SharedMethod& method) {
  CoarseSpace coarse;
  coarse.report.coarsening = method.name;
  const auto former = dynamic_cast<const SharedAggregatesRecord*>(task.former);
  const IsolatedRows isolated = isolatedRows(task.A);
  ComposedPairs pairs;
  {
    const StageClock clock("matching", coarse.report.seconds);
    pairs = former ? ComposedPairs{shared(former->aggregates), former->steps} : composePairs(task, method, isolated);
    noteTraffic("matching", {&task.A}, coarse.report);
  }
  const Teuchos::RCP<const Map>& coarseMap = pairs.aggregates->domainMap();
  coarse.stall = task.stallWith(*coarseMap);
  if (!coarse.stall.empty()) return coarse;
  {
    const StageClock clock("interpolation", coarse.report.seconds);
    const SharedBasis basis = normalisedBasis(*pairs.aggregates, method.w);
    const Teuchos::RCP<const Map> moved = task.tentativeRanks().mapFor(coarseMap);
    coarse.P =
        shared(moved == coarseMap ? basis.P : renumberedOnce(basis.P, basis.P.local(), sameColumns(basis.P), moved));
    coarse.unknowns = Teuchos::rcp(new SharedUnknowns(basis));
    coarse.record = Teuchos::rcp(new SharedAggregatesRecord(*pairs.aggregates, pairs.steps));
    reportAggregates(*coarseMap->getComm(), basis.R.local(), pairs.steps, isolated, coarse.report);
  }
  finishProlongation(task, coarse);
  return coarse;
}

double shareCut(const DistMatrix<double>& A) {
  long long numCut = 0;
  Kokkos::parallel_reduce("Chronos::shareCut",
                          Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, A.numRows()),
                          CountCutFunctor{A.local()}, numCut);
  const double numAll = double(A.numGlobalEntries()) - double(A.rowMap()->getGlobalNumElements());
  return numAll > 0 ? double(sumOverRanks(*A.rowMap()->getComm(), numCut)) / numAll : 0;
}

}  // namespace Chronos
