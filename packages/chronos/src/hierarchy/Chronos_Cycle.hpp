// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CYCLE_HPP
#define CHRONOS_CYCLE_HPP

#include "Chronos_CycleGraphs.hpp"
#include "Chronos_Hierarchy.hpp"
#include "Chronos_KrylovSteps.hpp"
#include "Chronos_SingleEntrance.hpp"
#include "Chronos_WorkBlock.hpp"

namespace Chronos {

/// Room for one vector in single precision; memory is taken when it is first asked for, and kept.
class SingleWorkVector {
 public:
  explicit SingleWorkVector(std::size_t numRows) : numRows_(numRows) {}

  /// Entries hold anything.
  const SingleVector& operator()() const {
    if (memory_.extent(0) < numRows_) memory_ = allocate<SingleVector>("Chronos::level vector in single", numRows_);
    return memory_;
  }
  std::size_t numBytes() const { return memory_.extent(0) * sizeof(float); }

 private:
  std::size_t numRows_;
  mutable SingleVector memory_;
};

/// \brief The vectors that cycles of one hierarchy work with; one cycle at a time.
///
/// Memory is taken when blocks of a width first come by, and kept.
class CycleWork {
 public:
  explicit CycleWork(const Hierarchy& hierarchy);

  /// Of one level; b and x are not used on the finest, whose vectors the caller has.
  struct Room {
    WorkBlock b, x, other;
  };
  const Room& of(std::size_t level) const { return rooms_[level]; }
  /// The same in single precision, one vector each; where vectors come in from double, b and x take them.
  class SingleRoom {
   public:
    explicit SingleRoom(std::size_t numRows) : b(numRows), x(numRows), other(numRows), numRows_(numRows) {}

    SingleWorkVector b, x, other;

    SingleEntrance& entrance() {
      if (entrance_ == nullptr) entrance_ = std::make_unique<SingleEntrance>(numRows_);
      return *entrance_;
    }
    std::size_t numBytes() const {
      return b.numBytes() + x.numBytes() + other.numBytes() + (entrance_ ? entrance_->numBytes() : 0);
    }

   private:
    std::size_t numRows_;
    std::unique_ptr<SingleEntrance> entrance_;
  };
  SingleRoom& singleOf(std::size_t level) const { return singleRooms_[level]; }
  /// \pre the hierarchy takes Krylov steps on this level
  KrylovSteps& krylov(std::size_t level) const { return *krylov_[level]; }
  /// Of all levels. Collective.
  KrylovCounts krylovCounts(const Comm& comm) const;
  /// On this rank.
  std::size_t numBytes() const;

 private:
  std::vector<Room> rooms_;
  mutable std::vector<SingleRoom> singleRooms_;
  std::vector<std::unique_ptr<KrylovSteps>> krylov_;  // null where there are none
};

/// \brief x = B b, one multigrid cycle from a zero guess (thesis, Algorithm 2). Collective.
///
/// V visits every coarse level once, W twice, F once as F and once more as V, H twice on levels 1, 3, 5, ... below the
/// finest, number 0. K takes one or two steps of flexible conjugate gradients there (KrylovSteps), a visit each, on
/// its first levels and is V below them. B is symmetric for V, W and H when sweepsBefore equals sweepsAfter and all
/// operators are; Hierarchy::isFixedSymmetric() tells.
/// Where levels have vectors in single precision, one column that comes to them in double is scaled by a power of two,
/// rounded, taken through these levels, and given back in double: its size does not count. Several columns at once, and
/// one that is not finite, go through the same matrices in double. This takes a maximum over all ranks.
/// Cost of a V cycle on a level: sweepsBefore + sweepsAfter applications of the smoother and as many products with A
/// (the first sweep starts from zero and needs none, the residual to restrict takes one), one each with R and P. From
/// zero one sweep of a diagonal smoother and that residual are one pass over A where no other rank takes part.
/// \param level from which it goes down; b and x are on its rows and not those of `work`
/// \param graphs of this hierarchy, used with this `work` only; null: every kernel is launched by itself
/// \param dots gets b_c^T x_c of this rank where the last sweep can gather it on its way, and is empty otherwise; null
///        where nobody wants it
void cycle(const Hierarchy& hierarchy, const CycleWork& work, const ConstBlock& b, const Block& x,
           std::size_t level = 0, CycleGraphs* graphs = nullptr, GatheredDots<Device>* dots = nullptr);

/// \brief The same from the finest level down with vectors in single precision, which are taken as they are: nothing
/// is scaled, and nobody waits for the device. Collective.
/// \pre hasSingleVectors(0)
void cycle(const Hierarchy& hierarchy, const CycleWork& work, const ConstSingleVector& b, const SingleVector& x,
           CycleGraphs* graphs);

}  // namespace Chronos

#endif
