// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CopyBandwidth.hpp"

#include <Tpetra_Core.hpp>
#include <benchmark/benchmark.h>

namespace Chronos::Performance {
void registerProductBenchmarks();
void registerNarrowBenchmarks();
void registerMatrixProductBenchmarks();
void registerFsaiBenchmarks();
void registerBlocksBenchmarks();
void registerLastLevelBenchmarks();
void registerPrecisionBenchmarks();
void releaseMatrices();
void releaseNarrowSystem();
void releaseBlocks();
void releasePrecisionSystem();
}  // namespace Chronos::Performance

int main(int argc, char** argv) {
  Tpetra::ScopeGuard tpetra(&argc, &argv);
  benchmark::Initialize(&argc, argv);
  Chronos::Performance::registerProductBenchmarks();
  Chronos::Performance::registerNarrowBenchmarks();
  Chronos::Performance::registerMatrixProductBenchmarks();
  Chronos::Performance::registerFsaiBenchmarks();
  Chronos::Performance::registerBlocksBenchmarks();
  Chronos::Performance::registerLastLevelBenchmarks();
  Chronos::Performance::registerPrecisionBenchmarks();
  benchmark::AddCustomContext("execution space", Chronos::spaceName<Chronos::Device>());
  benchmark::AddCustomContext("copy bandwidth GB/s", std::to_string(Chronos::Performance::copyBandwidth() / 1e9));
  benchmark::RunSpecifiedBenchmarks();
  Chronos::Performance::releaseMatrices();
  Chronos::Performance::releaseNarrowSystem();
  Chronos::Performance::releaseBlocks();
  Chronos::Performance::releasePrecisionSystem();
  return 0;
}
