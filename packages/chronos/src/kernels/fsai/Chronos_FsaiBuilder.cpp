// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiBuilder.hpp"

#include "Chronos_BorderedCholesky.hpp"
#include "Chronos_FsaiHost.hpp"
#include "Chronos_FsaiSystems.hpp"
#include "Chronos_FsaiWholeRows.hpp"
#include "Chronos_RowLengths.hpp"
#include "Chronos_ScanTotal.hpp"

#include <algorithm>
#include <type_traits>

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

// Seconds of one kernel, the device synchronised before and after.
template <class Execution>
class Stopwatch {
 public:
  Stopwatch(const Execution& space, double& seconds) : space_(space), seconds_(seconds) {
    space_.fence();
    timer_.reset();
  }
  ~Stopwatch() {
    space_.fence();
    seconds_ += timer_.seconds();
  }

 private:
  Execution space_;
  double& seconds_;
  Kokkos::Timer timer_;
};

template <class Scalar, class DeviceType>
struct BeginRowsFunctor {
  FsaiMatrix<Scalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> ownedRows;
  InitialPattern<DeviceType> initial;
  std::int64_t first;
  FsaiRows<Scalar, DeviceType> rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t slot) const {
    const LocalOrdinal row = ownedRows(first + slot);
    rows.row(slot) = row;
    rows.numEntries(slot) = 0;
    rows.status(slot) = rowActive;
    rows.psi(slot) = A.diagonal(row);
    int numSelected = 0;
    if (initial.rowPtr.extent(0) > 0)
      for (Offset entry = initial.rowPtr(first + slot); entry < initial.rowPtr(first + slot + 1); ++entry)
        rows.pattern(std::size_t(slot) * rows.capacity + numSelected++) = initial.colInd(entry);
    rows.numSelected(slot) = numSelected;
  }
};

template <class Scalar, class DeviceType>
struct ListActiveFunctor {
  FsaiRows<Scalar, DeviceType> rows;
  Kokkos::View<int*, DeviceType> active;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t slot, int& numActive, bool final) const {
    if (rows.status(slot) != rowActive) return;
    if (final) active(numActive) = static_cast<int>(slot);
    ++numActive;
  }
};

template <class Scalar, class DeviceType>
struct CountBrokenFunctor {
  FsaiRows<Scalar, DeviceType> rows;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t slot, long long& numBroken) const {
    if (rows.status(slot) == rowBrokeDown) ++numBroken;
  }
};

// Bytes of one step for numActive rows whose patterns have m entries; see FsaiBuildReport.
template <class Scalar>
void countBytes(FsaiBuildReport& report, double numActive, double m, double meanRow) {
  const double entryBytes = sizeof(Scalar) + sizeof(LocalOrdinal);
  report.selectBytes += numActive * ((m + 1) * meanRow + m) * entryBytes;
  report.gatherBytes += numActive * (meanRow * entryBytes + m * (sizeof(LocalOrdinal) + sizeof(Scalar)));
  report.solveBytes += numActive * m * (m + 1) * sizeof(Scalar);
}

// One batch on the device, step by step over all its rows that are active.
template <class Scalar, class DeviceType>
void buildBatch(const typename DeviceType::execution_space& space, const FsaiMatrix<Scalar, DeviceType>& A,
                const FsaiRules<Scalar>& rules, const FsaiRows<Scalar, DeviceType>& rows,
                const InitialPattern<DeviceType>& initial, int longestRow, Accumulation accumulation,
                FsaiBuildReport& report) {
  using Execution = typename DeviceType::execution_space;
  const std::int64_t numSlots = static_cast<std::int64_t>(rows.row.extent(0));
  const double meanRow = double(A.matrix.numEntries()) / std::max(1, A.matrix.numRows);
  const FsaiSystems<Scalar, DeviceType> systems(numSlots, rows.capacity);
  const auto active = allocate<Kokkos::View<int*, DeviceType>>("Chronos::FSAI active", numSlots);
  const SelectionMemory<DeviceType> memory(numSlots);
  int numActive = 0;
  const auto listActive = [&]() {
    scanTotal("Chronos::FSAI::listActive", Policy<DeviceType>(space, 0, numSlots),
              ListActiveFunctor<Scalar, DeviceType>{rows, active}, numActive);
  };
  const auto solveSelected = [&](bool isInitial) {
    {
      const Stopwatch<Execution> watch(space, report.gatherSeconds);
      gatherSystems<Scalar, DeviceType>(space, A, rows, systems, active, numActive);
    }
    {
      const Stopwatch<Execution> watch(space, report.solveSeconds);
      solveSystems<Scalar, DeviceType>(space, A, rules, rows, systems, active, numActive, isInitial);
    }
  };

  listActive();
  solveSelected(true);
  for (int step = 0; step < rules.maxSteps; ++step) {
    listActive();
    if (numActive == 0) break;
    const int longestPattern = std::min(rows.capacity, initial.longestRow + step * rules.entriesPerStep);
    {
      const Stopwatch<Execution> watch(space, report.selectSeconds);
      selectCandidates<Scalar, DeviceType>(space, A, rules, rows, active, numActive, longestPattern, longestRow,
                                           meanRow, accumulation, memory);
    }
    solveSelected(false);
    countBytes<Scalar>(report, numActive, longestPattern, meanRow);
    report.numSteps = std::max(report.numSteps, step + 1);
  }
}

}  // namespace

