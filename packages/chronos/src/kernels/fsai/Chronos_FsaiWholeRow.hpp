// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIWHOLEROW_HPP
#define CHRONOS_FSAIWHOLEROW_HPP

#include "Chronos_FsaiHubs.hpp"
#include "Chronos_FsaiRowMemory.hpp"
#include "Chronos_FsaiRules.hpp"
#include "Chronos_LargestOfLanes.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <cmath>

namespace Chronos {

/// \brief Builds one row of adaptive FSAI from its first step to its last (Algorithm 1 of Bernaschi and others 2019).
///
/// A source row is looked up in the hash table once, when its column is chosen; from then on a list of slots says
/// where its entries belong. The lists lie in global memory, one for each row under way, and stay in the cache.
/// What the row of a chosen column holds in columns of the pattern is the new row of A[P,P]. Sums have a fixed order.
///
/// `lanes` of a warp, or one host thread, have a row. All lanes of the warp call build() together and go through the
/// same steps, each group with its own row: one whose row is done, or that has none, goes along without effect.
template <class Scalar, class DeviceType, int lanes>
class WholeRow {
 public:
  static constexpr int width = runsOnHost<DeviceType> ? 1 : lanes;
  static constexpr int longestPattern = 32;
  using Matrix = FsaiMatrix<Scalar, DeviceType>;
  using Rows = FsaiRows<Scalar, DeviceType>;
  using Memory = WholeRowMemory<Scalar>;

  /// \param slotLists capacity + 1 lists, `listLength` apart: the longest row of A, or a full table and `width` more
  /// \param slot of the row; any of them for a group without one
  KOKKOS_INLINE_FUNCTION WholeRow(const Matrix& A, const FsaiRules<Scalar>& rules, const Rows& rows,
                                  const Memory& memory, const LaneOwner& owner, std::uint16_t* slotLists,
                                  int listLength, int slot, bool hasRow)
      : A_(A),
        rules_(rules),
        rows_(rows),
        memory_(memory),
        owner_(owner),
        slotLists_(slotLists),
        listLength_(listLength),
        slot_(slot),
        row_(rows.row(slot)),
        psi_(A.diagonal(row_)),
        fits_(hasRow) {}

  /// Number of steps, or -1 when the row has more candidates than the table holds: nothing is written then.
  KOKKOS_INLINE_FUNCTION int build() {
    const int size = 1 << memory_.logSize;
    for (int i = owner_.lane; i < size; i += width) memory_.keys[i] = KeyTable::empty;
    owner_.sync();
    addSource(0, row_, rules_.maxSteps == 0, fits_);
    begin();
    const Scalar psiInitial = psi_;
    int numSteps = 0;
    for (int step = 0; step < rules_.maxSteps && any(isActive()); ++step) {
      sumGradient();
      const int numChosen = choose();
      if (isActive() && numChosen == 0) status_ = rowDone;
      const Scalar before = psi_;
      const bool isLast = step + 1 == rules_.maxSteps || numEntries_ + numChosen == memory_.capacity;
      for (int i = 0; any(i < numChosen && isActive()); ++i) append(isLast, i < numChosen && isActive());
      if (any(numChosen > 0)) solve();
      if (numChosen > 0) ++numSteps;
      if (isActive() && (numEntries_ == memory_.capacity || rules_.stops(psiInitial, before, psi_))) status_ = rowDone;
    }
    write();
    return fits_ ? numSteps : -1;
  }

 private:
  // Columns of the row that lanes of a group hold, `width` apart.
  static constexpr int held = longestPattern / width;
  // The only group of its warp need not ask the others.
  static constexpr bool isOnly = width == 32 || runsOnHost<DeviceType>;

  KOKKOS_INLINE_FUNCTION bool any(bool flag) const { return isOnly ? flag : owner_.anyOfWarp(flag); }
  KOKKOS_INLINE_FUNCTION int most(int value) const { return isOnly ? value : owner_.maxOfWarp(value); }
  KOKKOS_INLINE_FUNCTION bool isActive() const { return fits_ && status_ == rowActive; }

