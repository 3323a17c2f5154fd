// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RankCoarsening.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_RelaxedAccess.hpp"
#include "Chronos_SplitUnknowns.hpp"
#include "Chronos_StrengthRows.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Of what a row depends on, so much may lie on other ranks; and so many rows may have more there, each of which is a
// coarse point that others would not have made.
constexpr double tornShare = 1.0 / 3, mostTornRows = 0.02;

// Columns of other ranks for each own one: slabs of eight layers have a quarter. What keeps a test space bears more,
// but three iterations more in a hundred are what slabs of five take on the finest level; below it cubes
// feel none, plates long ones. Classical interpolations take two more in 24 where six torn rows in a hundred are let be
// there.
double longestBorder(const CoarseningTask& task, bool keepsTestSpace) {
  if (!keepsTestSpace) return 0.25;
  return task.isFinest ? 0.3 : longestCoarseBorder;
}

// Rows that reach over a border, and how much of them lies there.
struct BorderRows {
  CsrMatrix<double, Device> A;
  Kokkos::View<const BoundaryRow*, Device> rows;
  LocalOrdinal numOwned;

  explicit BorderRows(const DistMatrix<double>& matrix)
      : A(matrix.local()), rows(matrix.boundaryRows().rows), numOwned(matrix.numOwnedCols()) {}

  RowPolicy policy() const { return RowPolicy(0, static_cast<int>(rows.extent(0))); }
  KOKKOS_INLINE_FUNCTION LocalOrdinal row(int i) const { return rows(i).row; }
  KOKKOS_INLINE_FUNCTION double shareElsewhere(int i) const {
    double here = 0, elsewhere = 0;
    for (Offset entry = A.rowPtr(row(i)); entry < A.rowPtr(row(i) + 1); ++entry) {
      const double size = A.values(entry) < 0 ? -A.values(entry) : A.values(entry);
      if (A.colInd(entry) >= numOwned) elsewhere += size;
      else if (A.colInd(entry) != row(i)) here += size;
    }
    return elsewhere > 0 ? elsewhere / (here + elsewhere) : 0;
  }
};

struct CountTornFunctor {
  BorderRows border;
  KOKKOS_INLINE_FUNCTION void operator()(int i, long long& count) const {
    count += border.shareElsewhere(i) > tornShare ? 1 : 0;
  }
};

double shareOfTornRows(const DistMatrix<double>& A) {
  const BorderRows border(A);
  long long count = 0;
  Kokkos::parallel_reduce("Chronos::shareOfTornRows", border.policy(), CountTornFunctor{border}, count);
  const double numRows = double(A.rowMap()->getGlobalNumElements());
  return numRows > 0 ? double(sumOverRanks(*A.rowMap()->getComm(), count)) / numRows : 0;
}

struct TornRowFunctor {
  BorderRows border;
  StrengthRows rows;
  Kokkos::View<char*, Device> types;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    if (border.shareElsewhere(i) > tornShare && !rows.look(border.row(i)).nearlyDecoupled)
      types(border.row(i)) = coarsePoint;
  }
};

// Several rows of a node mark it with the same number.
struct LonelyNodeFunctor {
  BorderRows border;
  Kokkos::View<const char*, Device> types;
  Kokkos::View<const LocalOrdinal*, Device> nodeOfRow;  // empty: each row is its own
  Kokkos::View<char*, Device> isLonely;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const LocalOrdinal row = border.row(i);
    if (types(row) != isolatedPoint || !(border.shareElsewhere(i) > 0)) return;
    relaxedStore(&isLonely(nodeOfRow.extent(0) > 0 ? nodeOfRow(row) : row), char(1));
  }
};

struct LonelyRowFunctor {
  Kokkos::View<const char*, Device> isLonely;
  Kokkos::View<const LocalOrdinal*, Device> nodeOfRow;
  Kokkos::View<char*, Device> types;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    if (isLonely(nodeOfRow.extent(0) > 0 ? nodeOfRow(row) : row)) types(row) = coarsePoint;
  }
};

