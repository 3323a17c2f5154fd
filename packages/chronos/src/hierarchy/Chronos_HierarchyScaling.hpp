// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HIERARCHYSCALING_HPP
#define CHRONOS_HIERARCHYSCALING_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_TestSpace.hpp"

#include <string>

namespace Chronos {

enum class ScalingKind {
  none,        ///< levels are those of A
  nearKernel,  ///< of W A W, W the near-kernel vector that is given
  automatic,   ///< the same with smoothVector(), where A is like diffusion whose unknowns have units of their own
};

/// \brief W = diag(factors) of a hierarchy of W A W, whose cycle B preconditions A as W B W.
///
/// Classical interpolation and aggregates without a test space take constants for the near kernel. Of a matrix that
/// somebody scaled, by the roots of its diagonal, say, it is another vector.
struct HierarchyScaling {
  ConstVector factors;  ///< of owned unknowns, none of them zero; empty where nothing is scaled, on all ranks
  std::string note;     ///< what was done and why; empty where nothing was
  double seconds = 0;   ///< that it took, the scaled matrix counted

  bool exists() const { return !note.empty(); }
};

/// \brief What to scale by. Collective; automatic reads A once where most rows send constants to zero, else 27 times.
/// \throws InputError on all ranks: nearKernel without one vector, or with zeros in it
HierarchyScaling makeScaling(const DistMatrix<double>& A, ScalingKind kind, const TestSpace& nearKernel);

/// W^{-1} V: what W A W sends nearly to zero if A does so with V. Local.
TestSpace scaledTestSpace(const TestSpace& V, const HierarchyScaling& scaling);

}  // namespace Chronos

#endif
