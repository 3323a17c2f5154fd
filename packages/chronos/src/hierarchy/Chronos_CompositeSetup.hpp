// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMPOSITESETUP_HPP
#define CHRONOS_COMPOSITESETUP_HPP

#include "Chronos_CompositeCycle.hpp"
#include "Chronos_FoundModes.hpp"
#include "Chronos_HierarchyBuilder.hpp"

namespace Chronos {

/// \brief Makes hierarchies until their composite converges well: the adaptivity of BootCMatch (D'Ambra, Filippone,
/// Vassilevski, ACM Trans. Math. Software 44 (2018) 39). Collective.
///
/// The first one is bootstrapHierarchy()'s. Then `iterations` times x <- (I - B A) x from a random x, B the composite
/// of the hierarchies there are; while the last one reduces the energy norm of x by a factor above `convergence`, and
/// there are fewer hierarchies than `maximum hierarchies`, a hierarchy is made that keeps w = x / max |x| in place of
/// all other near-kernel vectors. With at most one hierarchy nothing is iterated. The observer hears of the first
/// one. All of this of W A W where `scaling` finds a W, see HierarchyScaling.
/// \param former composite of a matrix with the same pattern, or null: each hierarchy takes from the former one in its
///        place what `reuse` says, and where prolongations are kept there are as many as before, and no search
/// \param modes of this matrix, taken where the test space is to be found and these are there; those that are found are
///        left in it. May be null
/// \throws InputError on all ranks: a further hierarchy would know nothing of w
Teuchos::RCP<const CompositeCycle> compositeHierarchies(
    const Teuchos::RCP<const DistMatrix<double>>& A, const AmgParameters& parameters,
    const Teuchos::RCP<const CompositeCycle>& former = Teuchos::null, const LevelObserver& observer = {},
    const NearKernel& nearKernel = {}, FoundModes* modes = nullptr);

/// \brief x <- (I - M A) x, normalised in the energy norm, so many times. Collective.
///
/// A product and an application of M each, and a product before the first.
/// \param x changed in place
/// \return the factor by which the last one reduced the norm; 0 where nothing was left
/// \throws BreakdownError on all ranks when the norm is no number
double reduceLeast(const DistMatrix<double>& A, const Operator& M, int iterations, const Vector& x);

}  // namespace Chronos

#endif
