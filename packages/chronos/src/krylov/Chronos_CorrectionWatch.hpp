// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CORRECTIONWATCH_HPP
#define CHRONOS_CORRECTIONWATCH_HPP

namespace Chronos {

/// \brief When the residual of a method in single precision is to be formed in double, for one column. Local.
///
/// Rounding takes a share of the residual that is in proportion to how far it has fallen since it was last formed: a
/// little more than single precision holds of the residual then. Where it was small, the next fall may be longer.
class CorrectionWatch {
 public:
  /// The relative residual is a true one.
  void start(double relative) { formedAt_ = relative; }

  /// Whether it has fallen far enough. \param relative the recursive one
  bool wants(double relative) const { return relative < fall_ * formedAt_; }

  /// \brief Whether the iterate is worth going on from: its residual is at most half of the one before, or hardly more
  /// than the recursive one. Not where it is no number.
  bool helps(double recursive, double truth) const { return truth < 0.5 * formedAt_ || truth < 1.5 * recursive; }

  /// \brief The true residual takes the place of the recursive one; both are relative.
  /// \return whether rounding took so little that the method may stay as narrow as it is
  bool correct(double recursive, double truth);

 private:
  double formedAt_ = 0;
  double fall_ = 0.1;
};

}  // namespace Chronos

#endif
