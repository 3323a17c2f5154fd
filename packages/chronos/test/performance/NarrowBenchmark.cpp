// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Products with the storages that a cycle may have, against a copy: A, and G of adaptive FSAI, which has no nodes.
// Arguments: nodes per edge. Bytes: what the storage holds, and one read of x and one write of y. "vectors in single"
// are rows of their own.
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

enum class VectorPrecision { inDouble, inSingle };

void narrowProduct(benchmark::State& state, const std::string& problem, bool isFactor, const Storage& storage,
                   VectorPrecision vectors) {
  const System& system = systemOf(problem, state.range(0), isFactor);
  const double numRows = system.A->numRows();
  Kokkos::Timer timer;
  const auto matrix =
      isFactor ? narrowPair(system.fsai->factor(), system.fsai->factorTransposed(), storage.precision, storage.columns)
                     .first.matrix
               : narrowSquare(*system.A, storage.precision, storage.columns).matrix;
  Device::execution_space().fence();
  state.counters["copy ms"] = timer.seconds() * 1e3;
  const std::size_t n = system.A->numRows();
  const bool inSingle = vectors == VectorPrecision::inSingle;
  const Block x = allocateBlock("x", inSingle ? 0 : n, 1), y = allocateBlock("y", inSingle ? 0 : n, 1);
  const SingleVector xSingle("x", inSingle ? n : 0), ySingle("y", inSingle ? n : 0);
  Kokkos::deep_copy(x, 1.25);
  Kokkos::deep_copy(xSingle, 1.25f);
  const SingleVectorMatrix* forSingle = matrix->forSingleVectors();
  if (inSingle && forSingle == nullptr) return state.SkipWithError("no form for vectors in single");
  const double bytes = double(matrix->numBytes()) + 2.0 * (inSingle ? sizeof(float) : sizeof(double)) * numRows;
  for (auto _ : state) {
    const double seconds = medianSeconds([&] {
      if (inSingle) forSingle->apply(xSingle, ySingle);
      else matrix->apply(x, y);
    });
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
        for (VectorPrecision vectors : {VectorPrecision::inDouble, VectorPrecision::inSingle}) {
          const bool inSingle = vectors == VectorPrecision::inSingle;
          if (inSingle && storage.precision == StoragePrecision::doublePrecision) continue;
          benchmark::RegisterBenchmark(("narrow/" + std::string(storage.name) + "/" + (isFactor ? "factor of " : "") +
                                        problem + (inSingle ? "/vectors in single" : ""))
                                           .c_str(),
                                       narrowProduct, problem, isFactor, storage, vectors)
              ->Arg(edge)
              ->UseManualTime()
              ->Iterations(1)
              ->Unit(benchmark::kMillisecond);
        }
}

}  // namespace Chronos::Performance
