// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleVectorCg.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_SingleVectors.hpp"

namespace Chronos {
namespace {

SingleVector likeRows(const char* label, const Block& r) {
  return allocate<SingleVector>(label, r.extent(0));
}

}  // namespace

SingleVectorCg::SingleVectorCg(const Operator& A, const SingleVectorOperator& narrow, const SingleVectorOperator& B,
                               const Block& x, const Block& r, const std::optional<SumOverRanks>& overRanks)
    : FlexibleRecurrence(A, r.extent(0), 1, overRanks),
      A_(narrow),
      B_(B),
      x_(x),
      wideR_(r),
      scratch_(allocateBlock("Chronos::FCG residual in double", r.extent(0), 1)),
      r_(likeRows("Chronos::FCG r in single", r)),
      d_(likeRows("Chronos::FCG d in single", r)),
      q_(likeRows("Chronos::FCG q in single", r)),
      w_(likeRows("Chronos::FCG w in single", r)),
      v_(likeRows("Chronos::FCG v in single", r)) {}

void SingleVectorCg::replaceResidual() {
  FlexibleRecurrence::replaceResidual();
  copyToSingle(asVector(ConstBlock(wideR_)), r_);
}

FlexibleRecurrence::Products SingleVectorCg::products() {
  return productsOf(ConstSingleVector(w_), ConstSingleVector(r_), ConstSingleVector(v_), ConstSingleVector(q_));
}

void SingleVectorCg::take(const UnwatchedFlexibleSteps& steps, const FlexibleFormer& former) {
  steps.take<float>(w_, v_, former, d_, q_, r_, asVector(x_));
}

void SingleVectorCg::takeSteps(const ColumnScalars& lengths) {
  advanceAlong(w_, factors()[0], d_, lengths[0], asVector(x_));
  dots_->advanceFlexible(Device::execution_space(), factors()[0], lengths[0], v_, q_, r_, squares_.data());
}

void SingleVectorCg::narrow(const std::vector<int>&, const Block& x, const Block& r) {
  x_ = x;
  wideR_ = r;
}

}  // namespace Chronos
