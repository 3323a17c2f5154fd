// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROOTFACTOR_HPP
#define CHRONOS_ROOTFACTOR_HPP

#include "Chronos_GatherToRoot.hpp"

#include <string>

namespace Chronos {

/// \brief A factor that lies on one rank, as FactoredOnRoot wants it: a library that factors a sparse matrix. Local.
///
/// What it is given has unit diagonal, see scaleToUnitDiagonal(), and is symmetric. The factor of a matrix that is
/// singular to working precision is that of the matrix with singularShift added to its diagonal. Any exception is a
/// failure that FactoredOnRoot tells all ranks.
class RootFactor {
 public:
  virtual ~RootFactor() = default;

  /// Once, first. The matrix may be changed. \return empty, or what went wrong
  virtual std::string build(RootMatrix& matrix) = 0;
  /// \brief Room for so many right-hand sides, before any is written.
  ///
  /// What a solution needs is taken here, because here all ranks hear of it when there is no memory.
  /// \return empty, or what went wrong
  virtual std::string prepare(int width) = 0;
  /// Where right-hand sides are written, one after the other.
  virtual double* rightHandSides() = 0;
  /// Solutions for them, one after the other, until the next call; null where there are none.
  virtual const double* solve() = 0;

  /// What was added to the diagonal.
  virtual double shift() const = 0;
  virtual double numEntries() const = 0;
  virtual double bytes() const = 0;
};

}  // namespace Chronos

#endif
