// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CycleGraphs.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace Chronos {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// The first level from which on nothing needs the host.
std::size_t firstWithoutHost(const Hierarchy& hierarchy) {
  std::size_t first = hierarchy.levels.size();
  const auto looksAtSize = [&](std::size_t level) {
    return level < hierarchy.levels.size() && hierarchy.hasSingleVectors(level) &&
           !hierarchy.hasSingleVectors(level - 1);
  };
  while (first > 0 && hierarchy.isOnOneRank(first - 1) && !hierarchy.takesKrylov(first) && !looksAtSize(first)) --first;
  return first;
}

}  // namespace

bool CycleGraphs::Visit::operator==(const Visit& other) const {
  const auto all = [](const Visit& v) { return std::tie(v.level, v.kind, v.fromZero, v.width, v.b, v.x, v.dots); };
  return all(*this) == all(other);
}

CycleGraphs::CycleGraphs(const Hierarchy& hierarchy) : firstLevel_(firstWithoutHost(hierarchy)) {
  // Ranks may differ in this: what is behind it is local.
  if (!KernelGraph::isPossible()) firstLevel_ = none;
}

void CycleGraphs::run(const Visit& visit, const std::function<void()>& body) {
  const bool isWhole = visit.level == firstLevel_ || (firstLevel_ == 0 && visit.level == 1);
  if (isRecording_ || !isWhole) return body();
  if (visit.width != width_) forget();  // work vectors may have moved
  width_ = visit.width;
  KnownVisits& visits = visit.level == 0 ? finest_ : coarse_;
  Known* const known = visits.find(visit);
  if (known == nullptr) {
    visits.add(visit);
    return body();
  }
  if (known->graph == nullptr) {
    isRecording_ = true;
    known->graph = KernelGraph::record(body);
    isRecording_ = false;
    if (visit.dots != nullptr) known->numDots = visit.dots->size();
    if (known->graph == nullptr) {
      firstLevel_ = none;
      forget();
      return body();
    }
  }
  known->graph->launch();
  if (visit.dots != nullptr) visit.dots->setSize(known->numDots);
}

void CycleGraphs::forget() {
  finest_.clear();
  coarse_.clear();
}

CycleGraphs::Known* CycleGraphs::KnownVisits::find(const Visit& visit) {
  const auto found =
      std::find_if(known_.begin(), known_.end(), [&](const Known& known) { return known.visit == visit; });
  return found == known_.end() ? nullptr : &*found;
}

void CycleGraphs::KnownVisits::add(const Visit& visit) {
  if (known_.size() < most) {
    known_.push_back({visit, nullptr, 0});
    return;
  }
  known_[oldest_] = {visit, nullptr, 0};
  oldest_ = (oldest_ + 1) % most;
}

std::size_t CycleGraphs::numKernels() const {
  std::size_t sum = 0;
  for (const KnownVisits* visits : {&finest_, &coarse_})
    for (const Known& known : visits->all()) sum += known.graph ? known.graph->size() : 0;
  return sum;
}

}  // namespace Chronos
