// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockSolve.hpp"

#include "Chronos_BestIterates.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Ending.hpp"
#include "Chronos_IterationChoice.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_LimitAdvice.hpp"
#include "Chronos_Memory.hpp"
#include "Chronos_SolveStart.hpp"
#include "Chronos_SolvedColumn.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace Chronos {
namespace {

using Flags = ColumnIteration::Flags;
using Slot = SolvedColumn;

Block zeroBlock(std::size_t numRows, int width) {
  const Block block = allocateBlock("Chronos::CG steps", numRows, width);
  fillBlock(block, 0);
  return block;
}

// Steps are summed apart from the iterate, which takes them in where its residual is looked at: rounding x in each
// step, which the recursive residual knows nothing of, is what parts the two on long solves (Van der Vorst and Ye 2000,
// "group-wise update"). Their residual replacement has lost here: every fifty iterations is too seldom for it, on
// s3rmq4m1 647 iterations became 845.
class BlockSolve {
 public:
  BlockSolve(const Operator& A, const Operator* M, const ConstBlock& b, const Block& x, int numColumns,
             const SolverParameters& parameters, const SolveMonitor& hooks, ColumnResult* results)
      : A_(A),
        M_(M),
        narrow_(narrowSystemOf(parameters, M, widthOf(b))),
        comm_(*A.rangeMap()->getComm()),
        b_(b),
        x_(x),
        finalX_(x),
        steps_(zeroBlock(b.extent(0), widthOf(b))),
        r_(allocateBlock("Chronos::CG r", b.extent(0), widthOf(b))),
        parameters_(parameters),
        hooks_(hooks),
        results_(results),
        hasGuess_(parameters.initialGuess != InitialGuess::zero),
        estimatesCondition_((M == nullptr || M->isFixedSymmetric()) &&
                            krylovMethod(parameters, M) != KrylovMethod::stationary),
        iteration_(makeIteration(parameters, A, M, narrow_, steps_, r_)) {
    begin(numColumns);
  }

  void run() {
    bool isInterrupted = hooks_.interrupted && maxOverRanks(comm_, static_cast<long long>(hooks_.interrupted())) > 0;
    for (int iteration = 0;; ++iteration) {
      look(iteration);
      for (Slot& slot : slots_)
        if (!slot.isDone && !slot.ends) endIfOver(slot, iteration, isInterrupted);
      finishColumns();
      if (numLeft() == 0) return;
      narrowIfHalf();
      iteration_->expectAnother(isFarFromEnd(iteration));
      prepare();
      const Flags moves = movingColumns();
      isGathered_ = {};
      const ColumnScalars squares = iteration_->advance(moves, interruption());
      isInterrupted = hooks_.interrupted && iteration_->flagSum() > 0;
      for (int c = 0; c < numSlots(); ++c)
        if (moves[c]) note(c, squares[c], iteration + 1);
      report(iteration + 1);
    }
  }

 private:
  int numSlots() const { return static_cast<int>(slots_.size()); }
  int numLeft() const {
    return static_cast<int>(std::count_if(slots_.begin(), slots_.end(), [](const Slot& s) { return !s.isDone; }));
  }
  ColumnResult& resultOf(const Slot& slot) { return results_[slot.column]; }
  template <class Predicate>
  Flags columnsThat(const Predicate& predicate) const {
    Flags flags{};
    for (int c = 0; c < numSlots(); ++c) flags[c] = predicate(slots_[c]);
    return flags;
  }
  Flags movingColumns() const {
    return columnsThat([](const Slot& slot) { return !slot.isDone && !slot.ends; });
  }

  std::optional<double> interruption() const {
    if (!hooks_.interrupted) return {};
    return hooks_.interrupted() ? 1 : 0;
  }

  // Whether a column is likely to go on behind the next step from the residual that this leaves it.
  bool isFarFromEnd(int iteration) const {
    return iteration > 0 && iteration + 1 < parameters_.maxIterations && any(columnsThat([&](const Slot& slot) {
             return !slot.isDone && !slot.ends && goesOnFrom(slot, slot.expectedRelative());
           }));
  }

