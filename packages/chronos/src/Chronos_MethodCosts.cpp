// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MethodCosts.hpp"

#include "Chronos_AdditiveSchwarz.hpp"
#include "Chronos_Error.hpp"

#include <algorithm>

namespace Chronos {
namespace {

Parameters direct() {
  Parameters p;
  p.type = "amg";
  p.amg.maxLevels = 1;
  p.amg.coarseSolver.kind = CoarseSolverKind::cholesky;
  return p;
}

Parameters jacobi() {
  Parameters p;
  p.type = "jacobi";
  return p;
}

// Inverses of blocks of 32 nodes take a GPU two thirds to nine tenths of the time of 64 to set up, for a tenth more
// iterations.
Parameters parametersOf(const std::string& name, bool onDevice) {
  if (name == "direct") return direct();
  if (name == "jacobi") return jacobi();
  Parameters p = preset(name);
  if (onDevice && name == "flat cells")
    p.amg.level.smoother.method.of<AdditiveSchwarzParameters>("additive schwarz").numNodes = 32;
  return p;
}

struct Row {
  const char* name;
  MethodCost onHost, onDevice;
};

// Set-up, iterations, cost of an iteration, share of the former iterations; launches of both.
const Row rows[] = {
    {"direct", {200, 1, 20}, {2000, 1, 200}},
    {"jacobi", {1, 100, 1.3}, {2, 100, 1.3, 0, 100, 18}},
    {"light", {80, 300, 2}, {150, 300, 2, 0, 400, 20}},
    {"adaptive fsai", {600, 120, 2.5, 0.45}, {1500, 120, 3, 0.45, 900, 22}},
    {"aggregation", {60, 20, 8}, {200, 20, 6, 0, 1500, 75}},
    {"flow", {160, 25, 8}, {350, 25, 7, 0, 2400, 40}},
    {"smoothed aggregation", {120, 40, 5}, {210, 40, 5.5, 0, 4500, 36}},
    {"mechanics", {300, 40, 5}, {430, 40, 6.5, 0, 6500, 60}},
    {"flat cells", {400, 80, 8, 0.35}, {550, 80, 14, 0.35, 12000, 40}},
    {"strong mechanics", {800, 20, 8, 0.85}, {1100, 60, 10, 1, 8500, 60}},
    {"shells", {6000, 25, 10}, {16000, 40, 11, 0, 75000, 50}},
};

// An H200 reads 12 million bytes in the 3.3 us of a launch that waits for the one before.
constexpr double entriesOfLaunch = 1e6;

}  // namespace

CountedMethod countedMethod(const std::string& name, bool onDevice) {
  for (const Row& row : rows) {
    if (row.name != name) continue;
    return {name, parametersOf(name, onDevice), onDevice ? row.onDevice : row.onHost};
  }
  throw InputError("There is no cost for a method '" + name + "'.");
}

double readingsOfLaunch(long long numEntries, int numRanks, bool onDevice) {
  return onDevice ? entriesOfLaunch * numRanks / double(std::max(1LL, numEntries)) : 0;
}

}  // namespace Chronos
