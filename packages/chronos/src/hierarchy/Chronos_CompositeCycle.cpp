// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CompositeCycle.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_SpectralEstimate.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <algorithm>

namespace Chronos {
namespace {

using StageNumbers = std::vector<std::pair<std::string, double>>;

void addStages(const StageNumbers& more, StageNumbers& sums) {
  for (const auto& [stage, number] : more) {
    const std::string& name = stage;
    const auto place = std::find_if(sums.begin(), sums.end(), [&](const auto& sum) { return sum.first == name; });
    if (place == sums.end()) sums.emplace_back(stage, number);
    else place->second += number;
  }
}

}  // namespace

CompositeCycle::CompositeCycle(const Teuchos::RCP<const DistMatrix<double>>& A, Composition composition,
                               const std::vector<CompositePart>& parts, double seconds, const HierarchyScaling& scaling)
    : Smoother(A->rowMap()),
      A_(A),
      composition_(composition),
      parts_(parts),
      result_("Chronos::composite result", static_cast<std::size_t>(A->numRows())),
      residual_("Chronos::composite residual", static_cast<std::size_t>(A->numRows())),
      scaledResidual_("Chronos::scaled residual", static_cast<std::size_t>(A->numRows())),
      scaledResult_("Chronos::scaled result", static_cast<std::size_t>(A->numRows())) {
  report_ = parts_.front().cycle->report();
  if (parts_.size() > 1 && composition_ == Composition::additive)
    scale_ = isFixedSymmetric() ? relaxationFactor(*A_, *this, 1) : 1 / double(parts_.size());
  for (std::size_t part = 1; part < parts_.size(); ++part) {
    const SmootherReport& report = parts_[part].cycle->report();
    report_.numFallbackRows += report.numFallbackRows;
    report_.numJacobiRows += report.numJacobiRows;
    report_.numGatheredRows += report.numGatheredRows;
    addStages(report.phases, report_.phases);
    addStages(report.traffic, report_.traffic);
  }
  if (seconds > 0) report_.phases.emplace_back("composite", maxOverRanks(*A_->rowMap()->getComm(), seconds));
  // Not before: the estimate above is of A, which is scaled.
  scaling_ = scaling;
  if (parts_.size() > 1 || scaling_.exists())
    report_.bytes = sumOverRanks(*A_->rowMap()->getComm(), double(numBytes()));
}

void CompositeCycle::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  if (!scaling_.exists()) return applyUnscaled(r, z, alpha, beta);
  const Block scaled = scaledResidual_(widthOf(r)), result = beta == 0 ? z : scaledResult_(widthOf(r));
  multiplyRows(scaling_.factors, r, scaled);
  applyUnscaled(scaled, result, 1, 0);
  multiplyRows(scaling_.factors, result, z, alpha, beta);
}

void CompositeCycle::applyDotted(const ConstBlock& r, const Block& z, GatheredDots<Device>& dots) const {
  if (parts_.size() == 1 && !scaling_.exists()) return parts_.front().cycle->applyDotted(r, z, dots);
  Smoother::applyDotted(r, z, dots);
}

void CompositeCycle::applyUnscaled(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  if (parts_.size() == 1) {
    parts_.front().cycle->apply(r, z, alpha, beta);
  } else if (composition_ == Composition::additive) {
    for (std::size_t part = 0; part < parts_.size(); ++part)
      parts_[part].cycle->apply(r, z, alpha * scale_, part == 0 ? beta : 1);
  } else if (alpha == 1 && beta == 0) {
    compose(r, z);
  } else {
    const Block result = result_(widthOf(r));
    compose(r, result);
    updateBlock(result, z, alpha, beta);
  }
}

NarrowSystem CompositeCycle::narrowSystem() const {
  if (scaling_.exists()) return {};
  NarrowSystem system = parts_.front().cycle->narrowSystem();
  if (parts_.size() > 1) system.singlePreconditioner = nullptr;
  return system;
}

void CompositeCycle::compose(const ConstBlock& r, const Block& x) const {
  parts_.front().cycle->apply(r, x);
  for (std::size_t part = 1; part < parts_.size(); ++part) correct(part, r, x);
  if (composition_ != Composition::symmetrised) return;
  for (std::size_t part = parts_.size(); part > 0; --part) correct(part - 1, r, x);
}

void CompositeCycle::correct(std::size_t part, const ConstBlock& r, const Block& x) const {
  const Block residual = residual_(widthOf(r));
  A_->residual(r, x, residual);
  parts_[part].cycle->apply(residual, x, 1, 1);
}

bool CompositeCycle::isFixedSymmetric() const {
  if (parts_.size() > 1 && composition_ == Composition::multiplicative) return false;
  return std::all_of(parts_.begin(), parts_.end(),
                     [](const CompositePart& part) { return part.cycle->isFixedSymmetric(); });
}

std::size_t CompositeCycle::numBytes() const {
  std::size_t sum = result_.numBytes() + residual_.numBytes() + scaledResidual_.numBytes() + scaledResult_.numBytes() +
                    scaling_.factors.extent(0) * sizeof(double);
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    sum += parts_[part].cycle->numBytes() + parts_[part].vector.size() * sizeof(double);
    // The finest matrix is counted once, and so are the rows that copies of it share.
    const CopyKind& copy = parts_[part].cycle->hierarchy()->levels.front().matrixCopy;
    if (part > 0 && !copy.isCopy) sum -= A_->memoryBytes();
    // Values of a scaled matrix are nobody else's.
    if (part == 0 && copy.isCopy && scaling_.exists()) sum += A_->local().numEntries() * sizeof(double);
    if (part > 0 && copy.sharesRows) sum -= A_->memoryBytes() - copy.bytesBeside(*A_);
  }
  return sum;
}

KrylovCounts CompositeCycle::krylovCounts() const {
  KrylovCounts counts;
  for (const CompositePart& part : parts_) counts.add(part.cycle->krylovCounts());
  return counts;
}

CycleCost CompositeCycle::cost() const {
  CycleCost sum;
  for (const CompositePart& part : parts_) {
    const CycleCost one = cycleCost(*part.cycle->hierarchy());
    sum.readings += one.readings;
    sum.visits += one.visits;
  }
  if (parts_.size() == 1 || composition_ == Composition::additive) return sum;
  const int times = composition_ == Composition::symmetrised ? 2 : 1;
  return {times * (sum.readings + double(parts_.size())) - 1, times * sum.visits};
}

}  // namespace Chronos
