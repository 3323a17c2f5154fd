// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Products with the storages that a cycle may have, against a copy: A, and G of adaptive FSAI, which has no nodes.
// Arguments: nodes per edge. Bytes: what the storage holds, and one read of x and one write of y.
#include "Chronos_Fsai.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_NarrowMatrix.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "CopyBandwidth.hpp"

#include <Tpetra_Core.hpp>
#include <benchmark/benchmark.h>

namespace Chronos::Performance {
namespace {

struct Storage {
  const char* name;
  StoragePrecision precision;
  ColumnStorage columns;
};

constexpr Storage storages[] = {{"double", StoragePrecision::doublePrecision, ColumnStorage::plain},
                                {"double compact", StoragePrecision::doublePrecision, ColumnStorage::compact},
                                {"single", StoragePrecision::singlePrecision, ColumnStorage::plain},
                                {"single compact", StoragePrecision::singlePrecision, ColumnStorage::compact},
                                {"half", StoragePrecision::half, ColumnStorage::compact},
                                {"bfloat16", StoragePrecision::bfloat16, ColumnStorage::compact}};

// One system at a time stays in memory, and none when Kokkos ends.
struct System {
  std::pair<std::string, GlobalOrdinal> name;
  Teuchos::RCP<const DistMatrix<double>> A;
  Teuchos::RCP<const Fsai> fsai;
};
System current;

const System& systemOf(const std::string& problem, GlobalOrdinal edge, bool needsFactor) {
  if (current.name != std::make_pair(problem, edge)) {
    current = {};
    ProblemOptions options;
    options.nx = edge;
    current.A = Teuchos::rcp(
        new DistMatrix<double>(fromTpetra(*makeProblem(problem, options, Tpetra::getDefaultComm()).matrix)));
    current.name = {problem, edge};
  }
  if (needsFactor && current.fsai.is_null()) current.fsai = Teuchos::rcp(new Fsai(*current.A, smoothingFsai()));
  return current;
}

void narrowProduct(benchmark::State& state, const std::string& problem, bool isFactor, const Storage& storage) {
  const System& system = systemOf(problem, state.range(0), isFactor);
  const double numRows = system.A->numRows();
  Kokkos::Timer timer;
  const auto matrix =
      isFactor ? narrowPair(system.fsai->factor(), system.fsai->factorTransposed(), storage.precision, storage.columns)
                     .first.matrix
               : narrowSquare(*system.A, storage.precision, storage.columns).matrix;
  Device::execution_space().fence();
  state.counters["copy ms"] = timer.seconds() * 1e3;
  const Block x = allocateBlock("x", system.A->numRows(), 1), y = allocateBlock("y", system.A->numRows(), 1);
  Kokkos::deep_copy(x, 1.25);
  const double bytes = double(matrix->numBytes()) + 2.0 * sizeof(double) * numRows;
  for (auto _ : state) {
    const double seconds = medianSeconds([&] { matrix->apply(x, y); });
    state.SetIterationTime(seconds);
    state.counters["share of copy"] = bytes / seconds / copyBandwidth();
  }
  state.counters["bytes per row"] = double(matrix->numBytes()) / numRows;
}

}  // namespace

void releaseNarrowSystem() {
  current = {};
}

void registerNarrowBenchmarks() {
  const bool large = !std::is_same_v<Device, HostDevice>;
  const std::vector<std::pair<std::string, GlobalOrdinal>> cases = {{"laplace3d7", large ? 300 : 100},
                                                                    {"elasticity3d", large ? 100 : 40}};
  for (const auto& [problem, edge] : cases)
    for (bool isFactor : {false, true})
      for (const Storage& storage : storages)
        benchmark::RegisterBenchmark(
            ("narrow/" + std::string(storage.name) + "/" + (isFactor ? "factor of " : "") + problem).c_str(),
            narrowProduct, problem, isFactor, storage)
            ->Arg(edge)
            ->UseManualTime()
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
}

}  // namespace Chronos::Performance
