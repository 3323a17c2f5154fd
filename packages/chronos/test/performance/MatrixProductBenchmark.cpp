// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// A*A of the 7-point Laplacian: pattern and values, values again, beside another library. Arguments: nodes
// per edge.
#include "Chronos_Gallery.hpp"
#include "Chronos_MatrixProduct.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "CopyBandwidth.hpp"
#include "OtherMatrixProduct.hpp"

#include <Tpetra_Core.hpp>
#include <benchmark/benchmark.h>

namespace Chronos::Performance {
namespace {

constexpr int numRuns = 7;

DistMatrix<double> laplacian(GlobalOrdinal edge) {
  ProblemOptions options;
  options.nx = edge;
  return fromTpetra(*makeProblem("laplace3d7", options, Tpetra::getDefaultComm()).matrix);
}

enum class Phase { first, again };

void chronosProduct(benchmark::State& state, Phase phase) {
  const DistMatrix<double> matrix = laplacian(state.range(0));
  const auto& A = matrix.local();
  const auto B = ownedRows(A);
  const Device::execution_space space;
  MatrixProductPlan<Device> plan;
  auto C = multiplyMatrices<double, Device>(space, A, B, plan);
  const auto work = [&] {
    C = {};
    if (phase == Phase::first) {
      plan = {};
      C = multiplyMatrices<double, Device>(space, A, B, plan);
    } else {
      C = multiplyAgain<double, Device>(space, plan, A, B);
    }
  };
  for (auto _ : state) state.SetIterationTime(medianSeconds(work, numRuns));
  state.counters["entries"] = double(C.numEntries());
}

void otherLibrary(benchmark::State& state, Phase phase) {
  const DistMatrix<double> matrix = laplacian(state.range(0));
  for (auto _ : state) {
    const ProductSeconds seconds = otherProduct(matrix.local(), numRuns);
    state.SetIterationTime(phase == Phase::first ? seconds.first : seconds.again);
    state.counters["entries"] = double(seconds.numEntries);
  }
}

}  // namespace

void registerMatrixProductBenchmarks() {
  const GlobalOrdinal edge = std::is_same_v<Device, HostDevice> ? 60 : 160;
  const auto add = [&](const std::string& name, auto function, Phase phase) {
    benchmark::RegisterBenchmark(("matrix product/" + name).c_str(), function, phase)
        ->Arg(edge)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  };
  const std::string other = otherProductName();
  add("first/chronos", chronosProduct, Phase::first);
  add("first/" + other, otherLibrary, Phase::first);
  add("again/chronos", chronosProduct, Phase::again);
  add("again/" + other, otherLibrary, Phase::again);
}

}  // namespace Chronos::Performance
