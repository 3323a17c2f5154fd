// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Cycle.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <string>
#include <type_traits>
#include <utility>

namespace Chronos {
namespace {

// For profilers: what a level takes in a cycle. Costs nothing without one.
class LevelRegion {
 public:
  explicit LevelRegion(std::size_t level) : isOpen_(Kokkos::Tools::profileLibraryLoaded()) {
    if (isOpen_) Kokkos::Profiling::pushRegion("Chronos::cycle, level " + std::to_string(level));
  }
  ~LevelRegion() {
    if (isOpen_) Kokkos::Profiling::popRegion();
  }
  LevelRegion(const LevelRegion&) = delete;
  LevelRegion& operator=(const LevelRegion&) = delete;

 private:
  bool isOpen_;
};

// What a walk applies on a level and where its vectors lie, in double.
struct DoubleDoor {
  using Vectors = Block;
  using ConstVectors = ConstBlock;
  static const LevelMatrix& A(const Level& level) { return *level.A; }
  static const Operator& P(const Level& level) { return *level.P; }
  static const Operator& R(const Level& level) { return *level.R; }
  static const Smoother& whole(const Level& level) { return *level.smoother; }
  static const Smoother& before(const Level& level) { return level.smoother->before(); }
  static const Smoother& after(const Level& level) { return level.smoother->after(); }
  static Block b(const CycleWork& work, std::size_t level, int width) { return work.of(level).b(width); }
  static Block x(const CycleWork& work, std::size_t level, int width) { return work.of(level).x(width); }
  static Block other(const CycleWork& work, std::size_t level, int width) { return work.of(level).other(width); }
};

// The same in single precision, for one column.
struct SingleDoor {
  using Vectors = SingleVector;
  using ConstVectors = ConstSingleVector;
  static const SingleVectorMatrix& A(const Level& level) { return *level.single.A; }
  static const SingleVectorOperator& P(const Level& level) { return *level.single.P; }
  static const SingleVectorOperator& R(const Level& level) { return *level.single.R; }
  static const SingleVectorSmoother& whole(const Level& level) { return *level.single.smoother; }
  static const SingleVectorSmoother& before(const Level& level) { return *level.single.smoother; }
  static const SingleVectorSmoother& after(const Level& level) { return *level.single.smoother; }
  static SingleVector b(const CycleWork& work, std::size_t level, int) { return work.singleOf(level).b(); }
  static SingleVector x(const CycleWork& work, std::size_t level, int) { return work.singleOf(level).x(); }
  static SingleVector other(const CycleWork& work, std::size_t level, int) { return work.singleOf(level).other(); }
};

template <class Door>
class Walk {
 public:
  using Vectors = typename Door::Vectors;
  using ConstVectors = typename Door::ConstVectors;

  Walk(const Hierarchy& hierarchy, const CycleWork& work, CycleGraphs* graphs, int width)
      : hierarchy_(hierarchy), levels_(hierarchy.levels), work_(work), graphs_(graphs), width_(width) {}

  // The whole cycle, from a zero guess.
  void begin(std::size_t index, const ConstVectors& b, const Vectors& x, GatheredDots<Device>* dots = nullptr) const {
    if (dots != nullptr) dots->clear();
    if constexpr (isDouble) {
      const bool isSingle = width_ == 1 && hierarchy_.hasSingleVectors(index);
      if (isSingle && solveInSingle(index, hierarchy_.cycle, b, x)) return;
    }
    visit(index, hierarchy_.cycle, Guess::zero, b, x, dots);
  }

 private:
  static constexpr bool isDouble = std::is_same_v<Door, DoubleDoor>;

  void visit(std::size_t index, CycleKind kind, Guess guess, const ConstVectors& b, const Vectors& x,
             GatheredDots<Device>* dots = nullptr) const {
    if (graphs_ == nullptr) return walk(index, kind, guess, b, x, dots);
    graphs_->run({index, kind, guess == Guess::zero, width_, b.data(), x.data(), dots},
                 [&] { walk(index, kind, guess, b, x, dots); });
  }

  // The iterate of a level, and a vector of the same length to work with. A sweep that reads one and writes the other
  // has them change places.
  struct Iterate {
    Vectors x, other;
  };

  void walk(std::size_t index, CycleKind kind, Guess guess, const ConstVectors& b, const Vectors& x,
            GatheredDots<Device>* dots) const {
    const LevelRegion region(index);
    const Level& level = levels_[index];
    const bool isLast = level.P.is_null(), isZero = guess == Guess::zero;
    const int before = isLast ? 1 : level.sweepsBefore, after = isLast ? 0 : level.sweepsAfter;
    Iterate iterate{x, Door::other(work_, index, width_)};
    // From zero we may begin in the vector from which the last sweep ends in x.
    if (isZero && (numSwaps(level, guess, before) + numSwaps(level, Guess::given, after)) % 2 != 0)
      std::swap(iterate.x, iterate.other);
    if (isLast) {
      smooth(level, Door::whole(level), before, guess, b, iterate);
    } else {
      const bool isStored = !isZero || !formsStart(level, before);
      const ConstVectors rest = smoothDown(level, before, guess, b, iterate, isStored);
      const Vectors e = coarseCorrection(index, kind, rest);
      if (isStored) Door::P(level).apply(e, iterate.x, 1, isZero && before == 0 ? 0 : 1);
      else addToStart(level, e, b, iterate.x);
      smooth(level, Door::after(level), after, Guess::given, b, iterate, dots);
    }
    if (iterate.x.data() != x.data()) Kokkos::deep_copy(Device::execution_space(), x, iterate.x);
  }