  KOKKOS_INLINE_FUNCTION std::uint16_t* listOf(int source) const {
    return slotLists_ + std::size_t(source) * listLength_;
  }

  // The columns of the initial pattern, which need not be candidates.
  KOKKOS_INLINE_FUNCTION void begin() {
    const int numInitial = fits_ ? rows_.numSelected(slot_) : 0, longest = most(numInitial);
    if (longest == 0) return;
    const LocalOrdinal* pattern = rows_.pattern.data() + std::size_t(slot_) * rows_.capacity;
    for (int first = 0; first < longest; first += width) {
      const int p = first + owner_.lane;
      int added = 0, slot = -1;
      if (p < numInitial && fits_) slot = static_cast<int>(memory_.table().insert(pattern[p], added));
      if (slot >= 0) memory_.chosen[p] = static_cast<std::uint16_t>(slot);
      enlist(slot, added > 0);
    }
    owner_.sync();
    for (int p = 0; p < longest; ++p) append(rules_.maxSteps == 0, p < numInitial && isActive());
    solve();
  }

  // New slots, for which there may be no room: the row leaves then.
  KOKKOS_INLINE_FUNCTION void enlist(int slot, bool isNew) {
    int before = 0;
    const int numNew = owner_.count(isNew, before);
    if (isNew) {
      memory_.place[slot] = Memory::none;
      memory_.filled[numCandidates_ + before] = static_cast<std::uint16_t>(slot);
    }
    numCandidates_ += numNew;
    fits_ = fits_ && numCandidates_ <= Memory::mostCandidates(memory_.logSize);
  }

  KOKKOS_INLINE_FUNCTION int slotIfThere(LocalOrdinal col) const {
    const KeyTable table = memory_.table();
    std::uint32_t slot = table.firstSlot(col);
    while (memory_.keys[slot] != col) {
      if (memory_.keys[slot] == KeyTable::empty) return -1;
      slot = (slot + 1) & (table.size() - 1);
    }
    return static_cast<int>(slot);
  }

  // Lists the candidates of a source row and fills the row of A[P,P] that belongs to it, whose entries are zero before.
  // The last row adds no candidates; a hub has none, and its row of A[P,P] is looked up.
  KOKKOS_INLINE_FUNCTION void addSource(int source, LocalOrdinal col, bool isLast, bool isMine) {
    const bool leadsNowhere = isMine && source > 0 && isHub(A_.matrix, col, row_);
    if (leadsNowhere)
      for (int p = owner_.lane; p < source - 1; p += width)
        memory_.L(source - 1, p) = entryAt(A_.matrix, col, memory_.keys[memory_.chosen[p]]);
    const KeyTable table = memory_.table();
    const Offset begin = A_.matrix.rowPtr(col);
    const int length = isMine && !leadsNowhere ? static_cast<int>(A_.matrix.rowPtr(col + 1) - begin) : 0;
    std::uint16_t* const list = listOf(source);
    int numLower = 0;
    bool goesOn = length > 0;
    for (int first = 0; any(goesOn); first += width) {
      const int entry = first + owner_.lane;
      const LocalOrdinal candidate = goesOn && entry < length ? A_.matrix.colInd(begin + entry) : row_;
      const bool isLower = candidate < row_;
      int slot = -1, added = 0;
      if (isLower)
        slot = isLast && source > 0 ? slotIfThere(candidate) : static_cast<int>(table.insert(candidate, added));
      if (isLower && (!isLast || source == 0)) list[entry] = static_cast<std::uint16_t>(slot);
      if (source > 0 && slot >= 0 && added == 0 && memory_.place[slot] != Memory::none)
        memory_.L(source - 1, memory_.place[slot]) = A_.matrix.values(begin + entry);
      enlist(slot, added > 0);
      int before = 0;
      const int lowerHere = owner_.count(isLower, before);
      numLower += lowerHere;
      goesOn = goesOn && fits_ && lowerHere == width && first + width < length;
    }
    if (isMine && owner_.lane == 0) {
      memory_.begin[source] = begin;
      memory_.length[source] = numLower;
    }
    owner_.sync();
  }

