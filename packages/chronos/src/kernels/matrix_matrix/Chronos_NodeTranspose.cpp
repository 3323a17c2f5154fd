// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeTranspose.hpp"

#include "Chronos_LocalTranspose.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

// Each run as an entry whose value is its number, which a double holds to 2^53.
template <class DeviceType>
struct NumberRunsFunctor {
  NodePattern<DeviceType> nodes;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<double*, DeviceType> values;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t run) const {
    colInd(run) = nodes.firstColumn(run) / nodeSize;
    values(run) = double(run);
  }
};

// Rows of a node hold the runs of the first row, then those of the second and of the third.
template <class Scalar, class DeviceType>
struct FillFunctor {
  Kokkos::View<const Scalar*, DeviceType> ofA;
  NodePattern<DeviceType> nodes;
  CsrMatrix<double, DeviceType> runs;
  int lanes;
  Kokkos::View<Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const std::int64_t node = thread / lanes;
    const int lane = static_cast<int>(thread % lanes);
    const Offset begin = runs.rowPtr(node), numRuns = runs.rowPtr(node + 1) - begin, length = numRuns * nodeSize;
    if (lane == 0)
      for (int r = 0; r < nodeSize; ++r)
        rowPtr(node * nodeSize + r + 1) = begin * nodeSize * nodeSize + Offset(r + 1) * length;
    for (Offset k = Offset(lane); k < numRuns; k += Offset(lanes)) {
      const LocalOrdinal source = runs.colInd(begin + k);
      const Offset first = nodes.firstRun(source), lengthOfA = (nodes.firstRun(source + 1) - first) * nodeSize;
      const Offset from =
          first * nodeSize * nodeSize + (static_cast<Offset>(runs.values(begin + k)) - first) * nodeSize;
      for (int r = 0; r < nodeSize; ++r)
        for (int c = 0; c < nodeSize; ++c) {
          const Offset to = begin * nodeSize * nodeSize + Offset(r) * length + k * nodeSize + Offset(c);
          colInd(to) = source * nodeSize + c;
          values(to) = ofA(from + Offset(c) * lengthOfA + Offset(r));
        }
    }
  }
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> transposeNodes(const typename DeviceType::execution_space& space,
                                             const CsrMatrix<Scalar, DeviceType>& A,
                                             const NodePattern<DeviceType>& nodes) {
  const std::size_t numRuns = nodes.firstColumn.extent(0);
  const NumberRunsFunctor<DeviceType> number{
      nodes, allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::columns of nodes", numRuns),
      allocate<Kokkos::View<double*, DeviceType>>("Chronos::numbers of runs", numRuns)};
  Kokkos::parallel_for("Chronos::transposeNodes::number", Policy<DeviceType>(space, 0, std::int64_t(numRuns)), number);
  const CsrMatrix<double, DeviceType> runs =
      transposeLocal<double, DeviceType>(space, {A.numRows / LocalOrdinal(nodeSize), A.numCols / LocalOrdinal(nodeSize),
                                                 nodes.firstRun, number.colInd, number.values});
  const int lanes = runsOnHost<DeviceType> ? 1 : 32;
  const FillFunctor<Scalar, DeviceType> fill{
      A.values,
      nodes,
      runs,
      lanes,
      allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::transposed row pointers", A.numCols + 1),
      allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::transposed columns", A.numEntries()),
      allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::transposed values", A.numEntries())};
  Kokkos::parallel_for("Chronos::transposeNodes::fill",
                       Policy<DeviceType>(space, 0, std::int64_t(runs.numRows) * lanes), fill);
  return {A.numCols, A.numRows, fill.rowPtr, fill.colInd, fill.values};
}

#define CHRONOS_NODETRANSPOSE(SCALAR, DEVICE)                                                                         \
  template CsrMatrix<SCALAR, DEVICE> transposeNodes(const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, \
                                                    const NodePattern<DEVICE>&);
#define CHRONOS_NODETRANSPOSE_ALL(DEVICE) \
  CHRONOS_NODETRANSPOSE(double, DEVICE)   \
  CHRONOS_NODETRANSPOSE(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_NODETRANSPOSE_ALL)

}  // namespace Chronos