  static int numSwaps(const Level& level, Guess guess, int numSweeps) {
    if (level.smoother->iterateEndsIn() == Where::x || numSweeps == 0) return 0;
    return guess == Guess::zero ? numSweeps - 1 : numSweeps;
  }

  // The last sweep gathers dots where they are wanted, which is from a given guess only.
  template <class SmootherType>
  static void smooth(const Level& level, const SmootherType& smoother, int numSweeps, Guess guess,
                     const ConstVectors& b, Iterate& iterate, GatheredDots<Device>* dots = nullptr) {
    for (int sweep = 0; sweep < numSweeps; ++sweep) {
      const Guess from = sweep == 0 ? guess : Guess::given;
      sweepOnce(level, smoother, from, b, iterate, sweep + 1 == numSweeps ? dots : nullptr);
      if (numSwaps(level, from, 1) == 1) std::swap(iterate.x, iterate.other);
    }
  }

  template <class SmootherType>
  static void sweepOnce(const Level& level, const SmootherType& smoother, Guess from, const ConstVectors& b,
                        const Iterate& iterate, GatheredDots<Device>* dots) {
    if constexpr (isDouble)
      if (dots != nullptr) return smoother.sweepDotted(Door::A(level), b, iterate.x, iterate.other, level.omega, *dots);
    smoother.sweep(Door::A(level), b, iterate.x, iterate.other, level.omega, from);
  }

  // What is left for the next level: the residual behind the sweeps, in the iterate's other vector, or b itself.
  ConstVectors smoothDown(const Level& level, int numSweeps, Guess guess, const ConstVectors& b, Iterate& iterate,
                          bool isStored) const {
    if (guess == Guess::zero && numSweeps == 0) return b;
    if constexpr (isDouble) {
      if (guess == Guess::zero && numSweeps == 1) {
        const Vectors x = isStored ? iterate.x : Vectors();
        Door::before(level).startSweep(Door::A(level), b, x, iterate.other, level.omega);
        return iterate.other;
      }
    }
    smooth(level, Door::before(level), numSweeps, guess, b, iterate);
    Door::A(level).residual(b, iterate.x, iterate.other);
    return iterate.other;
  }

  // Whether the iterate behind the sweep from zero is formed twice, which of several columns costs less than its way to
  // memory and back.
  bool formsStart(const Level& level, int numSweeps) const {
    if constexpr (isDouble)
      return numSweeps == 1 && Door::before(level).startDiagonal().extent(0) > 0 && Door::A(level).formsStart(width_) &&
             Door::P(level).formsStart(width_);
    return false;
  }

  static void addToStart(const Level& level, const ConstVectors& e, const ConstVectors& b, const Vectors& x) {
    if constexpr (isDouble) Door::P(level).applyOntoStart(e, level.omega, Door::before(level).startDiagonal(), b, x);
  }

  // What the next level makes of the rest.
  Vectors coarseCorrection(std::size_t index, CycleKind kind, const ConstVectors& rest) const {
    const Vectors coarseB = Door::b(work_, index + 1, width_), coarseX = Door::x(work_, index + 1, width_);
    Door::R(levels_[index]).apply(rest, coarseB);
    solveCoarse(index + 1, kind, coarseB, coarseX);
    return coarseX;
  }

  // b may be overwritten.
  void solveCoarse(std::size_t index, CycleKind kind, const Vectors& b, const Vectors& x) const {
    if constexpr (isDouble) {
      if (hierarchy_.takesKrylov(index)) return takeSteps(index, b, x);
      if (width_ == 1 && hierarchy_.hasSingleVectors(index) && solveInSingle(index, kind, b, x)) return;
      visitCoarse(index, kind, b, x);
    } else if (hierarchy_.hasSingleVectors(index)) {
      visitCoarse(index, kind, b, x);
    } else if (!levels_[index].single.solve.is_null()) {
      const LevelRegion region(index);
      levels_[index].single.solve->apply(b, x);
    } else {
      const Block wideB = work_.of(index).b(1), wideX = work_.of(index).x(1);
      widenVector(b, 0, asVector(wideB));
      Walk<DoubleDoor>(hierarchy_, work_, graphs_, 1).solveCoarse(index, kind, wideB, wideX);
      copyToSingle(asVector(wideX), x);
    }
  }

