// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiSelection.hpp"

#include "Chronos_FsaiHashSelect.hpp"
#include "Chronos_FsaiMergeSelect.hpp"
#include "Chronos_GroupLaunch.hpp"
#include "Chronos_ScanTotal.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// What a team may take of the 48 KiB of scratch memory.
constexpr std::size_t scratchLimit = 44 * 1024;
// Lanes of a team of several rows, and of one that owns a row.
constexpr int lanesOfTeam = 128;
constexpr int warpLanes = 32;
constexpr int shortestGroup = 4;
// Bits of tables. Beyond the largest, tables would take gigabytes of a GPU.
constexpr int smallestTable = 6;
constexpr int largestGlobalTable = 14;
constexpr std::size_t alignment = 8;
// Tiers of a row: a table of a group of lanes, of a whole team, in global memory, no table at all.
enum Tier : int { groupTier, teamTier, globalTier, mergeTier };

int tableBitsFor(long long bound, int largest) {
  int bits = smallestTable;
  while (bits < largest && (1LL << bits) < bound) ++bits;
  return bits;
}

template <class DeviceType>
struct OfTierFunctor {
  Kokkos::View<const int*, DeviceType> active, tier;
  int wanted;
  Kokkos::View<int*, DeviceType> list;
  KOKKOS_INLINE_FUNCTION void operator()(int i, int& next, bool final) const {
    if (tier(active(i)) != wanted) return;
    if (final) list(next) = active(i);
    ++next;
  }
};

template <class Scalar, class DeviceType>
class Selection {
 public:
  using Space = typename DeviceType::execution_space;
  using Slots = Kokkos::View<const int*, DeviceType>;

  Selection(const Space& space, const FsaiMatrix<Scalar, DeviceType>& A, const FsaiRules<Scalar>& rules,
            const FsaiRows<Scalar, DeviceType>& rows, const SelectionMemory<DeviceType>& memory, int longestPattern)
      : space_(space), A_(A), rules_(rules), rows_(rows), memory_(memory), longestPattern_(longestPattern) {}

  void byHash(const Slots& active, int numActive, int longestRow, double meanRow) const {
    const long long bound = std::min<long long>((longestPattern_ + 1LL) * longestRow, A_.matrix.numRows);
    const int lanes = std::max(shortestGroup, laneGroupWidth<DeviceType>(meanRow));
    if (!tryTable<false>(groupTier, active, numActive, tableBitsFor(bound, largestGroupTable), lanes, bound)) return;
    for (const int tier : {teamTier, globalTier}) {
      const int bits = tableBitsFor(bound, tier == teamTier ? largestTeamTable : largestGlobalTable);
      if (!tryTable<true>(tier, memory_.list, listTier(tier, active, numActive), bits, warpLanes, bound)) return;
    }
    byMerge(memory_.list, listTier(mergeTier, active, numActive));
  }

  void byMerge(const Slots& active, int numActive) const {
    if (numActive == 0) return;
    using Functor = MergeSelectFunctor<Scalar, DeviceType>;
    const std::size_t bytes = Functor::scratchBytes(longestPattern_);
    const int groups = groupsOfTeam(warpLanes, bytes);
    Policy policy = policyFor(numActive, groups, groups, warpLanes);
    policy.set_scratch_size(0, Kokkos::PerThread(static_cast<int>(bytes)));
    Kokkos::parallel_for("Chronos::FSAI::selectByMerge", policy,
                         Functor{A_, rules_, rows_, active, numActive, longestPattern_});
  }

 private:
  using Policy = Kokkos::TeamPolicy<Space>;
  // Four groups of a team find room in scratch memory, or one team.
  static constexpr int largestGroupTable = sizeof(Scalar) == 4 ? 10 : 9;
  static constexpr int largestTeamTable = 11;
  static_assert(CandidateTable<Scalar>::bytes(largestTeamTable) <= scratchLimit, "the table of a team must fit");

