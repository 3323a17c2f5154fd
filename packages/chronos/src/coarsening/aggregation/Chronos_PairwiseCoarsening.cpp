// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PairwiseCoarsening.hpp"

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_MatchingWeights.hpp"
#include "Chronos_PairLeaders.hpp"
#include "Chronos_PairwiseAggregation.hpp"
#include "Chronos_RankMatching.hpp"
#include "Chronos_SharedAggregates.hpp"
#include "Chronos_SharedPairs.hpp"

namespace Chronos {
namespace {

using Indices = Kokkos::View<const LocalOrdinal*, Device>;
using Flags = Kokkos::View<const char*, Device>;

// A step that shrinks by less is not worth a product.
constexpr double smallestShrinking = 1.5;

// Share of the off-diagonal entries that ranks may cut before decoupled pairs leave too many rows alone.
constexpr double largestShareCut = 0.1;

template <class Partners>
struct CountFunctor {
  Partners partners;
  Flags isolated;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& numRows, long long& numMatched) const {
    if (isolated.extent(0) > 0 && isolated(row) != 0) return;
    ++numRows;
    numMatched += partners(row) >= 0;
  }
};

template <class Partners>
bool shrinksTooLittle(const Comm& comm, const Partners& partners, const Flags& isolated) {
  long long numRows = 0, numMatched = 0;
  Kokkos::parallel_reduce(
      "Chronos::matching::count",
      Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, static_cast<int>(partners.extent(0))),
      CountFunctor<Partners>{partners, isolated}, numRows, numMatched);
  double counts[2] = {double(numRows), double(numMatched)};
  sumOverRanks(comm, counts, 2);
  return counts[0] < smallestShrinking * (counts[0] - counts[1] / 2);
}

// Whether rows without a partner join an aggregate. Collective.
template <class Partners>
bool attaches(const Comm& comm, const MatchingParameters& parameters, const Partners& partners, const Flags& isolated) {
  return parameters.singles == Singles::automatic ? shrinksTooLittle(comm, partners, isolated)
                                                  : parameters.singles == Singles::attach;
}

WeightedGraph<Device> graphOf(const CsrMatrix<double, Device>& A, const Kokkos::View<const float*, Device>& weights) {
  return {A.numRows, A.rowPtr, A.colInd, weights};
}

Indices matchedLeaders(const Comm& comm, const MatchingParameters& parameters, const CsrMatrix<double, Device>& A,
                       const ConstVector& w, const Flags& isolated) {
  const Device::execution_space space;
  const WeightedGraph<Device> graph = graphOf(A, matchingWeights<Device>(space, parameters.weights, A, w, isolated));
  const Indices partners = suitorMatching<Device>(space, graph, parameters.ties);
  return pairLeaders<Device>(space, graph, partners, attaches(comm, parameters, partners, isolated), parameters.ties);
}

DistMatrix<double> matchedAcross(const MatchingParameters& parameters, const DistMatrix<double>& A,
                                 const ConstVector& w, const Flags& isolated) {
  const auto weights = weightsAcrossRanks(parameters.weights, A, w, isolated);
  const auto partners = matchAcrossRanks(A, weights, parameters.ties);
  if (!attaches(*A.rowMap()->getComm(), parameters, partners, isolated))
    return pairsAcrossRanks(A, partners, nullptr, isolated);
  const Indices joined = bestMatchedNeighbours(A, weights, partners, parameters.ties);
  return pairsAcrossRanks(A, partners, &joined, isolated);
}

bool crossesRanks(const MatchingParameters& parameters, const DistMatrix<double>& A) {
  if (A.rowMap()->getComm()->getSize() == 1) return false;
  return parameters.ranks == RankCoupling::automatic ? shareCut(A) > largestShareCut
                                                     : parameters.ranks == RankCoupling::across;
}

CoarseSpace coarsenByMatching(const CoarseningTask& task, const std::any& any) {
  const auto& parameters = parametersOf<MatchingParameters>(any);
  const Comm& comm = *task.A.rowMap()->getComm();
  const ConstVector kept = parameters.vector == KeptVector::testSpace
                               ? column(task.unknowns.testSpace(), 0)
                               : vectorToKeep(task, parameters.vector != KeptVector::constant);
  if (crossesRanks(parameters, task.A))
    return coarsenAcrossRanks(task, {"matching across ranks", parameters.steps, kept,
                                     [&](const DistMatrix<double>& A, const ConstVector& w, const Flags& isolated) {
                                       return matchedAcross(parameters, A, w, isolated);
                                     }});
  PairwiseMethod method;
  method.name = "matching";
  method.steps = parameters.steps;
  method.w = kept;
  method.step = [&](const CsrMatrix<double, Device>& A, const ConstVector& w, const Flags& isolated) {
    return matchedLeaders(comm, parameters, A, w, isolated);
  };
  return coarsenByPairs(task, method);
}

