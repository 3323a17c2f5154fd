// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Set-up of adaptive FSAI with the parameters of Bernaschi and others 2019 (k_max 30, s 1, epsilon 1e-3), per kernel,
// on a gallery problem or, with CHRONOS_BENCHMARK_MATRIX set, on a matrix file. Bytes: see FsaiBuildReport.
#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_Fsai.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "CopyBandwidth.hpp"

#include <Tpetra_Core.hpp>
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <tuple>

namespace Chronos::Performance {
namespace {

using MatrixMaker = Teuchos::RCP<TpetraCrsMatrix> (*)();

Teuchos::RCP<TpetraCrsMatrix> elasticity(GlobalOrdinal edge) {
  ProblemOptions options;
  options.nx = edge;
  return makeProblem("elasticity3d", options, Tpetra::getDefaultComm()).matrix;
}
Teuchos::RCP<TpetraCrsMatrix> elasticity80() {
  return elasticity(80);
}
Teuchos::RCP<TpetraCrsMatrix> elasticity30() {
  return elasticity(30);
}
Teuchos::RCP<TpetraCrsMatrix> fromFile() {
  return readMatrix(std::getenv("CHRONOS_BENCHMARK_MATRIX"), Tpetra::getDefaultComm(), {});
}

void setUp(benchmark::State& state, MatrixMaker make, SetupPrecision precision, Accumulation accumulation) {
  const auto matrix = make();
  const DistMatrix<double> A = fromTpetra(*matrix);
  AdaptiveFsaiParameters parameters = preset("paper").smoothers.of<AdaptiveFsaiParameters>("adaptive fsai");
  parameters.setupPrecision = precision;
  parameters.accumulation = accumulation;
  Fsai(A, parameters);  // warm-up
  for (auto _ : state) {
    const double seconds = secondsOf([&] {
      const Fsai fsai(A, parameters);
      const SmootherReport& report = fsai.report();
      for (const auto& [phase, phaseSeconds] : report.phases) {
        state.counters[phase + " ms"] = 1e3 * phaseSeconds;
        for (const auto& [kernel, bytes] : report.traffic)
          if (kernel == phase && phaseSeconds > 0)
            state.counters[phase + " share of copy"] = bytes / phaseSeconds / copyBandwidth();
      }
      state.counters["density"] = report.density;
      state.counters["fallback rows"] = double(report.numFallbackRows);
    });
    state.SetIterationTime(seconds);
  }
  state.counters["rows"] = double(A.numRows());
}

void add(const std::string& name, MatrixMaker make) {
  const std::vector<std::tuple<std::string, SetupPrecision, Accumulation>> cases = {
      {"single/hash", SetupPrecision::singlePrecision, Accumulation::hash},
      {"single/merge", SetupPrecision::singlePrecision, Accumulation::merge},
      {"double/hash", SetupPrecision::doublePrecision, Accumulation::hash}};
  for (const auto& [label, precision, accumulation] : cases)
    benchmark::RegisterBenchmark(("fsai/" + name + "/" + label).c_str(), setUp, make, precision, accumulation)
        ->UseManualTime()
        ->Iterations(3)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void registerFsaiBenchmarks() {
  const bool large = !std::is_same_v<Device, HostDevice>;
  add(large ? "elasticity80" : "elasticity30", large ? elasticity80 : elasticity30);
  if (std::getenv("CHRONOS_BENCHMARK_MATRIX") != nullptr) add("file", fromFile);
}

}  // namespace Chronos::Performance