  // So many as find room, each with so many bytes of scratch memory.
  static int groupsOfTeam(int lanes, std::size_t bytes) {
    int groups = runsOnHost<DeviceType> ? 1 : lanesOfTeam / lanes;
    while (groups > 1 && groups * bytes > scratchLimit) groups /= 2;
    return groups;
  }

  Policy policyFor(int numRows, int rowsPerTeam, int threads, int lanes) const {
    return Policy(space_, (numRows + rowsPerTeam - 1) / rowsPerTeam, threads, runsOnHost<DeviceType> ? 1 : lanes);
  }

  int listTier(int tier, const Slots& active, int numActive) const {
    int count = 0;
    scanTotal("Chronos::FSAI::listTier", Kokkos::RangePolicy<Space>(space_, 0, numActive),
              OfTierFunctor<DeviceType>{active, memory_.tier, tier, memory_.list}, count);
    return count;
  }

  // Whether there may be rows that need a larger table.
  template <bool wholeTeam>
  bool tryTable(int tier, const Slots& slots, int numSlots, int bits, int lanes, long long bound) const {
    const bool mayOverflow = bound > (1LL << bits);
    if (numSlots == 0) return mayOverflow;
    const std::size_t bytes = CandidateTable<Scalar>::bytes(bits) + alignment;
    const int threads = groupsOfTeam(lanes, wholeTeam ? 0 : bytes);
    const int level = tier == globalTier ? 1 : 0;
    Policy policy = policyFor(numSlots, wholeTeam ? 1 : threads, threads, lanes);
    if constexpr (wholeTeam) policy.set_scratch_size(level, Kokkos::PerTeam(static_cast<int>(bytes)));
    else policy.set_scratch_size(level, Kokkos::PerThread(static_cast<int>(bytes)));
    Kokkos::parallel_for("Chronos::FSAI::selectByHash", policy,
                         HashSelectFunctor<Scalar, DeviceType, wholeTeam>{A_, rules_, rows_, slots, numSlots,
                                                                          memory_.tier, tier, bits, level});
    return mayOverflow;
  }

  const Space& space_;
  const FsaiMatrix<Scalar, DeviceType>& A_;
  const FsaiRules<Scalar>& rules_;
  const FsaiRows<Scalar, DeviceType>& rows_;
  const SelectionMemory<DeviceType>& memory_;
  int longestPattern_;
};

}  // namespace

template <class Scalar, class DeviceType>
void selectCandidates(const typename DeviceType::execution_space& space, const FsaiMatrix<Scalar, DeviceType>& A,
                      const FsaiRules<Scalar>& rules, const FsaiRows<Scalar, DeviceType>& rows,
                      const Kokkos::View<const int*, DeviceType>& active, int numActive, int longestPattern,
                      int longestRow, double meanRow, Accumulation accumulation,
                      const SelectionMemory<DeviceType>& memory) {
  const Selection<Scalar, DeviceType> selection(space, A, rules, rows, memory, longestPattern);
  if (accumulation == Accumulation::hash) selection.byHash(active, numActive, longestRow, meanRow);
  else selection.byMerge(active, numActive);
}

#define CHRONOS_FSAISELECTION(SCALAR, DEVICE)                                                                       \
  template void selectCandidates<SCALAR, DEVICE>(const DEVICE::execution_space&, const FsaiMatrix<SCALAR, DEVICE>&, \
                                                 const FsaiRules<SCALAR>&, const FsaiRows<SCALAR, DEVICE>&,         \
                                                 const Kokkos::View<const int*, DEVICE>&, int, int, int, double,    \
                                                 Accumulation, const SelectionMemory<DEVICE>&);
#define CHRONOS_FSAISELECTION_ALL(DEVICE) CHRONOS_FSAISELECTION(double, DEVICE) CHRONOS_FSAISELECTION(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_FSAISELECTION_ALL)

}  // namespace Chronos
