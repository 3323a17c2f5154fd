// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MethodCosts.hpp"

#include "Chronos_AdditiveSchwarz.hpp"
#include "Chronos_Error.hpp"

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

// Set-up, iterations, cost of an iteration, share of the former iterations. A GPU reads faster than it builds: there a
// set-up counts for more readings.
const Row rows[] = {
    {"direct", {200, 1, 20}, {2000, 1, 200}},
    {"jacobi", {1, 100, 1.3}, {2, 100, 2}},
    {"light", {80, 300, 2}, {400, 300, 5}},
    {"adaptive fsai", {600, 120, 2.5, 0.45}, {600, 120, 4, 0.45}},
    {"aggregation", {60, 20, 8}, {230, 20, 15}},
    {"flow", {160, 25, 8}, {400, 25, 15}},
    {"smoothed aggregation", {120, 40, 5}, {700, 60, 12}},
    {"mechanics", {300, 40, 5}, {1700, 60, 16}},
    {"flat cells", {400, 80, 8, 0.35}, {1500, 90, 18, 0.35}},
    {"strong mechanics", {800, 20, 8, 0.85}, {3300, 60, 23, 1}},
    {"shells", {6000, 25, 10}, {8000, 25, 20}},
};

}  // namespace

CountedMethod countedMethod(const std::string& name, bool onDevice) {
  for (const Row& row : rows) {
    if (row.name != name) continue;
    return {name, parametersOf(name, onDevice), onDevice ? row.onDevice : row.onHost};
  }
  throw InputError("There is no cost for a method '" + name + "'.");
}

}  // namespace Chronos