  void visitCoarse(std::size_t index, CycleKind kind, const Vectors& b, const Vectors& x) const {
    visit(index, kind, Guess::zero, b, x);
    if (kind != CycleKind::V && hierarchy_.visitsTwice(index))
      visit(index, kind == CycleKind::F ? CycleKind::V : kind, Guess::given, b, x);
  }

  // False where b has no place in single precision.
  bool solveInSingle(std::size_t index, CycleKind kind, const ConstBlock& b, const Block& x) const {
    using Outcome = SingleEntrance::Outcome;
    const Comm& comm = *levels_[index].A->rangeMap()->getComm();
    SingleEntrance& entrance = work_.singleOf(index).entrance();
    Outcome outcome = Outcome::again;
    while (outcome == Outcome::again) {
      visitInSingle(index, kind, b, x);
      outcome = entrance.finish(comm);
    }
    if (outcome == Outcome::zero) fillBlock(x, 0);
    return outcome != Outcome::noPlace;
  }

  void visitInSingle(std::size_t index, CycleKind kind, const ConstBlock& b, const Block& x) const {
    CycleWork::SingleRoom& room = work_.singleOf(index);
    room.entrance().start(asVector(b), room.b());
    Walk<SingleDoor>(hierarchy_, work_, graphs_, 1).visitCoarse(index, kind, room.b(), room.x());
    widenVector(room.x(), -room.entrance().exponent(), asVector(x));
  }

  // b is overwritten.
  void takeSteps(std::size_t index, const Block& b, const Block& x) const {
    const LevelRegion region(index);
    const auto correct = [&](const ConstBlock& r, const Block& z) { visit(index, CycleKind::K, Guess::zero, r, z); };
    work_.krylov(index).take(*levels_[index].A, correct, hierarchy_.krylovTolerance, b, x,
                             work_.of(index).other(width_));
  }

  template <class>
  friend class Walk;

  const Hierarchy& hierarchy_;
  const std::vector<Level>& levels_;
  const CycleWork& work_;
  CycleGraphs* graphs_;
  int width_;
};

}  // namespace

CycleWork::CycleWork(const Hierarchy& hierarchy) {
  for (const Level& level : hierarchy.levels) {
    const std::size_t numRows = TrilinosVersion::numLocal(*level.A->rangeMap());
    singleRooms_.emplace_back(numRows);
    rooms_.push_back({{"Chronos::level right-hand side", numRows},
                      {"Chronos::level solution", numRows},
                      {"Chronos::level residual", numRows}});
  }
  for (std::size_t level = 0; level < rooms_.size(); ++level) {
    krylov_.emplace_back();
    if (!hierarchy.takesKrylov(level)) continue;
    const std::size_t numRows = TrilinosVersion::numLocal(*hierarchy.levels[level].A->rangeMap());
    krylov_.back() = std::make_unique<KrylovSteps>(numRows, !hierarchy.isOnOneRank(level));
  }
  // One vector is the usual case: its memory is taken with the set-up.
  for (std::size_t level = 0; level < rooms_.size(); ++level) {
    const bool isSingle = hierarchy.hasSingleVectors(level);
    const bool comesFromSingle = level > 0 && hierarchy.hasSingleVectors(level - 1);
    if (isSingle) singleRooms_[level].other();
    else rooms_[level].other(1);
    if (isSingle || comesFromSingle) singleRooms_[level].b(), singleRooms_[level].x();
    if (isSingle && !comesFromSingle) singleRooms_[level].entrance();
    if (level > 0 && !(isSingle && comesFromSingle)) rooms_[level].b(1), rooms_[level].x(1);
  }
}

std::size_t CycleWork::numBytes() const {
  std::size_t sum = 0;
  for (const Room& room : rooms_) sum += room.b.numBytes() + room.x.numBytes() + room.other.numBytes();
  for (const SingleRoom& room : singleRooms_) sum += room.numBytes();
  for (const auto& steps : krylov_) sum += steps ? steps->numBytes() : 0;
  return sum;
}

KrylovCounts CycleWork::krylovCounts(const Comm& comm) const {
  KrylovCounts counts;
  for (const auto& steps : krylov_)
    if (steps) counts.add(steps->counts(comm));
  return counts;
}

void cycle(const Hierarchy& hierarchy, const CycleWork& work, const ConstBlock& b, const Block& x, std::size_t level,
           CycleGraphs* graphs, GatheredDots<Device>* dots) {
  Walk<DoubleDoor>(hierarchy, work, graphs, widthOf(b)).begin(level, b, x, dots);
}

void cycle(const Hierarchy& hierarchy, const CycleWork& work, const ConstSingleVector& b, const SingleVector& x,
           CycleGraphs* graphs) {
  Walk<SingleDoor>(hierarchy, work, graphs, 1).begin(0, b, x);
}

}  // namespace Chronos
