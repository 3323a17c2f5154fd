// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Cycle.hpp"

namespace Chronos {
namespace {

using Vector = Kokkos::View<double*, Device>;
using ConstVector = Kokkos::View<const double*, Device>;

enum class Guess { zero, given };

class Walk {
 public:
  explicit Walk(const Hierarchy& hierarchy) : levels_(hierarchy.levels) {}

  void visit(std::size_t index, CycleKind kind, Guess guess, const ConstVector& b, const Vector& x) const {
    const Level& level = levels_[index];
    if (level.P.is_null()) {
      smooth(level, 1, guess, b, x);
      return;
    }
    smooth(level, level.sweepsBefore, guess, b, x);
    const bool isZero = guess == Guess::zero && level.sweepsBefore == 0;
    correct(index, kind, isZero ? Guess::zero : Guess::given, b, x);
    smooth(level, level.sweepsAfter, Guess::given, b, x);
  }

 private:
  static void smooth(const Level& level, int numSweeps, Guess guess, const ConstVector& b, const Vector& x) {
    for (int sweep = 0; sweep < numSweeps; ++sweep) {
      if (sweep == 0 && guess == Guess::zero) {
        level.smoother->apply(b, x);
      } else {
        level.A->residual<double>(b, x, level.residual);
        level.smoother->apply(level.residual, x, Update::add);
      }
    }
  }

  // x += P e with e from the next level; with a zero guess x is written, not read.
  void correct(std::size_t index, CycleKind kind, Guess guess, const ConstVector& b, const Vector& x) const {
    const Level& level = levels_[index];
    const Level& coarse = levels_[index + 1];
    if (guess == Guess::zero) {
      level.R->apply<double>(b, coarse.b);
    } else {
      level.A->residual<double>(b, x, level.residual);
      level.R->apply<double>(level.residual, coarse.b);
    }
    visit(index + 1, kind, Guess::zero, coarse.b, coarse.x);
    // A second visit to an exact solver would find nothing left to do.
    if (kind != CycleKind::V && !coarse.P.is_null())
      visit(index + 1, kind == CycleKind::F ? CycleKind::V : kind, Guess::given, coarse.b, coarse.x);
    level.P->apply<double>(coarse.x, x, 1.0, guess == Guess::zero ? 0.0 : 1.0);
  }

  const std::vector<Level>& levels_;
};

}  // namespace

void cycle(const Hierarchy& hierarchy, const ConstVector& b, const Vector& x) {
  Walk(hierarchy).visit(0, hierarchy.cycle, Guess::zero, b, x);
}

}  // namespace Chronos
