// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Cycle.hpp"

#include "Chronos_TrilinosVersion.hpp"

#include <string>
#include <utility>

namespace Chronos {
namespace {

// The iterate of a level, and a vector of the same length to work with. A sweep that reads one and writes the other
// has them change places.
struct Iterate {
  Block x, other;
};

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

class Walk {
 public:
  Walk(const Hierarchy& hierarchy, const CycleWork& work, CycleGraphs* graphs, int width)
      : hierarchy_(hierarchy), levels_(hierarchy.levels), work_(work), graphs_(graphs), width_(width) {}

  void visit(std::size_t index, CycleKind kind, Guess guess, const ConstBlock& b, const Block& x) const {
    if (graphs_ == nullptr) return walk(index, kind, guess, b, x);
    graphs_->run({index, kind, guess == Guess::zero, width_, b.data(), x.data()},
                 [&] { walk(index, kind, guess, b, x); });
  }

 private:
  void walk(std::size_t index, CycleKind kind, Guess guess, const ConstBlock& b, const Block& x) const {
    const LevelRegion region(index);
    const Level& level = levels_[index];
    const bool isLast = level.P.is_null(), isZero = guess == Guess::zero;
    const int before = isLast ? 1 : level.sweepsBefore, after = isLast ? 0 : level.sweepsAfter;
    Iterate iterate{x, work_.of(index).other(width_)};
    // From zero we may begin in the vector from which the last sweep ends in x.
    if (isZero && (numSwaps(level, guess, before) + numSwaps(level, Guess::given, after)) % 2 != 0)
      std::swap(iterate.x, iterate.other);
    smooth(level, before, guess, b, iterate);
    if (!isLast) {
      correct(index, kind, isZero && before == 0 ? Guess::zero : Guess::given, b, iterate);
      smooth(level, after, Guess::given, b, iterate);
    }
    if (iterate.x.data() != x.data()) Kokkos::deep_copy(Device::execution_space(), x, iterate.x);
  }

  static int numSwaps(const Level& level, Guess guess, int numSweeps) {
    if (level.smoother->iterateEndsIn() == Where::x || numSweeps == 0) return 0;
    return guess == Guess::zero ? numSweeps - 1 : numSweeps;
  }

  static void smooth(const Level& level, int numSweeps, Guess guess, const ConstBlock& b, Iterate& iterate) {
    for (int sweep = 0; sweep < numSweeps; ++sweep) {
      const Guess from = sweep == 0 ? guess : Guess::given;
      level.smoother->sweep(*level.A, b, iterate.x, iterate.other, level.omega, from);
      if (numSwaps(level, from, 1) == 1) std::swap(iterate.x, iterate.other);
    }
  }

  // x += P e with e from the next level; with a zero guess x is written, not read.
  void correct(std::size_t index, CycleKind kind, Guess guess, const ConstBlock& b, const Iterate& iterate) const {
    const Level& level = levels_[index];
    const Block coarseB = work_.of(index + 1).b(width_), coarseX = work_.of(index + 1).x(width_);
    if (guess == Guess::zero) {
      level.R->apply(b, coarseB);
    } else {
      level.A->residual(b, iterate.x, iterate.other);
      level.R->apply(iterate.other, coarseB);
    }
    if (hierarchy_.takesKrylov(index + 1)) takeSteps(index + 1, coarseB, coarseX);
    else visit(index + 1, kind, Guess::zero, coarseB, coarseX);
    if (kind != CycleKind::V && hierarchy_.visitsTwice(index + 1))
      visit(index + 1, kind == CycleKind::F ? CycleKind::V : kind, Guess::given, coarseB, coarseX);
    level.P->apply(coarseX, iterate.x, 1, guess == Guess::zero ? 0 : 1);
  }

  // b is overwritten.
  void takeSteps(std::size_t index, const Block& b, const Block& x) const {
    const LevelRegion region(index);
    const auto correct = [&](const ConstBlock& r, const Block& z) { visit(index, CycleKind::K, Guess::zero, r, z); };
    work_.krylov(index).take(*levels_[index].A, correct, hierarchy_.krylovTolerance, b, x,
                             work_.of(index).other(width_));
  }

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
    rooms_.push_back({{"Chronos::level right-hand side", numRows},
                      {"Chronos::level solution", numRows},
                      {"Chronos::level residual", numRows}});
  }
  for (std::size_t level = 0; level < rooms_.size(); ++level)
    krylov_.push_back(hierarchy.takesKrylov(level) ? std::make_unique<KrylovSteps>(TrilinosVersion::numLocal(
                                                         *hierarchy.levels[level].A->rangeMap()))
                                                   : nullptr);
  // One vector is the usual case: its memory is taken with the set-up.
  for (std::size_t level = 0; level < rooms_.size(); ++level) {
    rooms_[level].other(1);
    if (level > 0) rooms_[level].b(1), rooms_[level].x(1);
  }
}

std::size_t CycleWork::numBytes() const {
  std::size_t sum = 0;
  for (const Room& room : rooms_) sum += room.b.numBytes() + room.x.numBytes() + room.other.numBytes();
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
           CycleGraphs* graphs) {
  Walk(hierarchy, work, graphs, widthOf(b)).visit(level, hierarchy.cycle, Guess::zero, b, x);
}

}  // namespace Chronos
