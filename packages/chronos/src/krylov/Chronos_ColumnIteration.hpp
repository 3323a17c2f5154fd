// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNITERATION_HPP
#define CHRONOS_COLUMNITERATION_HPP

#include "Chronos_BlockSum.hpp"
#include "Chronos_IsPositive.hpp"
#include "Chronos_Operator.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SideStream.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace Chronos {

/// \brief Sums over the ranks of A of numbers that stay on the device; nothing where they cannot, empty inside where
/// there is one rank. Collective.
std::optional<SumOverRanks> sumsOnDevice(const Operator& A);

/// What p^T A p < 0 says of A, unless it is singular.
constexpr const char* notDefinite = "the matrix is not positive definite";

/// Whether solve() has methods leave their coefficients where kernels read them, if they can: a GPU stands still while
/// the host looks at a number, threads of a host do not. Tests set it.
inline bool leavesNumbersOnDevice = !runsOnHost<Device>;

/// What keeps a column from its next step.
struct Obstacle {
  double value;               ///< not positive, or not a number
  std::string what;           ///< its formula
  std::string meaning;        ///< of a number that is not positive
  bool isCurvature = false;   ///< it is that of A along the direction
  bool isDivergence = false;  ///< it is not too small but too large, and the meaning says what to do
};

/// Of conjugate gradients: rho = r^T M^{-1} r and curvature = p^T A p.
std::optional<Obstacle> obstacleOfCg(double rho, double curvature);

/// \brief The recurrences of a Krylov method for up to eight columns at once, each with coefficients of its own;
/// solve() drives them and watches what they return.
///
/// A step is prepare() and advance(). Columns do not see each other.
class ColumnIteration {
 public:
  using Flags = std::array<bool, widestBlock>;

  virtual ~ColumnIteration() = default;

  int width() const { return width_; }

  /// \brief The next direction, and what a step along it needs to know. Where numbers stay on the device, the step
  /// itself too, unless it cannot be taken: x and r may have it behind prepare(). Collective.
  /// \param moves columns that are to take the step
  virtual void prepare(const Flags& moves) = 0;

  /// Why a column cannot take the step that was prepared. Local.
  virtual std::optional<Obstacle> obstacle(int column) const = 0;

  /// \brief p^T A p over ||p|| ||A p|| of the step that was prepared: near rounding, its sign says nothing of A.
  /// Collective.
  /// \return no number where the method does not know
  virtual double curvatureShare(int /*column*/) const { return std::numeric_limits<double>::quiet_NaN(); }

  /// Whether the step that was prepared threw the earlier directions of a column away, because they led nowhere. Local.
  virtual bool beganAnew(int /*column*/) const { return false; }

  /// \brief Updates iterate and residual, the iterate perhaps not before complete(). Collective.
  /// \param moves columns that take the step; the others are left alone
  /// \param flag added over ranks to flagSum(), in the same reduction; given on all ranks or on none
  /// \return r^T r of each column
  virtual const ColumnScalars& advance(const Flags& moves, std::optional<double> flag = {}) = 0;
  double flagSum() const { return flagSum_; }

  /// The iterate takes in all steps so far. Local.
  virtual void complete() {}

  /// The next direction of a column is its preconditioned residual alone: after somebody wrote another residual.
  void restart(int column) { forgets_[column] = true; }

  /// Takes note of the residual that somebody wrote into its block. Local.
  virtual void replaceResidual() { isAhead_ = false; }

  /// \brief Whether another step is likely to follow the next one, so that its preconditioner may be applied before
  /// that one is known; the same on all ranks.
  void expectAnother(bool expects) { expectsAnother_ = expects; }

  /// Forms anew what recurrences carry along and rounding spoils, for some columns. Collective; overwrites scratch().
  virtual void renew(const Flags& /*columns*/) {}

  /// Goes on with some of the columns in narrower blocks.
  /// \pre behind complete()
  /// \param columns those that go on; column c of the new blocks was columns[c]
  virtual void narrow(const std::vector<int>& columns, const Block& x, const Block& r) = 0;

  /// Length of the last step, as Lanczos needs it. Local.
  virtual double alpha(int column) const = 0;
  /// Factor of the former direction in the last one; 0 where it began anew. Local.
  virtual double beta(int column) const = 0;

  /// Work space between advance() and the next step.
  virtual const Block& scratch() const = 0;

  /// x_c^T y_c over all ranks, for blocks of this width. Collective.
  ColumnScalars dot(const ConstBlock& x, const ConstBlock& y) const;
  /// The same of y = Op x, formed here.
  ColumnScalars applyDotted(const Operator& op, const ConstBlock& x, const Block& y, GatheredDots<Device>& dots) const;

 protected:
  /// \param numRows on this rank
  ColumnIteration(const Operator& A, std::size_t numRows, int width);

  /// Sums over ranks of squares_, and of the flag.
  void reduceSquares(std::optional<double> flag);
  /// Sum over ranks of the flag alone, where there is one.
  void reduceFlag(std::optional<double> flag) {
    if (flag) reduceWithFlag(nullptr, 0, *flag);
  }
  /// \brief Waits for a step that is queued, whose numbers are on the host then. Where another step is expected it is
  /// preconditioned meanwhile; a residual that is not fit for it is for whoever reads the numbers to find.
  void awaitStep(const std::function<void()>& precondition);
  /// Sums over ranks of some numbers, at most mostNumbers, and of the flag.
  void reduceWithFlag(double* numbers, int count, double flag);
  static constexpr int mostNumbers = 4 * widestBlock;

  /// Sets the width, and keeps what is here of some columns.
  void narrowTo(const std::vector<int>& columns, std::size_t numRows, int width);

  Teuchos::RCP<const Comm> comm_;
  int width_;
  std::unique_ptr<ColumnDots<Device>> dots_;
  ColumnScalars squares_{};
  Flags forgets_;
  bool expectsAnother_ = false;
  bool isAhead_ = false;  // the residual is preconditioned already

 private:
  StreamMark stepEnded_;
  double flagSum_ = 0;
};

/// Whether there is a column that is meant.
inline bool any(const ColumnIteration::Flags& flags) {
  return std::any_of(flags.begin(), flags.end(), [](bool flag) { return flag; });
}

/// The numbers of some columns, in their order.
template <class Array>
void chooseNumbers(const std::vector<int>& columns, Array& numbers) {
  const Array before = numbers;
  for (std::size_t c = 0; c < columns.size(); ++c) numbers[c] = before[columns[c]];
}

}  // namespace Chronos

#endif
