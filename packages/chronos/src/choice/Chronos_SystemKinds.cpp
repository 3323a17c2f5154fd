// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SystemKinds.hpp"

#include "Chronos_NodeCouplings.hpp"
#include "Chronos_RowSigns.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Shares and entries a row at which the best method changes on the systems of docs/choosing.md.
constexpr double evenRows = 0.9;  // where pairs of unknowns are as good as a splitting
constexpr double thinRow = 10;    // entries up to which that is so on a GPU
// Between which a sweep of Gauss-Seidel is worth its time on a host: in longer rows, of elements of high order, each
// entry waits for the rows before, up to three times as long.
constexpr double longRow = 12, longestRow = 40;

// From which on a set-up of `flow` takes so long that one level is tried first: where Gershgorin's circles say that the
// condition of D^-1 A is at most this, as of time steps, and where nothing is known.
constexpr double rowOfFlow = 20, smallCondition = 2000, rowOfHighOrder = 40;

// What 20 iterations with D leave of a body of flat cells that bends.
constexpr double bendingOnHost = 0.2, bendingOnDevice = 0.31;

double rowLength(const SystemFacts& facts) {
  return double(facts.numEntries) / double(std::max(1LL, static_cast<long long>(facts.numRows)));
}

}  // namespace

bool isLikeMMatrix(const SystemFacts& facts) {
  return facts.mostlyNegativeRows >= RowThresholds::mostRows;
}

double zeroSumRows(const SystemFacts& facts) {
  return std::max(facts.zeroSumRows, facts.zeroSumRowsScaled);
}

bool isDiffusion(const SystemFacts& facts) {
  const bool showsNoBody = facts.unknownsPerNode == 1 || facts.tornNodes == 2;
  return showsNoBody && zeroSumRows(facts) >= RowThresholds::halfOfRows;
}

bool isLikeDiffusion(const SystemFacts& facts) {
  return isLikeMMatrix(facts) || isDiffusion(facts);
}

bool isScaled(const SystemFacts& facts) {
  return facts.zeroSumRows < RowThresholds::halfOfRows;
}

bool isEven(const SystemFacts& facts) {
  return isLikeMMatrix(facts) && facts.unknownsPerNode == 1 && facts.evenRows >= evenRows &&
         !(facts.onDevice && double(facts.numEntries) > thinRow * double(facts.numRows));
}

bool wantsGaussSeidel(const SystemFacts& facts) {
  const double length = rowLength(facts);
  return !facts.onDevice && !isLikeMMatrix(facts) && length >= longRow && length <= longestRow;
}

bool mayEndWithOneLevel(const SystemFacts& facts) {
  if (!isLikeDiffusion(facts) || knowsBodies(facts)) return false;
  if (facts.conditionBound <= smallCondition) return rowLength(facts) >= rowOfFlow;
  return !facts.onDevice && !isLikeMMatrix(facts) && rowLength(facts) > rowOfHighOrder;
}

bool knowsBodies(const SystemFacts& facts) {
  return facts.numNearKernel > 1 || facts.translations > 0;
}

bool bends(const SystemFacts& facts) {
  return facts.flatNodes >= mostlyFlat && facts.probedResidual >= (facts.onDevice ? bendingOnDevice : bendingOnHost);
}

bool wantsThirdStep(const SystemFacts& facts) {
  return facts.unevenNodes >= RowThresholds::halfOfRows && facts.numNearKernel > 1 && facts.numRows >= thirdStepFrom;
}

}  // namespace Chronos
