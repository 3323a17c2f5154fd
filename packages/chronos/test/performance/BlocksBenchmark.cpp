// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// BlockDiagonalOperator on 1,000 blocks of 150 unknowns: meshes of planes, as fractures have them, and full blocks.
// On one thread, where there is CHOLMOD, its factors of the same blocks beside it, the ordering its own.
#include "Chronos_BlockDiagonalOperator.hpp"
#include "Chronos_CholeskyFactor.hpp"
#include "CopyBandwidth.hpp"

#include <Tpetra_Core.hpp>
#include <benchmark/benchmark.h>

#ifdef CHRONOS_HAVE_CHOLMOD
#include <cholmod.h>
#endif

#include <cstdlib>

namespace Chronos::Performance {
namespace {

constexpr int numBlocks = 1000, blockSize = 150, meshWidth = 10;

// Second differences on a mesh of triangles, 10 x 15 nodes, or rows that all couple.
double entryOf(bool isFull, int row, int col) {
  if (row == col) return 6.5;
  if (isFull) return -6.0 / blockSize;
  const int x = row % meshWidth - col % meshWidth, y = row / meshWidth - col / meshWidth;
  return x * x <= 1 && y * y <= 1 && x * y != -1 ? -1 : 0;
}

// One at a time stays in memory, and none when Kokkos ends.
struct Blocks {
  bool isFull = false;
  Teuchos::RCP<TpetraCrsMatrix> matrix;
};
Blocks current;

const TpetraCrsMatrix& matrixOf(bool isFull) {
  if (!current.matrix.is_null() && current.isFull == isFull) return *current.matrix;
  current = {};
  const auto map =
      Teuchos::rcp(new const Map(static_cast<GlobalOrdinal>(numBlocks) * blockSize, 0, Tpetra::getDefaultComm()));
  current.isFull = isFull;
  current.matrix = Teuchos::rcp(new TpetraCrsMatrix(map, isFull ? blockSize : 7));
  for (GlobalOrdinal row = 0; row < map->getMaxGlobalIndex() + 1; ++row) {
    std::vector<GlobalOrdinal> cols;
    std::vector<double> values;
    for (int col = 0; col < blockSize; ++col) {
      const double value = entryOf(isFull, static_cast<int>(row % blockSize), col);
      if (value == 0) continue;
      cols.push_back(row - row % blockSize + col);
      values.push_back(value);
    }
    current.matrix->insertGlobalValues(row, Teuchos::arrayView(cols.data(), cols.size()),
                                       Teuchos::arrayView(values.data(), values.size()));
  }
  current.matrix->fillComplete();
  return *current.matrix;
}

const std::vector<int> sizes(numBlocks, blockSize);

void setUp(benchmark::State& state, bool isFull) {
  matrixOf(isFull);
  for (auto _ : state) state.SetIterationTime(medianSeconds([&] { BlockDiagonalOperator(current.matrix, sizes); }, 9));
  state.counters["threads"] = Device::execution_space().concurrency();
}

void solveWith(benchmark::State& state, bool isFull) {
  matrixOf(isFull);
  const BlockDiagonalOperator blocks(current.matrix, sizes);
  const Block x = allocateBlock("x", numBlocks * blockSize, 1), y = allocateBlock("y", numBlocks * blockSize, 1);
  Kokkos::deep_copy(x, 1.25);
  double seconds = 0;
  for (auto _ : state) {
    seconds = medianSeconds([&] { blocks.apply(x, y); });
    state.SetIterationTime(seconds);
  }
  state.counters["threads"] = Device::execution_space().concurrency();
  state.counters["entries"] = double(blocks.numEntries());
  state.counters["GB/s"] = 2 * 8e-9 * double(blocks.numEntries()) / seconds;
}

#ifdef CHRONOS_HAVE_CHOLMOD
// A factor of each block, as the coarse solver makes them; all blocks are the same, so one pattern serves.
class CholmodBlocks {
 public:
  explicit CholmodBlocks(bool isFull) : factors_(numBlocks, nullptr) {
    cholmod_l_start(&common_);
    common_.supernodal = CHOLMOD_AUTO;
    common_.supernodal_switch = operationsOfDenseBlocks;
    common_.final_ll = 1;
    cholmod_triplet* list =
        cholmod_l_allocate_triplet(blockSize, blockSize, blockSize * blockSize, -1, CHOLMOD_REAL, &common_);
    for (int row = 0; row < blockSize; ++row)
      for (int col = 0; col <= row; ++col) {
        const double value = entryOf(isFull, row, col);
        if (value == 0) continue;
        static_cast<SuiteSparse_long*>(list->i)[list->nnz] = row;
        static_cast<SuiteSparse_long*>(list->j)[list->nnz] = col;
        static_cast<double*>(list->x)[list->nnz++] = value;
      }
    lower_ = cholmod_l_triplet_to_sparse(list, 0, &common_);
    cholmod_l_free_triplet(&list, &common_);
  }
  ~CholmodBlocks() {
    clear();
    cholmod_l_free_sparse(&lower_, &common_);
    for (cholmod_dense** vector : {&b_, &x_, &y_, &e_}) cholmod_l_free_dense(vector, &common_);
    cholmod_l_finish(&common_);
  }
  CholmodBlocks(const CholmodBlocks&) = delete;
  CholmodBlocks& operator=(const CholmodBlocks&) = delete;

  void factor() {
    clear();
    for (cholmod_factor*& factor : factors_) {
      factor = cholmod_l_analyze(lower_, &common_);
      cholmod_l_factorize(lower_, factor, &common_);
    }
  }

  void solve() {
    if (b_ == nullptr) b_ = cholmod_l_ones(blockSize, 1, CHOLMOD_REAL, &common_);
    for (cholmod_factor* factor : factors_)
      cholmod_l_solve2(CHOLMOD_A, factor, b_, nullptr, &x_, nullptr, &y_, &e_, &common_);
  }

  double numEntries() const { return common_.lnz * numBlocks; }

 private:
  void clear() {
    for (cholmod_factor*& factor : factors_) cholmod_l_free_factor(&factor, &common_);
  }
  cholmod_common common_;
  cholmod_sparse* lower_ = nullptr;
  std::vector<cholmod_factor*> factors_;
  cholmod_dense *b_ = nullptr, *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
};

void setUpByCholmod(benchmark::State& state, bool isFull) {
  CholmodBlocks blocks(isFull);
  for (auto _ : state) state.SetIterationTime(medianSeconds([&] { blocks.factor(); }, 9));
}

void solveByCholmod(benchmark::State& state, bool isFull) {
  CholmodBlocks blocks(isFull);
  blocks.factor();
  for (auto _ : state) state.SetIterationTime(medianSeconds([&] { blocks.solve(); }));
  state.counters["entries"] = blocks.numEntries();
}
#endif

void add(const std::string& name, void (*run)(benchmark::State&, bool), bool isFull) {
  benchmark::RegisterBenchmark(("blocks/" + name + (isFull ? "/full" : "/mesh")).c_str(), run, isFull)
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void releaseBlocks() {
  current = {};
}

void registerBlocksBenchmarks() {
  for (bool isFull : {false, true}) {
    add("set-up", setUp, isFull);
    add("solve", solveWith, isFull);
#ifdef CHRONOS_HAVE_CHOLMOD
    if (HostDevice::execution_space().concurrency() > 1) continue;
    add("set-up by CHOLMOD", setUpByCholmod, isFull);
    add("solve by CHOLMOD", solveByCholmod, isFull);
#endif
  }
}

}  // namespace Chronos::Performance
