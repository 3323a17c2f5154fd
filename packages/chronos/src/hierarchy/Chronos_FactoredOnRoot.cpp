// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FactoredOnRoot.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_SymmetricPart.hpp"
#include "Chronos_UnitDiagonal.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace Chronos {
namespace {

// The message of an action, or of what it throws: a rank that threw alone would leave the others waiting.
template <class Action>
std::string tried(const std::string& name, const Action& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return "No memory on rank 0 for the factor of the coarsest level: use more levels.";
  } catch (const std::exception& error) {
    return "The coarse solver " + name + ": " + error.what();
  }
}

}  // namespace

FactoredOnRoot::FactoredOnRoot(const DistMatrix<double>& A, const std::string& name, std::unique_ptr<RootFactor> factor)
    : Smoother(A.rowMap()),
      comm_(A.rowMap()->getComm()),
      gather_(A.rowMap()),
      work_("Chronos::coarse work", A.numRows()) {
  report_.name = name;
  Kokkos::Timer timer;
  RootMatrix matrix = gather_.gather(A);
  const double gatherSeconds = timer.seconds();
  timer.reset();
  double bytes = 0, numEntries = 0, shift = 0, asymmetry = 0;
  std::string message;
  if (gather_.isRoot() && gather_.numUnknowns() > 0) {
    factor_ = std::move(factor);
    message = tried(name, [&] {
      scale_ = scaleToUnitDiagonal(matrix);
      asymmetry = takeSymmetricPart(matrix);
      return factor_->build(matrix);
    });
    if (message.empty()) message = prepare(width_);
    if (message.empty()) {
      bytes = factor_->bytes();
      numEntries = factor_->numEntries();
      shift = factor_->shift();
    }
  }
  breakDownIfAny(*comm_, message);
  report_.bytes = bytes;
  report_.diagonalShift = shift;
  report_.asymmetry = asymmetry;
  report_.phases = {{"coarse gather", gatherSeconds}, {"coarse factor", timer.seconds()}};
  JointReduction all;
  double numAll = double(A.local().numEntries());
  for (double* number : {&report_.bytes, &numEntries, &numAll, &report_.diagonalShift, &report_.asymmetry})
    all.sum(*number);
  for (auto& phase : report_.phases) all.max(phase.second);
  all.reduce(*comm_);
  report_.density = numEntries / numAll;
}

std::size_t FactoredOnRoot::numBytes() const {
  return work_.numBytes() + (factor_ == nullptr ? 0 : static_cast<std::size_t>(factor_->bytes()));
}

std::string FactoredOnRoot::prepare(int width) const {
  return factor_ == nullptr ? "" : tried(report_.name, [&] { return factor_->prepare(width); });
}

// Right-hand sides in, solutions out: one after the other, where the factor keeps right-hand sides.
void FactoredOnRoot::solve(int width) const {
  double* values = factor_->rightHandSides();
  const std::size_t n = scale_.size();
  for (int c = 0; c < width; ++c)
    for (std::size_t i = 0; i < n; ++i) values[c * n + i] *= scale_[i];
  const double* solution = factor_->solve();
  if (solution == nullptr) {
    std::fill_n(values, n * width, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  for (int c = 0; c < width; ++c)
    for (std::size_t i = 0; i < n; ++i) values[c * n + i] = solution[c * n + i] * scale_[i];
}

void FactoredOnRoot::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  const int width = widthOf(r);
  const Block work = work_(width);
  if (width != width_) {
    breakDownIfAny(*comm_, prepare(width));
    width_ = width;
  }
  double* values = factor_ == nullptr ? nullptr : factor_->rightHandSides();
  gather_.gather(r, values);
  if (factor_ != nullptr) solve(width);
  gather_.scatter(values, work);
  updateBlock(work, z, alpha, beta);
}

}  // namespace Chronos
