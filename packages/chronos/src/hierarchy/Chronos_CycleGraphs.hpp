// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CYCLEGRAPHS_HPP
#define CHRONOS_CYCLEGRAPHS_HPP

#include "Chronos_Hierarchy.hpp"
#include "Chronos_KernelGraph.hpp"

#include <vector>

namespace Chronos {

/// \brief The coarse parts of a cycle as kernel graphs: what lies below a level is launched as one.
///
/// Levels whose kernels are shorter than their launches leave a GPU waiting. From the first level on whose rows and
/// those of all levels below lie on one rank, below those with Krylov steps and those whose vectors go from double to
/// single, which looks at their size, nothing of a cycle needs the host. A
/// visit there with vectors, direction and guess that came before is recorded, and launched as one from then on: the
/// same kernels in the same order, so the same bits. What turns out not to be recordable (a factor on the host) runs as
/// it did, and is not tried again.
/// Smoothers and coarse solvers have work vectors of their own, whose addresses are recorded: nobody else may apply
/// those of this hierarchy to wider blocks than came here.
class CycleGraphs {
 public:
  /// \param hierarchy outlives this; its report says which levels one rank owns
  explicit CycleGraphs(const Hierarchy& hierarchy);

  /// What has to agree for a recorded visit to be the one that is asked for.
  struct Visit {
    std::size_t level;
    CycleKind kind;
    bool fromZero;
    int width;
    const void* b;  ///< in double or single: their memory tells
    const void* x;
    /// Of b and x, which the visit may gather, in memory that is the same as long as the width is; null where nobody
    /// wants them.
    GatheredDots<Device>* dots = nullptr;

    bool operator==(const Visit& other) const;
  };

  /// Does what `body` does, which is that visit. Local.
  void run(const Visit& visit, const std::function<void()>& body);

  /// Of all visits that are recorded. Local.
  std::size_t numKernels() const;

 private:
  struct Known {
    Visit visit;
    std::unique_ptr<const KernelGraph> graph;  // null when it came once
    std::size_t numDots = 0;                   // sums that the graph gathers
  };
  /// The last ones that came.
  class KnownVisits {
   public:
    Known* find(const Visit& visit);
    void add(const Visit& visit);
    void clear() {
      known_.clear();
      oldest_ = 0;
    }
    const std::vector<Known>& all() const { return known_; }

   private:
    static constexpr std::size_t most = 8;
    std::vector<Known> known_;
    std::size_t oldest_ = 0;
  };

  void forget();

  std::size_t firstLevel_;
  bool isRecording_ = false;
  int width_ = 0;
  KnownVisits finest_, coarse_;  // apart: the finest level's vectors are the caller's, and may be others each time
};

}  // namespace Chronos

#endif
