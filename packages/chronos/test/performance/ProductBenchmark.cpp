// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// The matrix-vector product against a copy and against Tpetra's product. Arguments: nodes per edge.
// Bytes of a product: nnz (value + 4) + rows * 8 + one read of x + one write of y.
#include "Chronos_Gallery.hpp"
#include "Chronos_SparseProduct.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "CopyBandwidth.hpp"

#include <Tpetra_Core.hpp>
#include <benchmark/benchmark.h>

#include <map>

namespace Chronos::Performance {
namespace {

template <class Scalar>
struct ConvertFunctor {
  Kokkos::View<const double*, Device> from;
  Kokkos::View<Scalar*, Device> to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { to(i) = static_cast<Scalar>(from(i)); }
};

template <class Scalar>
Kokkos::View<const Scalar*, Device> converted(const Kokkos::View<const double*, Device>& from) {
  auto to = allocate<Kokkos::View<Scalar*, Device>>("values", from.extent(0));
  Kokkos::parallel_for("convert",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>(
                           0, static_cast<std::int64_t>(from.extent(0))),
                       ConvertFunctor<Scalar>{from, to});
  return to;
}

// One matrix at a time stays in memory, and none when Kokkos ends.
std::pair<std::string, GlobalOrdinal> currentProblem;
Teuchos::RCP<TpetraCrsMatrix> currentMatrix;

const TpetraCrsMatrix& matrixOf(const std::string& name, GlobalOrdinal edge) {
  if (currentProblem != std::make_pair(name, edge)) {
    currentMatrix = Teuchos::null;
    ProblemOptions options;
    options.nx = edge;
    currentMatrix = makeProblem(name, options, Tpetra::getDefaultComm()).matrix;
    currentProblem = {name, edge};
  }
  return *currentMatrix;
}

void report(benchmark::State& state, double seconds, double bytes) {
  state.SetIterationTime(seconds);
  state.counters["GB/s"] = bytes / seconds / 1e9;
  state.counters["share of copy"] = bytes / seconds / copyBandwidth();
}

template <class Scalar>
void chronosProduct(benchmark::State& state, const std::string& name, int width) {
  const DistMatrix<double> A = fromTpetra(matrixOf(name, state.range(0)));
  const auto& local = A.local();
  const CsrMatrix<Scalar, Device> rows{local.numRows, local.numCols, local.rowPtr, local.colInd,
                                       converted<Scalar>(local.values)};
  auto plan = planProduct<Device>(rows.rowPtr, rows.numRows, static_cast<Offset>(rows.numEntries()));
  if (width > 0) plan.groupWidth = width;
  Kokkos::View<Scalar*, Device> x("x", rows.numCols), y("y", rows.numRows);
  Kokkos::deep_copy(x, Scalar(1.25));
  const double bytes = double(rows.numEntries()) * (sizeof(Scalar) + sizeof(LocalOrdinal)) +
                       double(rows.numRows) * (sizeof(Offset) + 2 * sizeof(Scalar));
  for (auto _ : state)
    report(state, medianSeconds([&] {
             multiply<Scalar, Scalar, Device>(Device::execution_space(), plan, rows, x, Scalar(1), Scalar(0), y);
           }),
           bytes);
  state.counters["group width"] = plan.groupWidth;
}

void tpetraProduct(benchmark::State& state, const std::string& name) {
  const TpetraCrsMatrix& A = matrixOf(name, state.range(0));
  TpetraMultiVector x(A.getDomainMap(), 1), y(A.getRangeMap(), 1);
  x.putScalar(1.25);
  const double nnz = double(A.getGlobalNumEntries()), rows = double(A.getGlobalNumRows());
  for (auto _ : state) report(state, medianSeconds([&] { A.apply(x, y); }), nnz * 12 + rows * (sizeof(Offset) + 16));
}

void add(const std::string& problem, GlobalOrdinal edge, int width) {
  const std::string suffix = problem + (width > 0 ? "/width" + std::to_string(width) : "");
  const auto configure = [&](benchmark::internal::Benchmark* b) {
    b->Arg(edge)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
  };
  configure(benchmark::RegisterBenchmark(("product/double/" + suffix).c_str(), chronosProduct<double>, problem, width));
  configure(benchmark::RegisterBenchmark(("product/float/" + suffix).c_str(), chronosProduct<float>, problem, width));
  if (width == 0) configure(benchmark::RegisterBenchmark(("product/tpetra/" + suffix).c_str(), tpetraProduct, problem));
}

}  // namespace

void releaseMatrices() {
  currentMatrix = Teuchos::null;
}

void registerProductBenchmarks() {
  // Ten million unknowns on a GPU, a tenth of it on a host.
  const bool large = !std::is_same_v<Device, HostDevice>;
  const std::vector<std::pair<std::string, GlobalOrdinal>> cases = {{"laplace3d7", large ? 216 : 100},
                                                                    {"elasticity3d", large ? 150 : 40}};
  for (const auto& [problem, edge] : cases)
    for (int width : {0, 1, 2, 4, 8, 16, 32})
      if (width == 0 || large) add(problem, edge, width);
}

}  // namespace Chronos::Performance
