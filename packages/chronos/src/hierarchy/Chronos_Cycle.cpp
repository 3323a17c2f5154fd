// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Cycle.hpp"

namespace Chronos {
namespace {

using Vector = Kokkos::View<double*, Device>;
using ConstVector = Kokkos::View<const double*, Device>;

enum class Guess { zero, given };

// r = b - A x in the precision of the cycle.
void residual(const Level& level, const ConstVector& b, const ConstVector& x, const Vector& r) {
  if (level.singleA.is_null()) level.A->residual<double>(b, x, r);
  else level.singleA->residual<double>(b, x, r);
}

void restrictTo(const Level& level, const ConstVector& r, const Vector& coarse) {
  if (level.singleR.is_null()) level.R->apply<double>(r, coarse);
  else level.singleR->apply<double>(r, coarse);
}

// x = P e + beta x
void prolongate(const Level& level, const ConstVector& e, const Vector& x, double beta) {
  if (level.singleP.is_null()) level.P->apply<double>(e, x, 1.0, beta);
  else level.singleP->apply<double>(e, x, 1.0, beta);
}

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
        residual(level, b, x, level.residual);
        level.smoother->apply(level.residual, x, Update::add);
      }
    }
  }

  // x += P e with e from the next level; with a zero guess x is written, not read.
  void correct(std::size_t index, CycleKind kind, Guess guess, const ConstVector& b, const Vector& x) const {
    const Level& level = levels_[index];
    const Level& coarse = levels_[index + 1];
    if (guess == Guess::zero) {
      restrictTo(level, b, coarse.b);
    } else {
      residual(level, b, x, level.residual);
      restrictTo(level, level.residual, coarse.b);
    }
    visit(index + 1, kind, Guess::zero, coarse.b, coarse.x);
    // A second visit to an exact solver would find nothing left to do.
    if (kind != CycleKind::V && !coarse.P.is_null())
      visit(index + 1, kind == CycleKind::F ? CycleKind::V : kind, Guess::given, coarse.b, coarse.x);
    prolongate(level, coarse.x, x, guess == Guess::zero ? 0.0 : 1.0);
  }

  const std::vector<Level>& levels_;
};

}  // namespace

void cycle(const Hierarchy& hierarchy, const ConstVector& b, const Vector& x) {
  Walk(hierarchy).visit(0, hierarchy.cycle, Guess::zero, b, x);
}

}  // namespace Chronos
