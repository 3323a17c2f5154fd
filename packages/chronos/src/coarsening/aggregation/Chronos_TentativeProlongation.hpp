// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TENTATIVEPROLONGATION_HPP
#define CHRONOS_TENTATIVEPROLONGATION_HPP

#include "Chronos_AggregateRows.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

/// \brief An orthonormal basis of the test space on every aggregate (Vanek, Mandel, Brezina 1996, algorithm 4.1).
struct TentativeProlongation {
  /// rows x coarse unknowns, those of an aggregate one after the other; P^T P = I, and P P^T V = V on the rows of
  /// aggregates. Other rows are empty. No halo.
  Teuchos::RCP<const DistMatrix<double>> P;
  Kokkos::View<const LocalOrdinal*, Device> firstColumn;  ///< of each aggregate; one more at the end
};

/// \brief Q of a QR factorisation by Householder's reflections in each aggregate. Collective.
///
/// An aggregate gets as many coarse unknowns as there are vectors, or as it has rows where these are fewer. Reflections
/// give orthonormal columns whatever the rank: where vectors depend on each other (two nodes under six rigid-body
/// modes, nodes in a line) the basis is completed, so that P^T A P is as definite as A. Deterministic; an aggregate is
/// one thread's work, 4 m k^2 operations for m rows and k vectors.
/// \param V owned rows x vectors, at least one
/// \throws InputError on all ranks when V does not fit
TentativeProlongation tentativeProlongation(const DistMatrix<double>& A, const AggregateRows& aggregates,
                                            const TestSpace& V);

}  // namespace Chronos

#endif
