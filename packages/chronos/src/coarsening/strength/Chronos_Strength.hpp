// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STRENGTH_HPP
#define CHRONOS_STRENGTH_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

class ParameterBinding;

enum class StrengthMeasure {
  classical,           ///< -a_ij / max_k(-a_ik), signs turned where a_ii < 0; directed
  symmetricClassical,  ///< -a_ij / min(max_k(-a_ik), max_k(-a_jk)): (2.10) with its signs; symmetric where A
                       ///< is
  strongCouplings,     ///< |a_ij| / sqrt(a_ii a_jj) (2.11)
  affinity,            ///< (2.12), from a test space
};

enum class StrengthFilter {
  threshold,           ///< strong where the measure is at least `threshold`
  averageConnections,  ///< the largest measures, so many that rows have `averageConnections` on average
};

struct StrengthParameters {
  StrengthMeasure measure = StrengthMeasure::classical;
  StrengthFilter filter = StrengthFilter::threshold;
  double threshold = 0.25;
  double averageConnections = 6;
  /// Rows whose |sum_j a_ij| exceeds this share of |a_ii| are nearly decoupled: they have no strong connection, and
  /// none leads to them, so that they stay fine points that are left to the smoother; 1: off.
  double maxRowSum = 1;

  bool usesTestSpace() const { return measure == StrengthMeasure::affinity; }
};

void bindStrength(ParameterBinding& list, StrengthParameters& p);

/// One flag per stored entry of A.local(): 1 where the column strongly influences the row. Never the
/// diagonal.
using StrongFlags = Kokkos::View<const char*, Device>;

/// \brief Strength of connection (thesis 2.2.2). Collective.
///
/// A comparison within a relative 1e-10 of the threshold counts as strong, so that rounding does not decide
/// structure. The average number of connections is met by a distributed selection (bisection on counts),
/// nothing is gathered.
/// \param testSpace needed by affinity only
StrongFlags strengthOfConnection(const DistMatrix<double>& A, const StrengthParameters& parameters,
                                 const TestSpace& testSpace = {});

}  // namespace Chronos

#endif
