// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CHRONOS_HAVE_CHOLMOD
#include "Chronos_CholeskyFactor.hpp"

#include "Chronos_TerminationDelayed.hpp"
#include "Chronos_UnitDiagonal.hpp"

#include <cholmod.h>

#include <algorithm>

namespace Chronos {
namespace {

// Owns what CHOLMOD allocates; the vectors that a solution needs are kept from one to the next.
class CholeskyFactor : public RootFactor {
 public:
  CholeskyFactor() {
    cholmod_l_start(&common_);
    common_.supernodal = CHOLMOD_AUTO;
    common_.supernodal_switch = operationsOfDenseBlocks;
    common_.final_ll = 1;
    common_.print = 0;
    common_.quick_return_if_not_posdef = 1;
  }
  ~CholeskyFactor() override {
    for (cholmod_dense** vector : {&b_, &x_, &y_, &e_}) cholmod_l_free_dense(vector, &common_);
    cholmod_l_free_factor(&factor_, &common_);
    cholmod_l_finish(&common_);
  }
  CholeskyFactor(const CholeskyFactor&) = delete;
  CholeskyFactor& operator=(const CholeskyFactor&) = delete;

  std::string build(RootMatrix& matrix) override {
    numRows_ = matrix.numRows;
    // CHOLMOD takes no null pointers, not even from a matrix without entries.
    matrix.colInd.reserve(1);
    matrix.values.reserve(1);
    cholmod_sparse lower{};
    lower.nrow = lower.ncol = matrix.numRows;
    lower.nzmax = matrix.values.size();
    lower.p = matrix.rowPtr.data();
    lower.i = matrix.colInd.data();
    lower.x = matrix.values.data();
    lower.stype = -1;  // columns are the rows of a symmetric matrix; the other triangle is not read
    lower.itype = CHOLMOD_LONG;
    lower.xtype = CHOLMOD_REAL;
    lower.dtype = CHOLMOD_DOUBLE;
    lower.sorted = lower.packed = 1;
    analyze(lower);
    if (factor_ == nullptr) return memoryMessage();
    if (!factorize(lower, 0, singularPivot)) {
      shift_ = singularShift;
      if (!factorize(lower, shift_, 0) && common_.status >= CHOLMOD_OK) return notPositiveDefinite(matrix.numRows);
    }
    return common_.status < CHOLMOD_OK ? memoryMessage() : "";
  }

  // A first solution allocates the vectors of all later ones.
  std::string prepare(int width) override {
    cholmod_l_free_dense(&b_, &common_);
    b_ = cholmod_l_allocate_dense(numRows_, width, numRows_, CHOLMOD_REAL, &common_);
    if (b_ == nullptr) return memoryMessage();
    std::fill_n(rightHandSides(), numRows_ * width, 0.0);
    return solve() == nullptr ? memoryMessage() : "";
  }

  double* rightHandSides() override { return static_cast<double*>(b_->x); }
  const double* solve() override {
    return cholmod_l_solve2(CHOLMOD_A, factor_, b_, nullptr, &x_, nullptr, &y_, &e_, &common_)
               ? static_cast<const double*>(x_->x)
               : nullptr;
  }

  double shift() const override { return shift_; }
  double numEntries() const override { return common_.lnz; }
  double bytes() const override {
    if (factor_->is_super != 0) return factor_->xsize * sizeof(double) + factor_->ssize * sizeof(std::int64_t);
    return factor_->nzmax * (sizeof(double) + sizeof(std::int64_t));
  }

 private:
  void analyze(cholmod_sparse& matrix) {
    const TerminationDelayed delayed;
    factor_ = cholmod_l_analyze(&matrix, &common_);
  }
  // False when the matrix is singular to working precision or worse. Of a NaN CHOLMOD says that the condition
  // is 0.
  bool factorize(cholmod_sparse& matrix, double shift, double smallestPivot) {
    double beta[2] = {shift, 0};
    cholmod_l_factorize_p(&matrix, beta, nullptr, 0, factor_, &common_);
    return common_.status == CHOLMOD_OK && cholmod_l_rcond(factor_, &common_) > smallestPivot;
  }
  std::string memoryMessage() const {
    return "CHOLMOD could not factor the matrix of the coarsest level (status " + std::to_string(common_.status) +
           "; -2 is out of memory): use more levels, or smoothing sweeps as coarse solver.";
  }

  cholmod_common common_;
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *b_ = nullptr, *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
  std::size_t numRows_ = 0;
  double shift_ = 0;
};

}  // namespace

std::unique_ptr<RootFactor> choleskyFactor() {
  return std::make_unique<CholeskyFactor>();
}

}  // namespace Chronos
#endif