template <class Scalar, class DeviceType>
FsaiChunk<DeviceType> buildFsaiRows(const CsrMatrix<double, DeviceType>& matrix,
                                    const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals,
                                    const Kokkos::View<const LocalOrdinal*, DeviceType>& ownedRows,
                                    const InitialPattern<DeviceType>& initial, const FsaiRules<Scalar>& rules,
                                    CandidateRanking ranking, const FsaiBuildOptions& options,
                                    FsaiBuildReport& report) {
  using Execution = typename DeviceType::execution_space;
  constexpr bool hasHostRows = std::is_same_v<DeviceType, HostDevice>;
  const Execution space;
  const auto A = makeFsaiMatrix<Scalar, DeviceType>(space, matrix, globals, ranking);
  const std::int64_t numOwned = static_cast<std::int64_t>(ownedRows.extent(0));
  const int longest = static_cast<int>(longestRow<DeviceType>(space, matrix.rowPtr, matrix.numRows));
  const int capacity = std::max(1, initial.longestRow + rules.maxSteps * rules.entriesPerStep);
  const bool rowByRow = hasHostRows && options.algorithm == FsaiAlgorithm::rowByRow;
  const std::size_t slotBytes = rowByRow ? capacity * (sizeof(Scalar) + sizeof(LocalOrdinal))
                                         : FsaiSystems<Scalar, DeviceType>::bytesPerSlot(capacity);
  const std::int64_t batchSize =
      std::max<std::int64_t>(1, std::min<std::int64_t>(numOwned, options.batchBytes / slotBytes));

  std::vector<FsaiChunk<DeviceType>> chunks;
  for (std::int64_t first = 0; first < numOwned || first == 0; first += batchSize) {
    const std::int64_t numSlots = std::min(batchSize, numOwned - first);
    const FsaiRows<Scalar, DeviceType> rows(numSlots, capacity);
    Kokkos::parallel_for("Chronos::FSAI::beginRows", Policy<DeviceType>(space, 0, numSlots),
                         BeginRowsFunctor<Scalar, DeviceType>{A, ownedRows, initial, first, rows});
    if constexpr (hasHostRows) {
      if (rowByRow) {
        const Stopwatch<Execution> watch(space, report.solveSeconds);
        buildFsaiRowsOnHost<Scalar>(space, A, rules, rows);
      }
    }
    bool isLeft = !rowByRow;
    if (options.algorithm == FsaiAlgorithm::wholeRows && capacity <= longestWholeRow) {
      const double meanRow = double(matrix.numEntries()) / std::max(1, matrix.numRows);
      const Stopwatch<Execution> watch(space, report.solveSeconds);
      const WholeRowsReport whole = buildWholeRows<Scalar, DeviceType>(space, A, rules, rows, longest, meanRow);
      isLeft = whole.numLeft > 0;
      for (int step = 0; step < static_cast<int>(whole.rowsOfStep.size()); ++step) {
        const int longestPattern = std::min(capacity, initial.longestRow + step * rules.entriesPerStep);
        countBytes<Scalar>(report, double(whole.rowsOfStep[step]), longestPattern, meanRow);
        if (whole.rowsOfStep[step] > 0) report.numSteps = std::max(report.numSteps, step + 1);
      }
    }
    if (isLeft) buildBatch<Scalar, DeviceType>(space, A, rules, rows, initial, longest, options.accumulation, report);
    const Stopwatch<Execution> watch(space, report.assembleSeconds);
    long long numBroken = 0;
    Kokkos::parallel_reduce("Chronos::FSAI::countBroken", Policy<DeviceType>(space, 0, numSlots),
                            CountBrokenFunctor<Scalar, DeviceType>{rows}, numBroken);
    report.numBrokenRows += numBroken;
    ++report.numBatches;
    chunks.push_back(compressRows<Scalar, DeviceType>(space, A, rows, options.postFilter));
  }
  const Stopwatch<Execution> watch(space, report.assembleSeconds);
  const FsaiChunk<DeviceType> factor = concatenate<DeviceType>(space, chunks);
  report.numJacobiRows += scaleRows<DeviceType>(space, matrix, ownedRows, factor);
  return factor;
}

#define CHRONOS_FSAIBUILDER(SCALAR, DEVICE)                                                                      \
  template FsaiChunk<DEVICE> buildFsaiRows<SCALAR, DEVICE>(                                                      \
      const CsrMatrix<double, DEVICE>&, const Kokkos::View<const GlobalOrdinal*, DEVICE>&,                       \
      const Kokkos::View<const LocalOrdinal*, DEVICE>&, const InitialPattern<DEVICE>&, const FsaiRules<SCALAR>&, \
      CandidateRanking, const FsaiBuildOptions&, FsaiBuildReport&);
#define CHRONOS_FSAIBUILDER_ALL(DEVICE) CHRONOS_FSAIBUILDER(double, DEVICE) CHRONOS_FSAIBUILDER(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_FSAIBUILDER_ALL)

}  // namespace Chronos