  bool goesOnFrom(const Slot& slot, double relative) const {
    return relative > parameters_.tolerance && !(narrow_.exists() && slot.corrections.wants(relative));
  }

  // 2^-exponent or 2^exponent of each slot; columns beyond hold zeros.
  ColumnScalars powers(int sign) const {
    ColumnScalars factors;
    factors.fill(1);
    for (int c = 0; c < numSlots(); ++c) factors[c] = std::ldexp(1.0, sign * slots_[c].exponent);
    return factors;
  }

  void begin(int numColumns) {
    if (!hasGuess_) fillBlock(x_, 0);
    Kokkos::deep_copy(Device::execution_space(), r_, b_);
    if (hasGuess_) A_.apply(x_, r_, -1, 1);
    const bool toB = parameters_.residualScaling == ResidualScaling::rightHandSide;
    const std::vector<SolveStart> starts = startsOf(numColumns, toB);
    for (int c = 0; c < numColumns; ++c)
      slots_.push_back({c, starts[c].exponent, 1, ColumnWatch(0, parameters_, results_[c]), {}});
    dropGuesses(starts);
    if (std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.exponent != 0; })) {
      scaleColumns(powers(-1), r_);
      if (hasGuess_) scaleColumns(powers(-1), x_);
    }
    const ColumnScalars squares = iteration_->dot(r_, r_);
    const ColumnScalars squaresOfB = hasGuess_ ? scaledSquaresOfB() : squares;
    for (int c = 0; c < numColumns; ++c) {
      Slot& slot = slots_[c];
      const double bNorm = std::sqrt(squaresOfB[c]), rNorm = std::sqrt(squares[c]);
      slot.scale = toB ? bNorm : rNorm;
      resultOf(slot).rightHandSideNorm = std::ldexp(bNorm, slot.exponent);
      if (starts[c].hasZeroRhs || slot.scale == 0) {
        endAtOnce(slot, toB);
        continue;
      }
      slot.watch = ColumnWatch(rNorm / slot.scale, parameters_, resultOf(slot));
      note(c, squares[c], 0);
      slot.corrections.start(slot.relative);
    }
    iteration_->replaceResidual();
    if (hasGuess_ && numLeft() > 0) best_.start(x_);
    report(0);
  }

  std::vector<SolveStart> startsOf(int numColumns, bool toB) const {
    ColumnScalars largest = largestEntries(b_), largestOfResidual = hasGuess_ ? largestEntries(r_) : largest;
    JointReduction all;
    for (int c = 0; c < numColumns; ++c) {
      all.max(largest[c]);
      all.max(largestOfResidual[c]);
    }
    all.reduce(comm_);
    std::vector<SolveStart> starts;
    for (int c = 0; c < numColumns; ++c) starts.emplace_back(largest[c], largestOfResidual[c], toB);
    return starts;
  }

  void dropGuesses(const std::vector<SolveStart>& starts) {
    ColumnScalars keep;
    keep.fill(1);
    Flags dropped{};
    for (std::size_t c = 0; c < starts.size(); ++c) {
      if (!starts[c].dropsGuess) continue;
      keep[c] = 0;
      dropped[c] = true;
      results_[c].isGuessDropped = true;
      slots_[c].add(guessIsDropped);
    }
    if (!any(dropped)) return;
    scaleColumns(keep, x_);
    copyColumns(b_, dropped, r_);
  }

  ColumnScalars scaledSquaresOfB() {
    combineColumns(powers(-1), b_, 0, b_, iteration_->scratch());
    return iteration_->dot(iteration_->scratch(), iteration_->scratch());
  }

  // b = 0, or the guess solves the system.
  void endAtOnce(Slot& slot, bool isZero) {
    ColumnResult& result = resultOf(slot);
    result.status = SolveStatus::converged;
    result.residualHistory = {0.0};
    slot.isDone = true;
    ColumnScalars keep = powers(1);
    for (int c = 0; c < numSlots(); ++c)
      if (&slots_[c] != &slot) keep[c] = 1;
      else if (isZero) keep[c] = 0;
    scaleColumns(keep, x_);
  }

  // The recursive residual of a column after an iteration.
  void note(int c, double square, int iteration) {
    Slot& slot = slots_[c];
    slot.before = std::exchange(slot.relative, std::sqrt(square) / slot.scale);
    slot.truth = -1;
    ColumnResult& result = resultOf(slot);
    result.iterations = iteration;
    result.residualHistory.push_back(slot.relative);
    if (iteration > 0 && slot.isLanczos && result.restarts == 0)
      slot.lanczos.add(iteration_->alpha(c), 1, iteration_->beta(c));
  }

  void report(int iteration) const {
    if (!hooks_.progress) return;
    double worst = 0;
    for (const Slot& slot : slots_)
      if (!slot.isDone) worst = std::max(worst, slot.relative);
    hooks_.progress(iteration, worst);
  }

  // The iterates of some columns take in the steps since they last did.
  void gather(const Flags& columns) {
    Flags behind{};
    for (int c = 0; c < numSlots(); ++c) behind[c] = columns[c] && !isGathered_[c];
    if (!any(behind)) return;
    iteration_->complete();
    takeSteps(behind, steps_, x_);
    for (int c = 0; c < numSlots(); ++c) isGathered_[c] = isGathered_[c] || behind[c];
  }

  // b - A x into the scratch block, and its relative norms; they count for the columns that are asked for.
  ColumnScalars trueResiduals(const Flags& columns) {
    gather(columns);
    const Block t = iteration_->scratch();
    A_.apply(x_, t);
    combineColumns(powers(-1), b_, -1, t, t);
    ColumnScalars norms = iteration_->dot(t, t);
    for (int c = 0; c < numSlots(); ++c) norms[c] = std::sqrt(norms[c]) / slots_[c].scale;
    return norms;
  }

  // Looks at true residuals where they are wanted, keeps the best iterates, restarts columns.
  void look(int iteration) {
    const Flags wanted = columnsThat([&](const Slot& slot) {
      return !slot.isDone && !slot.ends && (slot.watch.wantsTruth(iteration, slot.relative) || wantsCorrection(slot));
    });
    if (!any(wanted)) return;
    const ColumnScalars truths = trueResiduals(wanted);
    Flags improved{}, restarted{}, goesOn{}, corrected{};
    bool helps = true, losesLittle = true;
    for (int c = 0; c < numSlots(); ++c) {
      if (!wanted[c]) continue;
      slots_[c].truth = truths[c];
      if (isLeftBehind(slots_[c])) helps = false;
    }
    for (int c = 0; c < numSlots(); ++c) {
      Slot& slot = slots_[c];
      // Of a narrow product what is not positive is for the one in double to judge.
      if (!wanted[c] || (!helps && !(slot.truth <= parameters_.tolerance))) continue;
      const ColumnWatch::Verdict verdict = slot.watch.judge(iteration, slot.relative, slot.truth);
      slot.ends = verdict == ColumnWatch::Verdict::finish;
      restarted[c] = verdict == ColumnWatch::Verdict::restart;
      improved[c] = slot.watch.improves(slot.truth) && resultOf(slot).status != SolveStatus::converged;
      corrected[c] = narrow_.exists() && !slot.ends;
      goesOn[c] = !slot.ends && !restarted[c] && !corrected[c];
      if (corrected[c] && !correct(slot)) losesLittle = false;
      if (!restarted[c]) continue;
      slot.relative = slot.truth;
      iteration_->restart(c);
    }
    if (any(restarted)) copyColumns(iteration_->scratch(), restarted, r_);
    if (any(corrected)) copyColumns(iteration_->scratch(), corrected, r_);
    if (any(restarted) || any(corrected)) iteration_->replaceResidual();
    if (any(goesOn)) iteration_->renew(goesOn);
    if (any(improved)) best_.keep(x_, improved);
    if (!helps) handOver({}, "The method ran", "corrections no longer helped");
    else if (!losesLittle && narrow_.takesSingleVectors())
      handOver({narrow_.matrix}, "Vectors were", "they lost too much of the residual");
    else if (!losesLittle) handOver({}, "The method ran", "it lost too much of the residual");
  }

  // Of a narrow method: a correction did not bring it further.
  bool isLeftBehind(const Slot& slot) const {
    return narrow_.exists() && !(slot.truth <= parameters_.tolerance) &&
           !slot.corrections.helps(slot.relative, slot.truth);
  }

  bool wantsCorrection(const Slot& slot) const { return narrow_.exists() && slot.corrections.wants(slot.relative); }

  // False where rounding takes too much.
  bool correct(Slot& slot) {
    const bool losesLittle = slot.corrections.correct(slot.relative, slot.truth);
    slot.relative = slot.truth;
    slot.watch.correct();
    ++resultOf(slot).corrections;
    return losesLittle;
  }

  // All columns go on from x, with less of the narrow system or nothing.
  void handOver(const NarrowSystem& rest, const std::string& what, const std::string& reason) {
    const ColumnScalars truths = trueResiduals(movingColumns());
    Kokkos::deep_copy(Device::execution_space(), r_, iteration_->scratch());
    narrow_ = rest;
    iteration_ = makeIteration(parameters_, A_, M_, narrow_, steps_, r_);
    for (int c = 0; c < numSlots(); ++c) {
      Slot& slot = slots_[c];
      if (slot.isDone || slot.ends) continue;
      slot.relative = slot.truth = truths[c];
      slot.isLanczos = false;
      slot.add(what + " in single up to iteration " + std::to_string(resultOf(slot).iterations) + ", where " + reason +
               "; from there on in double.");
    }
  }

  void end(Slot& slot, SolveStatus status, const std::string& message) {
    slot.ends = true;
    resultOf(slot).status = status;
    resultOf(slot).message = message;
  }

  void endIfOver(Slot& slot, int iteration, bool isInterrupted) {
    if (!std::isfinite(slot.relative))
      end(slot, SolveStatus::breakdown,
          iteration == 0 ? "The residual of the initial guess is not a number: look at the guess and at the entries of "
                           "the matrix."
                         : "The residual is not a number: the matrix or the preconditioner is not positive definite, "
                           "or numbers overflow.");
    else if (iteration >= parameters_.maxIterations)
      end(slot, SolveStatus::notConverged,
          adviceAtLimit(resultOf(slot).residualHistory, hooks_.iterationsBefore + parameters_.maxIterations,
                        parameters_.tolerance));
    else if (isInterrupted) end(slot, SolveStatus::interrupted, "");
  }

  // The next step; columns that cannot take it end.
  void prepare() {
    const Flags moves = movingColumns();
    iteration_->prepare(moves);
    if (narrow_.exists() && findsObstacle(moves)) {
      handOver({}, "The method ran", "a direction or the preconditioner was not positive");
      iteration_->prepare(moves);
    }
    for (int c = 0; c < numSlots(); ++c) {
      if (!moves[c]) continue;
      if (iteration_->beganAnew(c)) noteNewDirection(slots_[c]);
      const auto obstacle = iteration_->obstacle(c);
      if (!obstacle) continue;
      const Ending ending = endingAt(*obstacle, resultOf(slots_[c]).iterations + 1, slots_[c].relative,
                                     [&] { return iteration_->curvatureShare(c); });
      end(slots_[c], ending.status, ending.message);
    }
  }

  bool findsObstacle(const Flags& moves) const {
    for (int c = 0; c < numSlots(); ++c)
      if (moves[c] && iteration_->obstacle(c)) return true;
    return false;
  }

  void noteNewDirection(Slot& slot) {
    slot.isLanczos = false;
    slot.add("The directions began anew in iteration " + std::to_string(resultOf(slot).iterations + 1) +
             ", because the preconditioned residual led nowhere.");
  }

  // Results of the columns that end; the best iterate where the last one is worse.
  void finishColumns() {
    const Flags ending = columnsThat([](const Slot& slot) { return slot.ends && !slot.isDone; });
    if (!any(ending)) return;
    gather(ending);
    const Flags unknown = columnsThat([](const Slot& slot) { return slot.ends && !slot.isDone && slot.truth < 0; });
    if (any(unknown)) {
      const ColumnScalars truths = trueResiduals(unknown);
      for (int c = 0; c < numSlots(); ++c)
        if (unknown[c]) slots_[c].truth = truths[c];
    }
    returnBest(ending);
    ColumnScalars factors = powers(1);
    for (int c = 0; c < numSlots(); ++c)
      if (!ending[c]) factors[c] = 1;
    scaleColumns(factors, x_);
    for (int c = 0; c < numSlots(); ++c)
      if (ending[c]) write(c);
  }

  void returnBest(const Flags& ending) {
    Flags worse{};
    for (int c = 0; c < numSlots(); ++c) {
      Slot& slot = slots_[c];
      if (!ending[c] || resultOf(slot).status == SolveStatus::converged || slot.truth <= slot.watch.best()) continue;
      if (resultOf(slot).status == SolveStatus::interrupted && hooks_.keepsLastIterate) continue;
      worse[c] = true;
      slot.truth = slot.watch.best();
      std::string& message = resultOf(slot).message;
      message += message.empty() ? "" : " ";
      message += best_.isStored(c) ? bestIsReturned : guessIsReturned;
    }
    if (any(worse)) best_.restore(worse, x_);
  }

  void write(int c) {
    Slot& slot = slots_[c];
    ColumnResult& result = resultOf(slot);
    result.relativeResidual = slot.truth;
    result.residualNorm = std::ldexp(slot.truth * slot.scale, slot.exponent);
    if (estimatesCondition_) result.conditionEstimate = slot.lanczos.condition();
    if (!slot.note.empty()) result.message = slot.note + (result.message.empty() ? "" : " ") + result.message;
    if (x_.data() != finalX_.data()) placeColumn(x_, c, finalX_, slot.column);
    slot.isDone = true;
  }

  // Goes on with the columns that are left where they fill half of the blocks or less.
  void narrowIfHalf() {
    const int width = blockWidth(numLeft());
    if (width == widthOf(x_)) return;
    std::vector<int> columns;
    std::vector<Slot> slots;
    for (int c = 0; c < numSlots(); ++c) {
      if (slots_[c].isDone) continue;
      columns.push_back(c);
      slots.push_back(slots_[c]);
    }
    const auto narrowed = [&](const ConstBlock& wide) {
      const Block narrow = allocateBlock("Chronos::CG fewer columns", wide.extent(0), width);
      chooseColumns(wide, columns, narrow);
      return narrow;
    };
    x_ = narrowed(x_);
    steps_ = narrowed(steps_);
    b_ = narrowed(b_);
    r_ = narrowed(r_);
    best_.narrow(columns, width);
    slots_ = slots;
    isGathered_ = {};
    iteration_->narrow(columns, steps_, r_);
    keepShareOfDeviceMemory();
  }

  const Operator& A_;
  const Operator* M_;
  NarrowSystem narrow_;  // what the iteration takes in place of A and M, if it exists
  const Comm& comm_;
  ConstBlock b_;
  Block x_, finalX_;
  Block steps_;         // since the iterate last took them in
  Flags isGathered_{};  // columns that have taken in all steps there are
  Block r_;
  BestIterates best_;
  const SolverParameters& parameters_;
  const SolveMonitor& hooks_;
  ColumnResult* results_;
  bool hasGuess_, estimatesCondition_;
  std::unique_ptr<ColumnIteration> iteration_;
  std::vector<Slot> slots_;
};

}  // namespace

void solveBlock(const Operator& A, const Operator* M, const ConstBlock& b, const Block& x, int numColumns,
                const SolverParameters& parameters, const SolveMonitor& hooks, ColumnResult* results) {
  BlockSolve(A, M, b, x, numColumns, parameters, hooks, results).run();
}

}  // namespace Chronos
