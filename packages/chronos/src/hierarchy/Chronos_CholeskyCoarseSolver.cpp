// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CHRONOS_HAVE_CHOLMOD
#include "Chronos_CholeskyCoarseSolver.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_SymmetricPart.hpp"
#include "Chronos_UnitDiagonal.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <cholmod.h>

#include <algorithm>
#include <new>

namespace Chronos {

// Owns what CHOLMOD allocates; the vectors that a solution needs are kept from one to the next.
class CholeskyCoarseSolver::Factor {
 public:
  Factor() {
    cholmod_l_start(&common_);
    // Dense blocks where they pay; levels of a thousand unknowns are done sooner without.
    common_.supernodal = CHOLMOD_AUTO;
    common_.final_ll = 1;
    common_.print = 0;
    common_.quick_return_if_not_posdef = 1;
  }
  ~Factor() {
    for (cholmod_dense** vector : {&b_, &x_, &y_, &e_}) cholmod_l_free_dense(vector, &common_);
    cholmod_l_free_factor(&factor_, &common_);
    cholmod_l_finish(&common_);
  }
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;

  // Empty, or what went wrong. The matrix is scaled in place.
  std::string build(RootMatrix& matrix) {
    scale_ = scaleToUnitDiagonal(matrix);
    asymmetry_ = takeSymmetricPart(matrix);
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
    factor_ = cholmod_l_analyze(&lower, &common_);
    if (factor_ == nullptr) return memoryMessage();
    if (!factorize(lower, 0, singularPivot)) {
      shift_ = singularShift;
      if (!factorize(lower, shift_, 0) && common_.status >= CHOLMOD_OK) return notPositiveDefinite(matrix.numRows);
    }
    if (common_.status < CHOLMOD_OK) return memoryMessage();
    return prepare(1);
  }

  // Room for so many right-hand sides; empty, or what went wrong. A first solution allocates the vectors of all later
  // ones, which then cannot fail on one rank alone.
  std::string prepare(int width) {
    cholmod_l_free_dense(&b_, &common_);
    b_ = cholmod_l_allocate_dense(scale_.size(), width, scale_.size(), CHOLMOD_REAL, &common_);
    if (b_ == nullptr) return memoryMessage();
    std::fill_n(values(), scale_.size() * width, 0.0);
    return solve() ? "" : memoryMessage();
  }

  // Right-hand sides in, solutions out: one after the other.
  double* values() { return static_cast<double*>(b_->x); }
  bool solve() {
    const std::size_t n = scale_.size();
    for (std::size_t i = 0; i < n * b_->ncol; ++i) values()[i] *= scale_[i % n];
    if (!cholmod_l_solve2(CHOLMOD_A, factor_, b_, nullptr, &x_, nullptr, &y_, &e_, &common_)) return false;
    const double* solution = static_cast<const double*>(x_->x);
    for (std::size_t i = 0; i < n * b_->ncol; ++i) values()[i] = solution[i] * scale_[i % n];
    return true;
  }

  double shift() const { return shift_; }
  double asymmetry() const { return asymmetry_; }
  double bytes() const {
    if (factor_->is_super != 0) return factor_->xsize * sizeof(double) + factor_->ssize * sizeof(std::int64_t);
    return factor_->nzmax * (sizeof(double) + sizeof(std::int64_t));
  }
  double numEntries() const { return common_.lnz; }

 private:
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

  mutable cholmod_common common_;
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *b_ = nullptr, *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
  std::vector<double> scale_;
  double shift_ = 0, asymmetry_ = 0;
};

CholeskyCoarseSolver::CholeskyCoarseSolver(const DistMatrix<double>& A)
    : Smoother(A.rowMap()),
      comm_(A.rowMap()->getComm()),
      gather_(A.rowMap()),
      work_("Chronos::coarse work", A.numRows()) {
  report_.name = "cholesky";
  Kokkos::Timer timer;
  RootMatrix matrix = gather_.gather(A);
  const double gatherSeconds = timer.seconds();
  timer.reset();
  double bytes = 0, numEntries = 0, shift = 0, asymmetry = 0;
  std::string message;
  if (gather_.isRoot() && gather_.numUnknowns() > 0) {
    factor_ = std::make_unique<Factor>();
    try {
      message = factor_->build(matrix);
    } catch (const std::bad_alloc&) {
      message = "No memory on rank 0 for the factor of the coarsest level: use more levels.";
    }
    if (message.empty()) {
      bytes = factor_->bytes();
      numEntries = factor_->numEntries();
      shift = factor_->shift();
      asymmetry = factor_->asymmetry();
    }
  }
  breakDownIfAny(*comm_, message);
  report_.bytes = sumOverRanks(*comm_, bytes);
  report_.density = sumOverRanks(*comm_, numEntries) / double(A.numGlobalEntries());
  report_.diagonalShift = sumOverRanks(*comm_, shift);
  report_.asymmetry = sumOverRanks(*comm_, asymmetry);
  report_.phases = {{"coarse gather", maxOverRanks(*comm_, gatherSeconds)},
                    {"coarse factor", maxOverRanks(*comm_, timer.seconds())}};
}

CholeskyCoarseSolver::~CholeskyCoarseSolver() = default;

std::size_t CholeskyCoarseSolver::numBytes() const {
  return work_.numBytes() + (factor_ == nullptr ? 0 : static_cast<std::size_t>(factor_->bytes()));
}

void CholeskyCoarseSolver::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  const Block work = work_(widthOf(r));
  if (widthOf(r) != width_) {
    breakDownIfAny(*comm_, factor_ == nullptr ? "" : factor_->prepare(widthOf(r)));
    width_ = widthOf(r);
  }
  double* values = factor_ == nullptr ? nullptr : factor_->values();
  gather_.gather(r, values);
  if (factor_ != nullptr) factor_->solve();
  gather_.scatter(values, work);
  updateBlock(work, z, alpha, beta);
}

}  // namespace Chronos
#endif
