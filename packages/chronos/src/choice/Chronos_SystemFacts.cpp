// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SystemFacts.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_FrameMatrix.hpp"
#include "Chronos_HierarchyScaling.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_NodesOfUnknowns.hpp"
#include "Chronos_OneLevelProbe.hpp"
#include "Chronos_RowSigns.hpp"
#include "Chronos_ScaledMatrix.hpp"
#include "Chronos_SystemKinds.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_ZeroSumNodes.hpp"

#include <algorithm>

namespace Chronos {
namespace {

constexpr double positiveShare = RowThresholds::positiveShare, sumShare = RowThresholds::sumShare, evenness = 0.1;

// Beside a set-up of multigrid for long rows half of the steps are nothing, and guesses of the first ones too high.
OneLevelSteps stepsOf(const SystemFacts& facts) {
  if (facts.flatNodes >= mostlyFlat) return OneLevelSteps::all;
  return mayEndWithOneLevel(facts) ? OneLevelSteps::halfAtLeast : OneLevelSteps::untilEnough;
}

// Unknowns that follow each other in the first node of this rank; 0 where no nodes are told.
long long unknownsOf(const UnknownNodes& nodes) {
  long long length = 0;
  if (nodes.extent(0) > 0) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), nodes);
    while (length < static_cast<long long>(host.extent(0)) && host(length) == host(0)) ++length;
  }
  return length;
}

// As many constants as rigid-body modes of a solid, at most.
constexpr int mostTranslations = 6;

bool mayBeBody(const SystemFacts& facts) {
  return facts.numNearKernel == 0 && facts.mostlyNegativeRows < RowThresholds::mostRows;
}

// Their rotations send no constants to zero. On straight lines every third entry, or every second one, may do so as
// well.
bool mayBeFrames(const SystemFacts& facts) {
  return mayBeBody(facts) && (facts.toldUnknowns == FrameMatrix::numUnknowns || facts.toldUnknowns == 0);
}

bool mayTakeTranslations(const SystemFacts& facts) {
  return facts.hasFrames || (mayBeBody(facts) && facts.zeroSumRows >= RowThresholds::halfOfRows &&
                             facts.unknownsPerNode > 1 && facts.unknownsPerNode <= mostTranslations);
}

}  // namespace

std::string textOf(UnknownOrder order, long long numLacking) {
  if (order == UnknownOrder::asGiven) return "";
  if (order == UnknownOrder::byComponents)
    return "unknowns are numbered component by component, as sums of rows say: what uses nodes is made in their order";
  return std::to_string(numLacking) +
         " unknowns of nodes are not in the matrix, as on planes of symmetry: what uses nodes is made for whole ones";
}

SystemFacts examine(const DistMatrix<double>& A, const NearKernel& nearKernel) {
  SystemFacts facts;
  facts.numRows = TrilinosVersion::numGlobal(*A.rowMap());
  facts.numEntries = A.numGlobalEntries();
  facts.onDevice = !std::is_same_v<Device, HostDevice>;
  RowSigns signs = rowSigns<Device>(Device::execution_space(), A.local(), positiveShare, sumShare, evenness);
  auto numVectors = static_cast<long long>(nearKernel.vectors.extent(1));
  long long told = unknownsOf(nearKernel.nodes);
  JointReduction all;
  for (long long* count : {&signs.numConnected, &signs.numMostlyNegative, &signs.numZeroSum, &signs.numEven})
    all.sum(*count);
  all.max(signs.largestRatio);
  all.max(numVectors);
  all.max(told);
  all.reduce(*A.rowMap()->getComm());
  const double numConnected = double(std::max(1LL, signs.numConnected)), radius = signs.largestRatio;
  facts.mostlyNegativeRows = double(signs.numMostlyNegative) / numConnected;
  facts.zeroSumRows = double(signs.numZeroSum) / numConnected;
  facts.evenRows = double(signs.numEven) / numConnected;
  if (radius < 1) facts.conditionBound = (1 + radius) / (1 - radius);
  facts.numNearKernel = static_cast<int>(numVectors);
  facts.numConnected = signs.numConnected;
  facts.toldUnknowns = static_cast<int>(told);
  facts.unknownsPerNode = told > 0 ? facts.toldUnknowns : unknownsByZeroSums(A, facts.zeroSumRows, facts.numConnected);
  facts.hasFrames = mayBeFrames(facts) && showsFrames(A, facts.numConnected);
  if (facts.hasFrames) facts.unknownsPerNode = FrameMatrix::numUnknowns;
  if (!mayTakeTranslations(facts)) return facts;
  if (nodesAreWhole(*A.rowMap(), facts.unknownsPerNode)) facts.translations = facts.unknownsPerNode;
  else facts.tornNodes = facts.unknownsPerNode;
  return facts;
}

void lookForUnits(const DistMatrix<double>& A, SystemFacts& facts) {
  const HierarchyScaling scaling = makeScaling(A, ScalingKind::automatic, {});
  if (!scaling.exists()) return;
  const DistMatrix<double> scaled = scaledMatrix(A, scaling.factors);
  const RowSigns signs = rowSigns<Device>(Device::execution_space(), scaled.local(), positiveShare, sumShare, evenness);
  const long long numZeroSum = sumOverRanks(*A.rowMap()->getComm(), signs.numZeroSum);
  facts.zeroSumRowsScaled = double(numZeroSum) / double(std::max(1LL, facts.numConnected));
  if (facts.toldUnknowns == 0)
    facts.unknownsPerNode = unknownsByZeroSums(scaled, facts.zeroSumRowsScaled, facts.numConnected, SumKind::scaled);
}

void probe(const DistMatrix<double>& A, SystemFacts& facts) {
  const OneLevelGuess guess = probeOneLevel(A, Jacobi(A), probeSteps, easyIterations, stepsOf(facts));
  facts.jacobiIterations = guess.iterations;
  facts.probedResidual = guess.residual;
}

}  // namespace Chronos