void makeLonelyNodesCoarse(const TornBlock& torn, const BorderRows& border, const Kokkos::View<char*, Device>& types) {
  Kokkos::View<const LocalOrdinal*, Device> nodeOfRow;
  if (torn.nodes != nullptr) nodeOfRow = torn.nodes->nodeOfUnknown;
  const std::size_t numNodes = torn.nodes != nullptr ? TrilinosVersion::numLocal(*torn.nodes->map) : types.extent(0);
  const auto isLonely = allocateZeros<Kokkos::View<char*, Device>>("Chronos::lonely nodes", numNodes);
  Kokkos::parallel_for("Chronos::withTornRows::lonelyNodes", border.policy(),
                       LonelyNodeFunctor{border, types, nodeOfRow, isLonely});
  Kokkos::parallel_for("Chronos::withTornRows::lonelyRows", RowPolicy(0, static_cast<int>(types.extent(0))),
                       LonelyRowFunctor{isLonely, nodeOfRow, types});
}

}  // namespace

bool splitsOnRanks(const CoarseningTask& task, bool keepsTestSpace) {
  const ProlongationSmoothingParameters& smoothing = task.parameters.prolongationSmoothing;
  const bool wantsFlags = smoothing.steps > 0 && smoothing.matrix == SmoothingMatrix::strong;
  const RankCoupling coupling = task.parameters.coarsening.ranks;
  if (wantsFlags && coupling == RankCoupling::decoupled)
    throw InputError(
        "Smoothing a prolongation by the strong entries of a matrix looks over the borders of ranks: let `coarsening` "
        "do so as well (`ranks` = automatic), or smooth by the whole matrix.");
  if (const auto former = dynamic_cast<const SplittingRecord*>(task.former)) return former->isDecoupled;
  if (wantsFlags || !staysOnRank(coupling, task.A, longestBorder(task, keepsTestSpace))) return false;
  return keepsTestSpace || coupling == RankCoupling::decoupled || shareOfTornRows(task.A) <= mostTornRows;
}

Splitting withTornRows(const TornBlock& torn, const Splitting& splitting) {
  if (TrilinosVersion::numLocal(*splitting.coarseMap) == 0) return splitting;
  const BorderRows border(torn.A);
  const auto types = allocate<Kokkos::View<char*, Device>>("Chronos::types with torn rows", torn.A.numRows());
  copyEntries(types, splitting.types);
  if (torn.keepsTestSpace) makeLonelyNodesCoarse(torn, border, types);
  else
    Kokkos::parallel_for("Chronos::withTornRows", border.policy(),
                         TornRowFunctor{border, {torn.A.local(), diagonalColumns(torn.A), torn.maxRowSum, {}}, types});
  return numberCoarsePoints(torn.block, types);
}

void runOnEachRank(const Comm& comm, const std::function<void()>& work) {
  std::string problem;
  try {
    work();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  throwIfAny(comm, problem);
}

void sumOverRanks(const Comm& comm, CoarseReport& report, long long& numCoarse) {
  JointReduction all;
  all.sum(numCoarse);
  all.sum(report.isolatedRows);
  all.sum(report.promotedRows);
  for (Distribution& distribution : report.distributions)
    for (auto& count : distribution.counts) all.sum(count.second);
  all.reduce(comm);
}

Interpolated amongRanks(const CoarseningTask& task, const Interpolated& mine, long long numIsolated,
                        long long numCoarse) {
  Splitting splitting = mine.splitting;
  splitting.coarseMap =
      contiguousMap(TrilinosVersion::numLocal(*mine.splitting.coarseMap), numCoarse, task.A.rowMap()->getComm());
  splitting.numIsolated = numIsolated;
  const DistMatrix<double> P = amongRanks(task.A.rowMap(), noHalo(splitting.coarseMap), mine.P);
  const Teuchos::RCP<const Map> map = task.tentativeRanks().mapFor(splitting.coarseMap);
  return {map == splitting.coarseMap ? P : agglomerate(P, map), splitting, mine.numPromoted, {}};
}

}  // namespace Chronos
