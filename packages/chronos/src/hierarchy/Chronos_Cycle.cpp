// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Cycle.hpp"

#include "Chronos_DiagonalSmoother.hpp"

#include <utility>

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

// y = x + omega d .* (b - A x)
void relax(const Level& level, const DiagonalSmoother& smoother, const ConstVector& b, const ConstVector& x,
           const Vector& y) {
  const double omega = smoother.relaxation();
  const ConstVector d = smoother.inverseDiagonal();
  if (level.singleA.is_null()) level.A->relax<double>(omega, d, b, x, y);
  else level.singleA->relax<double>(omega, d, b, x, y);
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

// The iterate of a level, and a vector of the same length to work with. A sweep that reads one and writes the other
// has them change places.
struct Iterate {
  Vector x, other;
};

class Walk {
 public:
  explicit Walk(const Hierarchy& hierarchy) : levels_(hierarchy.levels) {}

  void visit(std::size_t index, CycleKind kind, Guess guess, const ConstVector& b, const Vector& x) const {
    const Level& level = levels_[index];
    const bool isLast = level.P.is_null(), isZero = guess == Guess::zero;
    const int before = isLast ? 1 : level.sweepsBefore, after = isLast ? 0 : level.sweepsAfter;
    Iterate iterate{x, level.residual};
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

 private:
  static const DiagonalSmoother* diagonal(const Level& level) {
    return dynamic_cast<const DiagonalSmoother*>(level.smoother.get());
  }

  static int numSwaps(const Level& level, Guess guess, int numSweeps) {
    if (diagonal(level) == nullptr || numSweeps == 0) return 0;
    return guess == Guess::zero ? numSweeps - 1 : numSweeps;
  }

  static void smooth(const Level& level, int numSweeps, Guess guess, const ConstVector& b, Iterate& iterate) {
    const DiagonalSmoother* const fused = diagonal(level);
    for (int sweep = 0; sweep < numSweeps; ++sweep) {
      if (sweep == 0 && guess == Guess::zero) {
        level.smoother->apply(b, iterate.x);
      } else if (fused != nullptr) {
        relax(level, *fused, b, iterate.x, iterate.other);
        std::swap(iterate.x, iterate.other);
      } else {
        residual(level, b, iterate.x, iterate.other);
        level.smoother->apply(iterate.other, iterate.x, Update::add);
      }
    }
  }

  // x += P e with e from the next level; with a zero guess x is written, not read.
  void correct(std::size_t index, CycleKind kind, Guess guess, const ConstVector& b, const Iterate& iterate) const {
    const Level& level = levels_[index];
    const Level& coarse = levels_[index + 1];
    if (guess == Guess::zero) {
      restrictTo(level, b, coarse.b);
    } else {
      residual(level, b, iterate.x, iterate.other);
      restrictTo(level, iterate.other, coarse.b);
    }
    visit(index + 1, kind, Guess::zero, coarse.b, coarse.x);
    // A second visit to an exact solver would find nothing left to do.
    if (kind != CycleKind::V && !coarse.P.is_null())
      visit(index + 1, kind == CycleKind::F ? CycleKind::V : kind, Guess::given, coarse.b, coarse.x);
    prolongate(level, coarse.x, iterate.x, guess == Guess::zero ? 0.0 : 1.0);
  }

  const std::vector<Level>& levels_;
};

}  // namespace

void cycle(const Hierarchy& hierarchy, const ConstVector& b, const Vector& x) {
  Walk(hierarchy).visit(0, hierarchy.cycle, Guess::zero, b, x);
}

}  // namespace Chronos