  KOKKOS_INLINE_FUNCTION Scalar valueAt(Offset entry) const { return A_.matrix.values(entry); }

  // (A g)_c for every candidate, source rows one after the other. What comes next is read before the sums of this one.
  KOKKOS_INLINE_FUNCTION void sumGradient() const {
    const int numSources = isActive() ? numEntries_ + 1 : 0, mostSources = most(numSources);
    const auto lengthOf = [&](int source) { return source < numSources ? memory_.length[source] : 0; };
    if (numSources > 0)
      for (int i = owner_.lane; i < numCandidates_; i += width) memory_.gradient[memory_.filled[i]] = 0;
    owner_.sync();
    const bool isShort = listLength_ <= width;
    int nextSlot = 0;
    Scalar nextValue = 0;
    if (owner_.lane < lengthOf(0)) {
      nextSlot = listOf(0)[owner_.lane];
      nextValue = valueAt(memory_.begin[0] + owner_.lane);
    }
    for (int source = 0; source < mostSources; ++source) {
      const std::uint16_t* const list = listOf(source);
      const Scalar weight = source == 0 ? Scalar(1) : memory_.g[source - 1];
      const Offset begin = memory_.begin[source];
      const int length = lengthOf(source);
      const int slot = nextSlot;
      const Scalar value = nextValue;
      int secondSlot = 0;
      Scalar secondValue = 0;
      const int second = owner_.lane + width;
      if (!isShort && second < length) {
        secondSlot = list[second];
        secondValue = valueAt(begin + second);
      }
      if (owner_.lane < lengthOf(source + 1)) {
        nextSlot = listOf(source + 1)[owner_.lane];
        nextValue = valueAt(memory_.begin[source + 1] + owner_.lane);
      }
      if (owner_.lane < length) memory_.gradient[slot] += weight * value;
      if (!isShort) {
        if (second < length) memory_.gradient[secondSlot] += weight * secondValue;
        for (int entry = second + width; entry < length; entry += width)
          memory_.gradient[list[entry]] += weight * valueAt(begin + entry);
      }
      owner_.sync();
    }
    if (numSources > 0)
      for (int p = owner_.lane; p < numEntries_; p += width) memory_.gradient[memory_.chosen[p]] = 0;
    owner_.sync();
  }

  KOKKOS_INLINE_FUNCTION Scalar scoreOf(int slot) const {
    using std::abs;
    const Scalar value = memory_.gradient[slot];
    return value == Scalar(0) ? Scalar(0) : abs(value) * A_.weight(memory_.keys[slot]);
  }

  // The two best candidates of a lane and the score of the third, or more.
  struct Best {
    Scalar score, second, third;
    int slot, secondSlot;
  };
  KOKKOS_INLINE_FUNCTION Best bestOfLane() const {
    Best best{0, 0, 0, -1, -1};
    for (int i = owner_.lane; i < numCandidates_; i += width) {
      const int slot = memory_.filled[i];
      const Scalar score = scoreOf(slot);
      if (score > best.second) {
        const bool isFirst = score > best.score;
        best.third = best.second;
        best.second = isFirst ? best.score : score;
        best.secondSlot = isFirst ? best.slot : slot;
        if (isFirst) {
          best.score = score;
          best.slot = slot;
        }
      } else if (score > best.third) {
        best.third = score;
      }
    }
    return best;
  }

  // After a choice: false where a lane does not know its best any more.
  KOKKOS_INLINE_FUNCTION bool forget(Best& best, int slot) const {
    if (best.slot != slot) return best.secondSlot != slot;
    if (best.secondSlot < 0 && best.second > 0) return false;
    best = {best.second, best.third, best.third, best.secondSlot, -1};
    return true;
  }

