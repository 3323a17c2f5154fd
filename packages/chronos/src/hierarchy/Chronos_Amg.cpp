// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amg.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <map>

namespace Chronos {
namespace {

using StageNumbers = std::vector<std::pair<std::string, double>>;

// Sums over all levels, a stage each, in the order in which the stages are first met.
StageNumbers sumOverLevels(const SetupReport& report, StageNumbers LevelReport::*numbers) {
  StageNumbers sums;
  std::map<std::string, std::size_t> place;
  for (const LevelReport& level : report.levels)
    for (const auto& [stage, number] : level.*numbers) {
      const auto [found, isNew] = place.emplace(stage, sums.size());
      if (isNew) sums.emplace_back(stage, 0.0);
      sums[found->second].second += number;
    }
  return sums;
}

class SingleVectorCycle : public SingleVectorOperator {
 public:
  SingleVectorCycle(const Hierarchy& hierarchy, const CycleWork& work, CycleGraphs& graphs)
      : hierarchy_(hierarchy), work_(work), graphs_(graphs), result_(work.singleOf(0).x) {}

  void apply(const ConstSingleVector& r, const SingleVector& z, float alpha, float beta) const override {
    if (alpha == 1 && beta == 0) {
      cycle(hierarchy_, work_, r, z, &graphs_);
      return;
    }
    cycle(hierarchy_, work_, r, result_(), &graphs_);
    combineVectors(alpha, result_(), beta, z, z);
  }

 private:
  const Hierarchy& hierarchy_;
  const CycleWork& work_;
  CycleGraphs& graphs_;
  const SingleWorkVector& result_;
};

}  // namespace

Amg::Amg(const Teuchos::RCP<const Hierarchy>& hierarchy)
    : Smoother(hierarchy->levels.front().A->rangeMap()),
      hierarchy_(hierarchy),
      work_(*hierarchy),
      result_("Chronos::AMG result", TrilinosVersion::numLocal(*domainMap())),
      graphs_(*hierarchy) {
  if (hierarchy->hasSingleVectors(0)) single_ = Teuchos::rcp(new SingleVectorCycle(*hierarchy_, work_, graphs_));
  report_.name = "amg";
  report_.bytes = sumOverRanks(*domainMap()->getComm(), double(numBytes()));
  for (const Level& level : hierarchy_->levels) {
    report_.numFallbackRows += level.smoother->report().numFallbackRows;
    report_.numJacobiRows += level.smoother->report().numJacobiRows;
    report_.numGatheredRows += level.smoother->report().numGatheredRows;
  }
  report_.phases = sumOverLevels(hierarchy_->report, &LevelReport::seconds);
  report_.traffic = sumOverLevels(hierarchy_->report, &LevelReport::traffic);
}

NarrowSystem Amg::narrowSystem() const {
  const Teuchos::RCP<const LevelMatrix>& A = hierarchy_->krylovMatrix;
  return A.is_null() ? NarrowSystem() : NarrowSystem{A.get(), A->forSingleVectors(), single_.get()};
}

void Amg::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  if (alpha == 1 && beta == 0) {
    cycle(*hierarchy_, work_, r, z, 0, &graphs_);
    return;
  }
  const Block result = result_(widthOf(r));
  cycle(*hierarchy_, work_, r, result, 0, &graphs_);
  updateBlock(result, z, alpha, beta);
}

void Amg::applyDotted(const ConstBlock& r, const Block& z, GatheredDots<Device>& dots) const {
  cycle(*hierarchy_, work_, r, z, 0, &graphs_, &dots_);
  dots = dots_;
}

}  // namespace Chronos
