// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// A*A, A*P and R*(A*P) of the 7-point Laplacian, P being extended+i with four entries a row on a PMIS splitting:
// pattern and values, values again, beside another library. Arguments: nodes per edge.
#include "Chronos_Gallery.hpp"
#include "Chronos_Interpolation.hpp"
#include "Chronos_MatrixProduct.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_Transpose.hpp"
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
enum class Factors { AA, AP, RAP };

CsrMatrix<double, Device> product(const CsrMatrix<double, Device>& A, const CsrMatrix<double, Device>& B) {
  MatrixProductPlan<Device> plan;
  return multiplyMatrices<double, Device>(Device::execution_space(), A, ownedRows(B),
                                          findProductNodes<double, Device>(A, ownedRows(B)), plan);
}

struct Pair {
  CsrMatrix<double, Device> left, right;
};

// On one rank, where a distributed matrix is its local rows.
Pair factors(Factors which, GlobalOrdinal edge) {
  const DistMatrix<double> A = laplacian(edge);
  if (which == Factors::AA) return {A.local(), A.local()};
  const StrongFlags strong = strengthOfConnection(A, StrengthParameters());
  InterpolationParameters parameters;
  parameters.maxEntries = 4;
  const DistMatrix<double> P = interpolate(A, strong, pmis(A, strong), parameters).P;
  if (which == Factors::AP) return {A.local(), P.local()};
  return {transpose(P).local(), product(A.local(), P.local())};
}

void chronosProduct(benchmark::State& state, Phase phase, Factors which) {
  const Pair pair = factors(which, state.range(0));
  const auto& A = pair.left;
  const auto B = ownedRows(pair.right);
  const Device::execution_space space;
  MatrixProductPlan<Device> plan;
  const auto nodes = findProductNodes<double, Device>(A, B);
  auto C = multiplyMatrices<double, Device>(space, A, B, nodes, plan);
  const auto work = [&] {
    C = {};
    if (phase == Phase::first) {
      plan = {};
      C = multiplyMatrices<double, Device>(space, A, B, findProductNodes<double, Device>(A, B), plan);
    } else {
      C = multiplyAgain<double, Device>(space, plan, A, B, nodes);
    }
  };
  for (auto _ : state) state.SetIterationTime(medianSeconds(work, numRuns));
  state.counters["entries"] = double(C.numEntries());
}

void otherLibrary(benchmark::State& state, Phase phase, Factors which) {
  const Pair pair = factors(which, state.range(0));
  for (auto _ : state) {
    const ProductSeconds seconds = otherProduct(pair.left, pair.right, numRuns);
    state.SetIterationTime(phase == Phase::first ? seconds.first : seconds.again);
    state.counters["entries"] = double(seconds.numEntries);
  }
}

}  // namespace

void registerMatrixProductBenchmarks() {
  const GlobalOrdinal edge = std::is_same_v<Device, HostDevice> ? 60 : 160;
  const auto add = [&](const std::string& name, auto function, Phase phase, Factors which) {
    benchmark::RegisterBenchmark(("matrix product/" + name).c_str(), function, phase, which)
        ->Arg(edge)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  };
  const std::string other = otherProductName();
  const std::pair<const char*, Factors> products[] = {{"AA", Factors::AA}, {"AP", Factors::AP}, {"RAP", Factors::RAP}};
  for (const auto& entry : products) {
    const std::string name = entry.first;
    add(name + "/first/chronos", chronosProduct, Phase::first, entry.second);
    add(name + "/first/" + other, otherLibrary, Phase::first, entry.second);
    add(name + "/again/chronos", chronosProduct, Phase::again, entry.second);
    add(name + "/again/" + other, otherLibrary, Phase::again, entry.second);
  }
}

}  // namespace Chronos::Performance