  // The slot of the smallest key among those within reach of the threshold; -1 for a group that does not choose.
  KOKKOS_INLINE_FUNCTION int breakTie(const Best& mine, Scalar threshold, bool isChoosing) const {
    int before = 0;
    const bool reaches = isChoosing && mine.score >= threshold;
    const bool isKnown = owner_.count(reaches && mine.second >= threshold, before) == 0;
    const bool isSettled = owner_.count(reaches, before) <= 1 && isKnown;
    const int only = largestOfLanes<width>(isSettled && reaches ? mine.slot : -1);
    if (!any(!isSettled)) return only;
    std::uint64_t key = ~std::uint64_t(0);
    int slot = reaches ? mine.slot : -1;
    if (!isSettled && !isKnown) {
      slot = -1;
      for (int i = owner_.lane; i < numCandidates_; i += width) {
        const int other = memory_.filled[i];
        // Written so that what is not a number does not pass.
        if (!(scoreOf(other) >= threshold)) continue;
        const std::uint64_t otherKey = A_.tieKey(memory_.keys[other]);
        if (slot < 0 || otherKey < key) {
          key = otherKey;
          slot = other;
        }
      }
    } else if (reaches) {
      key = A_.tieKey(memory_.keys[slot]);
    }
    const std::uint64_t smallest = ~largestOfLanes<width>(slot < 0 ? std::uint64_t(0) : ~key);
    const int first = largestOfLanes<width>(slot >= 0 && key == smallest ? slot : -1);
    return isSettled ? only : first;
  }

  // Slots of the best candidates go behind those of the pattern.
  KOKKOS_INLINE_FUNCTION int choose() const {
    int numChosen = 0, before = 0;
    bool isChoosing = isActive();
    Best mine{0, 0, 0, -1, -1};
    if (isChoosing) mine = bestOfLane();
    for (int i = 0; i < rules_.entriesPerStep; ++i) {
      const Scalar best = largestOfLanes<width>(mine.score);
      isChoosing = isChoosing && numEntries_ + i < memory_.capacity && best > 0;
      if (!any(isChoosing)) break;
      const int slot = breakTie(mine, best * (1 - rules_.guardBand), isChoosing);
      if (isChoosing) isChoosing = !rules_.isNoise(memory_.gradient[slot], A_.diagonal(memory_.keys[slot]), psi_);
      owner_.sync();
      if (isChoosing && owner_.lane == 0) {
        memory_.chosen[numEntries_ + i] = static_cast<std::uint16_t>(slot);
        memory_.gradient[slot] = 0;
      }
      owner_.sync();
      if (isChoosing) ++numChosen;
      if (i + 1 < rules_.entriesPerStep && owner_.count(isChoosing && !forget(mine, slot), before) > 0)
        mine = bestOfLane();
    }
    return numChosen;
  }

  // a / b from the rounded 1 / b: corrected once, the quotient of a division but for rare last bits.
  static KOKKOS_INLINE_FUNCTION Scalar quotient(Scalar a, Scalar b, Scalar inverse) {
    const Scalar first = a * inverse;
    return first + (a - first * b) * inverse;
  }

  // The next chosen column joins the pattern: its row of A[P,P], then of the Cholesky factor; see borderCholesky().
  KOKKOS_INLINE_FUNCTION void append(bool isLast, bool isMine) {
    const int m = numEntries_;
    const int slot = isMine ? memory_.chosen[m] : 0;
    const LocalOrdinal col = isMine ? memory_.keys[slot] : row_;
    if (isMine) {
      for (int p = owner_.lane; p < m; p += width) memory_.L(m, p) = 0;
      if (owner_.lane == 0) memory_.z[m] = 0;
    }
    owner_.sync();
    if (isMine)
      for (int entry = owner_.lane; entry < memory_.length[0]; entry += width)
        if (listOf(0)[entry] == slot) memory_.z[m] = -valueAt(memory_.begin[0] + entry);
    addSource(m + 1, col, isLast, isMine);
    if (isMine && fits_ && owner_.lane == 0) memory_.place[slot] = static_cast<std::uint8_t>(m);
    border(m, A_.diagonal(col), isMine && fits_);
  }

