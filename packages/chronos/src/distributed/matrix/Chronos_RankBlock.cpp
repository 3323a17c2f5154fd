// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RankBlock.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_SelectEntries.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <Teuchos_DefaultSerialComm.hpp>

#include <utility>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Rows that reach over the border of the rank.
struct Border {
  CsrMatrix<double, Device> A;
  Kokkos::View<const BoundaryRow*, Device> rows;
  LocalOrdinal numOwned;

  KOKKOS_INLINE_FUNCTION int size() const { return static_cast<int>(rows.extent(0)); }
  KOKKOS_INLINE_FUNCTION bool isCut(Offset entry) const { return A.colInd(entry) >= numOwned; }
};

struct LengthsFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<Offset*, Device> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { lengths(row + 1) = rowPtr(row + 1) - rowPtr(row); }
};

struct KeptLengthsFunctor {
  Border border;
  Kokkos::View<Offset*, Device> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const LocalOrdinal row = border.rows(i).row;
    for (Offset entry = border.A.rowPtr(row); entry < border.A.rowPtr(row + 1); ++entry)
      if (border.isCut(entry)) --lengths(row + 1);
  }
};

// Rows that follow each other and do not reach over the border: their entries move as a whole.
struct Run {
  int begin = 0, end = 0;
  KOKKOS_INLINE_FUNCTION int size() const { return end - begin; }
};

using Longest = Kokkos::MaxLoc<int, int>::value_type;

struct LongestRunFunctor {
  Border border;
  KOKKOS_INLINE_FUNCTION Run run(int i) const {
    return {i == 0 ? 0 : border.rows(i - 1).row + 1, i == border.size() ? border.A.numRows : border.rows(i).row};
  }
  KOKKOS_INLINE_FUNCTION void operator()(int i, Longest& longest) const {
    if (run(i).size() <= longest.val) return;
    longest.val = run(i).size();
    longest.loc = i;
  }
};

struct RunEndsFunctor {
  LongestRunFunctor runs;
  int i;
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<Offset*, Device> ends;
  KOKKOS_INLINE_FUNCTION void operator()(int) const {
    const Run run = runs.run(i);
    ends(0) = run.begin;
    ends(1) = run.end;
    ends(2) = runs.border.A.rowPtr(run.begin);
    ends(3) = runs.border.A.rowPtr(run.end);
    ends(4) = rowPtr(run.begin);
  }
};

// All rows but those of a run.
struct KeepRowsFunctor {
  static constexpr int width = lanesAlongRow<Device>;
  Border border;
  Run run;
  CsrMatrix<double, Device> block;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  Kokkos::View<double*, Device> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const auto i = static_cast<LocalOrdinal>(item / width);
    if (i >= block.numRows - run.size()) return;
    const LocalOrdinal row = i < run.begin ? i : i + run.size();
    const RowGroup<width> group(item);
    Offset next = block.rowPtr(row);
    for (Offset first = border.A.rowPtr(row); first < border.A.rowPtr(row + 1); first += width) {
      const Offset entry = first + group.lane;
      const bool isKept = entry < border.A.rowPtr(row + 1) && !border.isCut(entry);
      const Offset place = next + group.numBefore(isKept);
      if (isKept) {
        colInd(place) = border.A.colInd(entry);
        values(place) = border.A.values(entry);
      }
      next += group.count(isKept);
    }
  }
};

struct LumpFunctor {
  Border border;
  CsrMatrix<double, Device> block;
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const LocalOrdinal row = border.rows(i).row;
    double sum = 0;
    for (Offset entry = border.A.rowPtr(row); entry < border.A.rowPtr(row + 1); ++entry)
      if (border.isCut(entry)) sum += border.A.values(entry);
    for (Offset entry = block.rowPtr(row); entry < block.rowPtr(row + 1); ++entry)
      if (block.colInd(entry) == row) values(entry) += sum;
  }
};

// Moves the longest run where that is most of the rows; what is left is for KeepRowsFunctor.
Run moveLongestRun(const Border& border, const CsrMatrix<double, Device>& block,
                   const Kokkos::View<LocalOrdinal*, Device>& colInd, const Kokkos::View<double*, Device>& values) {
  const LongestRunFunctor runs{border};
  Longest longest{0, 0};
  Kokkos::parallel_reduce("Chronos::rankBlock::longestRun", RowPolicy(0, border.size() + 1), runs,
                          Kokkos::MaxLoc<int, int>(longest));
  if (longest.val <= border.A.numRows / 2) return {};
  const auto ends = allocate<Kokkos::View<Offset*, Device>>("Chronos::ends of a run", 5);
  Kokkos::parallel_for("Chronos::rankBlock::endsOfRun", RowPolicy(0, 1),
                       RunEndsFunctor{runs, longest.loc, block.rowPtr, ends});
  const std::vector<Offset> onHost = toVector(ends);
  const auto from = std::make_pair(onHost[2], onHost[3]);
  const auto to = std::make_pair(onHost[4], onHost[4] + onHost[3] - onHost[2]);
  copyEntries(Kokkos::subview(colInd, to), Kokkos::subview(border.A.colInd, from));
  copyEntries(Kokkos::subview(values, to), Kokkos::subview(border.A.values, from));
  return {static_cast<int>(onHost[0]), static_cast<int>(onHost[1])};
}

