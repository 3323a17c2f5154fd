// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Whole solves with what a cycle may be stored in, in the pairs of Tsai (2024), 6.3 to 6.5: (vectors, matrices), each
// from the finest level on. Names: precision/SYSTEM/SMOOTHER/CYCLE/PAIR, "alone" for the V cycle without a Krylov
// method. Model problems, and what the environment names: CHRONOS_PRECISION_SYSTEMS = PRESET:FILE[+NEARKERNEL] ...
// 1e-8, at most 800 iterations, b random. Time: median of three solves behind one that does not count, or that one
// where it took a second or did not converge. scripts/precision-tables.py makes tables of
// `--benchmark_format=json`.
#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_SystemSolve.hpp"
#include "CopyBandwidth.hpp"

#include <Tpetra_Core.hpp>
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <sstream>

namespace Chronos::Performance {
namespace {

struct Pair {
  const char *name, *vectors, *matrices;
};

constexpr Pair pairs[] = {{"DP,DP", "double", "double"},
                          {"SP,SP", "single", "single"},
                          {"DP-SP,SP", "double, single", "single"},
                          {"DP-SP,HP", "double, single", "half"},
                          {"DP-SP,DP-SP-HP", "double, single", "double, single, half"},
                          {"DP,SP", "double", "single"},
                          {"DP,HP", "double", "half"},
                          {"DP,DP-SP-HP", "double", "double, single, half"},
                          {"DP-SP,BF", "double, single", "bfloat16"},
                          {"DP-SP,DP-SP-BF", "double, single", "double, single, bfloat16"},
                          {"DP,BF", "double", "bfloat16"},
                          {"DP,DP-SP-BF", "double", "double, single, bfloat16"}};
constexpr const char* smoothers[] = {"jacobi", "l1-jacobi-chebyshev", "adaptive fsai"};
constexpr const char* cycles[] = {"V", "W", "alone"};

struct Source {
  std::string name, preset;
  std::function<Problem()> make;
};

Source modelProblem(const char* name, const char* preset, const ProblemOptions& options) {
  return {name, preset, [=] { return makeProblem(name, options, Tpetra::getDefaultComm()); }};
}

Source modelProblem(const char* name, const char* preset, GlobalOrdinal n, double contrast = 1) {
  ProblemOptions options;
  options.nx = n;
  options.contrast = contrast;
  return modelProblem(name, preset, options);
}

Source beam() {
  ProblemOptions options;
  options.nx = 64;
  options.ny = options.nz = 8;
  return modelProblem("beam", "flow", options);
}

// PRESET:FILE[+NEARKERNEL]
Source fileOf(const std::string& word) {
  const std::size_t colon = word.find(':'), plus = word.find('+');
  const std::string file = word.substr(colon + 1, plus == std::string::npos ? plus : plus - colon - 1);
  const std::string modes = plus == std::string::npos ? "" : word.substr(plus + 1);
  std::string name = file.substr(file.find_last_of('/') + 1);
  return {name.substr(0, name.find('.')), word.substr(0, colon), [=] {
            Problem problem;
            problem.matrix = readMatrix(file, Tpetra::getDefaultComm());
            if (!modes.empty()) problem.nearKernel = readVectors(modes, problem.matrix->getRowMap());
            return problem;
          }};
}

std::vector<Source> sources() {
  std::vector<Source> all{beam(), modelProblem("lshape", "flow", 128), modelProblem("jumps3d", "flow", 100, 1e4),
                          modelProblem("elasticity3d", "mechanics", 80, 1e4)};
  const char* named = std::getenv("CHRONOS_PRECISION_SYSTEMS");
  std::istringstream words(named == nullptr ? "" : named);
  for (std::string word; words >> word;) all.push_back(fileOf(word));
  return all;
}

// One system at a time stays in memory, and none when Kokkos ends.
struct System {
  std::string name;
  Problem problem;
  Teuchos::RCP<TpetraMultiVector> b, x;
};
System current;

const System& systemOf(const Source& source) {
  if (current.name == source.name) return current;
  current = {};
  current.problem = source.make();
  current.b = makeRightHandSide("random", *current.problem.matrix);
  current.x = Teuchos::rcp(new TpetraMultiVector(current.problem.matrix->getDomainMap(), 1));
  current.name = source.name;
  return current;
}

Teuchos::ParameterList parametersOf(const Source& source, const std::string& smoother, const std::string& cycle,
                                    const Pair& pair) {
  Teuchos::ParameterList list;
  list.set("preset", source.preset);
  Teuchos::ParameterList& amg = list.sublist("amg");
  amg.set("cycle", cycle == "alone" ? std::string("V") : cycle);
  Teuchos::ParameterList& ofSmoother = amg.sublist("smoother");
  ofSmoother.set("type", smoother == "l1-jacobi-chebyshev" ? std::string("chebyshev") : smoother);
  if (smoother == "l1-jacobi-chebyshev") ofSmoother.sublist("chebyshev").set("base", std::string("l1 jacobi"));
  Teuchos::ParameterList& precision = amg.sublist("precision");
  precision.set("vectors", std::string(pair.vectors));
  precision.set("matrices", std::string(pair.matrices));
  precision.set("smoother", std::string(pair.matrices));
  Teuchos::ParameterList& solver = list.sublist("solver");
  solver.set("maximum iterations", 800);
  if (cycle == "alone") solver.set("method", std::string("stationary"));
  return list;
}

// What every level is stored in, finest first, but for the one that is solved; and how the solve ended where it did
// not converge.
std::string labelOf(const SetupReport& report, const SolveResult& result) {
  std::string label;
  for (std::size_t level = 0; level + 1 < report.levels.size(); ++level)
    label += (level == 0 ? "" : "; ") + storageText(report.levels[level]);
  if (result.status == SolveStatus::notConverged) label += " | not converged";
  if (result.status == SolveStatus::breakdown) label += " | breakdown: " + result.message;
  return label;
}

void solveWith(benchmark::State& state, const Source& source, const std::string& smoother, const std::string& cycle,
               const Pair& pair) {
  const System& system = systemOf(source);
  const auto M = Teuchos::rcp(new Preconditioner<>(system.problem.matrix));
  M->setParameters(parametersOf(source, smoother, cycle, pair));
  M->setNearKernel(system.problem.nearKernel);
  for (auto _ : state) {
    try {
      M->compute();
      SolveResult result;
      const auto once = [&] { result = solve(*M, *system.b, *system.x); };
      const double first = secondsOf(once);
      const bool isOnce = first > 1 || result.status != SolveStatus::converged;
      state.SetIterationTime(isOnce ? first : medianSeconds(once, 3, 0));
      state.counters["iterations"] = result.iterations;
      state.counters["residual"] = result.relativeResidual;
      state.counters["MB"] = M->hierarchy()->report.bytes() / 1e6;
      state.SetLabel(labelOf(M->hierarchy()->report, result));
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
      break;
    }
  }
}

}  // namespace

void registerPrecisionBenchmarks() {
  for (const Source& source : sources())
    for (const char* smoother : smoothers)
      for (const char* cycle : cycles)
        for (const Pair& pair : pairs)
          benchmark::RegisterBenchmark(
              ("precision/" + source.name + "/" + smoother + "/" + cycle + "/" + pair.name).c_str(),
              [=](benchmark::State& state) { solveWith(state, source, smoother, cycle, pair); })
              ->UseManualTime()
              ->Iterations(1)
              ->Unit(benchmark::kMillisecond);
}

void releasePrecisionSystem() {
  current = {};
}

}  // namespace Chronos::Performance