  KOKKOS_INLINE_FUNCTION void border(int m, Scalar diagonal, bool isMine) {
    using std::sqrt;
    const int size = isMine ? m : 0, longest = most(size);
    Scalar entry[held], sum[held];
    for (int k = 0; k < held; ++k) {
      const int col = owner_.lane + k * width;
      entry[k] = col < size ? memory_.L(m, col) : Scalar(0);
      sum[k] = 0;
    }
    Scalar pivot = diagonal, last = isMine ? memory_.z[m] : Scalar(0);
    owner_.sync();
    for (int k = 0; k < held; ++k) {
      const int end = longest - k * width < width ? longest - k * width : width;
      for (int lane = 0; lane < end; ++lane) {
        const int row = k * width + lane;
        const Scalar w = owner_.broadcast(quotient(entry[k] - sum[k], memory_.L(row, row), memory_.inverse[row]), lane);
        if (!isOnly && row >= size) continue;
        if (owner_.lane == lane) entry[k] = w;
        for (int j = k; j < held; ++j) {
          const int col = owner_.lane + j * width;
          if (col > row && col < m) sum[j] += memory_.L(col, row) * w;
        }
        pivot -= w * w;
        last -= w * memory_.z[row];
      }
    }
    if (isMine && !(pivot > rules_.smallestPivot * diagonal)) {
      status_ = rowBrokeDown;
    } else if (isMine) {
      const Scalar root = sqrt(pivot), z = last / root;
      for (int k = 0; k < held; ++k)
        if (owner_.lane + k * width < m) memory_.L(m, owner_.lane + k * width) = entry[k];
      if (owner_.lane == 0) {
        memory_.L(m, m) = root;
        memory_.inverse[m] = 1 / root;
        memory_.z[m] = z;
      }
      psi_ -= z * z;
      ++numEntries_;
    }
    owner_.sync();
  }

  // L^T g = z, column by column.
  KOKKOS_INLINE_FUNCTION void solve() const {
    const int longest = most(numEntries_);
    Scalar rest[held];
    for (int k = 0; k < held; ++k) {
      const int col = owner_.lane + k * width;
      rest[k] = col < numEntries_ ? memory_.z[col] : Scalar(0);
    }
    for (int k = held - 1; k >= 0; --k) {
      const int end = longest - k * width < width ? longest - k * width : width;
      for (int lane = end - 1; lane >= 0; --lane) {
        const int row = k * width + lane;
        const Scalar value = owner_.broadcast(quotient(rest[k], memory_.L(row, row), memory_.inverse[row]), lane);
        if (!isOnly && row >= numEntries_) continue;
        if (owner_.lane == lane) memory_.g[row] = value;
        for (int j = 0; j <= k; ++j) {
          const int col = owner_.lane + j * width;
          if (col < row) rest[j] -= memory_.L(row, col) * value;
        }
      }
    }
    owner_.sync();
  }

  // Columns ascending.
  KOKKOS_INLINE_FUNCTION void write() const {
    if (fits_) {
      const std::size_t base = std::size_t(slot_) * rows_.capacity;
      for (int p = owner_.lane; p < numEntries_; p += width) {
        const LocalOrdinal col = memory_.keys[memory_.chosen[p]];
        int before = 0;
        for (int q = 0; q < numEntries_; ++q) before += memory_.keys[memory_.chosen[q]] < col ? 1 : 0;
        rows_.pattern(base + before) = col;
        rows_.coefficient(base + before) = memory_.g[p];
      }
      if (owner_.lane == 0) {
        rows_.psi(slot_) = psi_;
        rows_.numEntries(slot_) = numEntries_;
        rows_.status(slot_) = status_ == rowActive ? int(rowDone) : status_;
      }
    }
    owner_.sync();
  }

  const Matrix& A_;
  const FsaiRules<Scalar>& rules_;
  const Rows& rows_;
  const Memory& memory_;
  const LaneOwner& owner_;
  std::uint16_t* slotLists_;
  int listLength_;
  int slot_;
  LocalOrdinal row_;
  Scalar psi_;
  bool fits_;  // there is a row, and the table has room for its candidates
  int numEntries_ = 0, numCandidates_ = 0, status_ = rowActive;
};

}  // namespace Chronos

#endif