CoarseSpace coarsenByRounds(const CoarseningTask& task, const std::any& any) {
  const auto& parameters = parametersOf<PgmParameters>(any);
  PairwiseMethod method;
  method.name = "pgm";
  method.steps = parameters.steps;
  method.isBinary = true;
  method.step = [&](const CsrMatrix<double, Device>& A, const ConstVector&, const Flags& isolated) {
    const Device::execution_space space;
    return roundLeaders<Device>(space, graphOf(A, graphMatchWeights<Device>(space, A, isolated)), parameters.maxRounds);
  };
  return coarsenByPairs(task, method);
}

void bindMatching(ParameterBinding& list, MatchingParameters& p) {
  list.integer("pairwise steps", p.steps, 1, 4,
               "Aggregates of up to 2, 4, 8 or 16 unknowns: pairs, pairs of pairs, ...");
  list.choice("singles", p.singles,
              {{"automatic", Singles::automatic}, {"keep", Singles::keep}, {"attach", Singles::attach}},
              "What becomes of unknowns without a partner: an aggregate of their own, or the aggregate of their "
              "strongest neighbour; automatic attaches them in steps that would otherwise shrink a level by less than "
              "1.5.");
  list.choice(
      "weights", p.weights, {{"compatible", PairWeight::compatible}, {"quality", PairWeight::quality}},
      "How pairs are compared: compatible, 2 |a_ij| / (a_ii + a_jj), as in BootCMatch; quality, |a_ij| (1 / a_ii "
      "+ 1 / a_jj), whose inverse bounds the rate of convergence, for coefficients that jump. With the vector w "
      "that is kept, a_ij w_i w_j stands for a_ij.");
  list.choice("ties", p.ties, {{"number", MatchingTies::number}, {"hash", MatchingTies::hash}},
              "Who wins among neighbours of equal weight. By number uniform grids are cut into boxes; by a hash into "
              "ragged pieces, which cost iterations and memory.");
  list.choice(
      "ranks", p.ranks,
      {{"automatic", RankCoupling::automatic},
       {"decoupled", RankCoupling::decoupled},
       {"across", RankCoupling::across}},
      "decoupled: each rank pairs its own unknowns and sends nothing; across: the pairs of one rank on any number "
      "of them, for messages in every step; automatic: across where ranks cut more than a tenth of the "
      "off-diagonal entries.");
  list.choice(
      "vector", p.vector,
      {{"constant", KeptVector::constant},
       {"near kernel", KeptVector::nearKernel},
       {"test space", KeptVector::testSpace}},
      "What the prolongation keeps exactly, and weights are made of: the constant, the first near-kernel vector "
      "that is given, or the first vector of the test space.");
}

void bindPgm(ParameterBinding& list, PgmParameters& p) {
  list.integer("pairwise steps", p.steps, 1, 3, "Aggregates of about 2, 4 or 8 unknowns.");
  list.integer("maximum iterations", p.maxRounds, 1, 1000,
               "Rounds of mutual strongest neighbours in a step; what is left joins its strongest aggregate.");
}

NearKernelUse useOf(const std::any& any) {
  switch (parametersOf<MatchingParameters>(any).vector) {
    case KeptVector::nearKernel: return NearKernelUse::given;
    case KeptVector::testSpace: return NearKernelUse::testSpace;
    default: return NearKernelUse::none;
  }
}

void keepGivenVector(CoarseningParameters& p) {
  const std::string matching = "matching";
  p.method.of<MatchingParameters>(matching).vector = KeptVector::nearKernel;
}

}  // namespace

CoarseningMethod matchingMethod() {
  return {"matching",
          "aggregates by compatible weighted matching, one entry a row of the prolongation",
          coarsenByMatching,
          MatchingParameters(),
          bindingOf(bindMatching),
          {false, useOf, keepGivenVector}};
}

CoarseningMethod pgmMethod() {
  return {"pgm",
          "aggregates by pairwise graph matching, all entries 1",
          coarsenByRounds,
          PgmParameters(),
          bindingOf(bindPgm),
          {}};
}

}  // namespace Chronos
