// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Products with the storages that a cycle may have, against a copy: A, G of adaptive FSAI, which has no nodes, and P
// and R of the finest level, by the preset for such systems. Arguments: nodes per edge. Bytes: what the storage holds,
// and one read of x and one write of y. "vectors in single" are rows of their own.
#include "Chronos_Fsai.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_NarrowMatrix.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_TrilinosVersion.hpp"
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

struct Case {
  const char *problem, *preset;
  GlobalOrdinal edge;
  RowSums sums;  // of P
};

enum class Part { matrix, factor, prolongation, restriction };
constexpr std::pair<Part, const char*> parts[] = {{Part::matrix, ""},
                                                  {Part::factor, "factor of "},
                                                  {Part::prolongation, "prolongation of "},
                                                  {Part::restriction, "restriction of "}};

// One system at a time stays in memory, and none when Kokkos ends.
struct System {
  std::string name;
  Problem problem;
  Teuchos::RCP<const DistMatrix<double>> A, P, R;
  Teuchos::RCP<const Fsai> fsai;
};
System current;

void addTransfers(const Case& of, System& system) {
  Teuchos::ParameterList list;
  list.set("preset", std::string(of.preset));
  list.sublist("amg").set("reuse", std::string("prolongation"));
  Preconditioner<> M(system.problem.matrix);
  M.setParameters(list);
  M.setNearKernel(system.problem.nearKernel);
  M.compute();
  const LevelRecord& finest = M.hierarchy()->records.front();
  system.P = finest.coarse.P;
  system.R = finest.galerkin->restriction();
}

const System& systemWith(Part part, const Case& of) {
  if (current.name != of.problem) {
    current = {};
    ProblemOptions options;
    options.nx = of.edge;
    current.problem = makeProblem(of.problem, options, Tpetra::getDefaultComm());
    current.A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*current.problem.matrix)));
    current.name = of.problem;
  }
  if (part == Part::factor && current.fsai.is_null())
    current.fsai = Teuchos::rcp(new Fsai(*current.A, smoothingFsai()));
  if ((part == Part::prolongation || part == Part::restriction) && current.P.is_null()) addTransfers(of, current);
  return current;
}

Teuchos::RCP<const LevelMatrix> narrowed(const System& system, Part part, const Case& of, const Storage& storage) {
  if (part == Part::matrix) return narrowSquare(*system.A, storage.precision, storage.columns).matrix;
  if (part == Part::factor)
    return narrowPair(system.fsai->factor(), system.fsai->factorTransposed(), storage.precision, storage.columns)
        .first.matrix;
  const auto [P, R] = narrowPair(*system.P, *system.R, storage.precision, storage.columns, of.sums);
  return part == Part::prolongation ? P.matrix : R.matrix;
}

enum class VectorPrecision { inDouble, inSingle };

void narrowProduct(benchmark::State& state, const Case& of, Part part, const Storage& storage,
                   VectorPrecision vectors) {
  const System& system = systemWith(part, of);
  Kokkos::Timer timer;
  const Teuchos::RCP<const LevelMatrix> matrix = narrowed(system, part, of, storage);
  Device::execution_space().fence();
  state.counters["copy ms"] = timer.seconds() * 1e3;
  const std::size_t numRows = TrilinosVersion::numLocal(*matrix->rangeMap());
  const std::size_t numCols = TrilinosVersion::numLocal(*matrix->domainMap());
  const bool inSingle = vectors == VectorPrecision::inSingle;
  const Block x = allocateBlock("x", inSingle ? 0 : numCols, 1), y = allocateBlock("y", inSingle ? 0 : numRows, 1);
  const SingleVector xSingle("x", inSingle ? numCols : 0), ySingle("y", inSingle ? numRows : 0);
  Kokkos::deep_copy(x, 1.25);
  Kokkos::deep_copy(xSingle, 1.25f);
  const SingleVectorMatrix* forSingle = matrix->forSingleVectors();
  if (inSingle && forSingle == nullptr) return state.SkipWithError("no form for vectors in single");
  const double ofVectors = double(numRows + numCols) * (inSingle ? sizeof(float) : sizeof(double));
  const double bytes = double(matrix->numBytes()) + ofVectors;
  for (auto _ : state) {
    const double seconds = medianSeconds([&] {
      if (inSingle) forSingle->apply(xSingle, ySingle);
      else matrix->apply(x, y);
    });
    state.SetIterationTime(seconds);
    state.counters["share of copy"] = bytes / seconds / copyBandwidth();
  }
  state.counters["bytes per row"] = double(matrix->numBytes()) / double(numRows);
}

}  // namespace

void releaseNarrowSystem() {
  current = {};
}

void registerNarrowBenchmarks() {
  const bool large = !std::is_same_v<Device, HostDevice>;
  const Case cases[] = {{"laplace3d7", "flow", large ? 300 : 100, RowSums::kept},
                        {"elasticity3d", "mechanics", large ? 100 : 40, RowSums::keptInThrees}};
  for (const Case& of : cases)
    for (const auto& [part, prefix] : parts)
      for (const Storage& storage : storages)
        for (VectorPrecision vectors : {VectorPrecision::inDouble, VectorPrecision::inSingle}) {
          const bool inSingle = vectors == VectorPrecision::inSingle;
          if (inSingle && storage.precision == StoragePrecision::doublePrecision) continue;
          const std::string name = "narrow/" + std::string(storage.name) + "/" + prefix + of.problem +
                                   (inSingle ? "/vectors in single" : "");
          benchmark::RegisterBenchmark(name.c_str(), narrowProduct, of, part, storage, vectors)
              ->Arg(of.edge)
              ->UseManualTime()
              ->Iterations(1)
              ->Unit(benchmark::kMillisecond);
        }
}

}  // namespace Chronos::Performance