CsrMatrix<double, Device> keptEntries(const Border& border, CutEntries cut) {
  const Device::execution_space space;
  const LocalOrdinal numRows = border.A.numRows;
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::row pointers of a block", numRows + 1);
  Kokkos::parallel_for("Chronos::rankBlock::lengths", RowPolicy(0, numRows), LengthsFunctor{border.A.rowPtr, rowPtr});
  Kokkos::parallel_for("Chronos::rankBlock::keptLengths", RowPolicy(0, border.size()),
                       KeptLengthsFunctor{border, rowPtr});
  const Offset numEntries = sumLengths<Device>(space, rowPtr, numRows);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::columns of a block", numEntries);
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::values of a block", numEntries);
  const CsrMatrix<double, Device> block{numRows, border.numOwned, rowPtr, colInd, values};
  const Run run = moveLongestRun(border, block, colInd, values);
  Kokkos::parallel_for("Chronos::rankBlock::keepRows",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>(
                           0, itemsAlongRows<Device>(numRows - run.size())),
                       KeepRowsFunctor{border, run, block, colInd, values});
  if (cut == CutEntries::lumped)
    Kokkos::parallel_for("Chronos::rankBlock::lump", RowPolicy(0, border.size()), LumpFunctor{border, block, values});
  return block;
}

DistMatrix<double> makeRankBlock(const DistMatrix<double>& A, CutEntries cut) {
  const Teuchos::RCP<const Map> map = mapAlone(*A.rowMap());
  if (A.halo()->numHalo() == 0) return DistMatrix<double>(map, noHalo(map), A.local());
  return DistMatrix<double>(map, noHalo(map), keptEntries({A.local(), A.boundaryRows().rows, A.numOwnedCols()}, cut));
}

KeptRankBlock* kept = nullptr;

}  // namespace

Teuchos::RCP<const Map> mapAlone(const Map& map) {
  const Teuchos::RCP<const Comm> self = Teuchos::rcp(new Teuchos::SerialComm<int>);
  if (map.isContiguous())
    return contiguousMap(TrilinosVersion::numLocal(map), self,
                         TrilinosVersion::numLocal(map) > 0 ? map.getMinGlobalIndex() : map.getIndexBase());
  const auto globals = toVector(ownedGlobals(map));
  const Teuchos::ArrayView<const GlobalOrdinal> list(globals.data(), globals.size());
  return Teuchos::rcp(new Map(globals.size(), list, map.getIndexBase(), self));
}

bool staysOnRank(RankCoupling coupling, const DistMatrix<double>& A, double longestBorder) {
  const Comm& comm = *A.rowMap()->getComm();
  if (comm.getSize() == 1 || coupling == RankCoupling::across) return false;
  double counts[] = {double(A.halo()->numHalo()), double(A.numOwnedCols()),
                     A.rowMap()->locallySameAs(*A.domainMap()) ? 0.0 : 1.0};
  sumOverRanks(comm, counts, 3);
  return counts[2] == 0 && (coupling == RankCoupling::decoupled || counts[0] <= longestBorder * counts[1]);
}

KeptRankBlock::KeptRankBlock(const Teuchos::RCP<const DistMatrix<double>>& A) : A_(A) {
  kept = this;
}

KeptRankBlock::~KeptRankBlock() {
  if (kept == this) kept = nullptr;
}

DistMatrix<double> KeptRankBlock::blockFor(CutEntries cut) {
  const bool isDropped = cut == CutEntries::dropped, isFirst = !std::exchange(wasAsked_, true);
  const Teuchos::RCP<const DistMatrix<double>> former = std::exchange(block_, Teuchos::null);
  if (isDropped && !former.is_null()) return *former;
  const DistMatrix<double> block = makeRankBlock(*A_, cut);
  if (isDropped && isFirst) block_ = Teuchos::rcp(new DistMatrix<double>(block));
  return block;
}

DistMatrix<double> rankBlock(const DistMatrix<double>& A, CutEntries cut) {
  return kept != nullptr && kept->A_.get() == &A ? kept->blockFor(cut) : makeRankBlock(A, cut);
}

DistMatrix<double> amongRanks(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const HaloPattern>& nothing,
                              const DistMatrix<double>& mine) {
  return DistMatrix<double>(rowMap, nothing, mine.local());
}

Teuchos::RCP<const HaloPattern> noHalo(const Teuchos::RCP<const Map>& domainMap) {
  return Teuchos::rcp(new HaloPattern(domainMap, HaloColumns()));
}

}  // namespace Chronos
