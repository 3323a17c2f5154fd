// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVEDCOLUMN_HPP
#define CHRONOS_SOLVEDCOLUMN_HPP

#include "Chronos_ColumnWatch.hpp"
#include "Chronos_CorrectionWatch.hpp"
#include "Chronos_Lanczos.hpp"

#include <algorithm>
#include <string>

namespace Chronos {

/// A column of the blocks that solveBlock() works on, on its way.
struct SolvedColumn {
  int column;    ///< of x and the results
  int exponent;  ///< b and x are held times 2^-exponent
  double scale;  ///< norm of a residual that is relative 1, in scaled units
  ColumnWatch watch;
  LanczosRecord lanczos;
  double relative = 0;            ///< recursive residual
  double before = 0;              ///< the one of the iteration before
  double truth = -1;              ///< relative, of x as it is; negative: not known
  bool ends = false;              ///< status and message say why
  CorrectionWatch corrections{};  ///< where the method is narrower
  bool isDone = false;            ///< written to the results
  bool isLanczos = true;          ///< steps so far are those of conjugate gradients from one start
  std::string note{};             ///< goes before the message

  void add(const std::string& sentence) { note += (note.empty() ? "" : " ") + sentence; }

  /// Recursive residual behind the next step: it falls as in the last one, and somewhat more.
  double expectedRelative() const {
    constexpr double somewhat = 0.5;
    return somewhat * relative * std::min(1.0, relative / before);
  }
};

}  // namespace Chronos

#endif
