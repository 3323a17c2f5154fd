// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Factors of a last level of a body: nodes of a cube with three unknowns, which couple with those up to two (a quarter
// to a half of the entries) or up to one away. All entries by our tiles, and CHOLMOD's sparse factor where it is.
#include "Chronos_CholeskyFactor.hpp"
#include "Chronos_TiledFactor.hpp"
#include "CopyBandwidth.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>

namespace Chronos::Performance {
namespace {

constexpr int unknownsPerNode = 3;

// Of unit diagonal, which outweighs the rest of a row.
RootMatrix lastLevel(int edge, int reach) {
  RootMatrix matrix;
  matrix.numRows = std::int64_t(edge) * edge * edge * unknownsPerNode;
  const double coupling = -0.9 / (matrix.numRows);
  for (int row = 0; row < matrix.numRows; ++row) {
    for (int col = 0; col < matrix.numRows; ++col) {
      const int a = row / unknownsPerNode, b = col / unknownsPerNode;
      const int far = std::max({std::abs(a % edge - b % edge), std::abs(a / edge % edge - b / edge % edge),
                                std::abs(a / edge / edge - b / edge / edge)});
      if (far > reach) continue;
      matrix.colInd.push_back(col);
      matrix.values.push_back(row == col ? 1 : coupling);
    }
    matrix.rowPtr.push_back(static_cast<std::int64_t>(matrix.colInd.size()));
  }
  return matrix;
}

using MakeFactor = std::unique_ptr<RootFactor> (*)();

void describe(benchmark::State& state, const RootMatrix& matrix) {
  state.counters["threads"] = HostDevice::execution_space().concurrency();
  state.counters["unknowns"] = double(matrix.numRows);
  state.counters["share stored"] = double(matrix.values.size()) / double(matrix.numRows) / double(matrix.numRows);
}

void setUpFactor(benchmark::State& state, MakeFactor make, int edge, int reach) {
  RootMatrix matrix = lastLevel(edge, reach);
  for (auto _ : state) state.SetIterationTime(medianSeconds([&] { make()->build(matrix); }, 15));
  describe(state, matrix);
}

void solveByFactor(benchmark::State& state, MakeFactor make, int edge, int reach) {
  RootMatrix matrix = lastLevel(edge, reach);
  const std::unique_ptr<RootFactor> factor = make();
  factor->build(matrix);
  factor->prepare(1);
  std::fill_n(factor->rightHandSides(), matrix.numRows, 1.0);
  for (auto _ : state) state.SetIterationTime(medianSeconds([&] { factor->solve(); }, 101));
  describe(state, matrix);
}

void add(const std::string& name, MakeFactor make, int edge, int reach) {
  const std::string size = "/edge " + std::to_string(edge) + "/reach " + std::to_string(reach);
  for (const auto& [what, run] : {std::pair("set-up", &setUpFactor), std::pair("solve", &solveByFactor)})
    benchmark::RegisterBenchmark(("last level/" + name + "/" + what + size).c_str(), run, make, edge, reach)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void registerLastLevelBenchmarks() {
  for (int reach : {1, 2})
    for (int edge : {6, 7, 8}) {
      add("tiles", &tiledFactor, edge, reach);
#ifdef CHRONOS_HAVE_CHOLMOD
      add("CHOLMOD", &choleskyFactor, edge, reach);
#endif
    }
}

}  // namespace Chronos::Performance
