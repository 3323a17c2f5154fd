// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CYCLE_HPP
#define CHRONOS_CYCLE_HPP

#include "Chronos_Hierarchy.hpp"

namespace Chronos {

/// \brief x = B b, one multigrid cycle from a zero guess (thesis, Algorithm 2). Collective.
///
/// V visits every coarse level once, W twice, F once as F and once more as V. B is symmetric for V and W when
/// sweepsBefore equals sweepsAfter; otherwise, and for F, use a Krylov method that does not need symmetry.
/// Cost of a V cycle on a level: sweepsBefore + sweepsAfter applications of the smoother and as many products with A
/// (the first sweep starts from zero and needs none, the residual to restrict takes one), one each with R and P.
void cycle(const Hierarchy& hierarchy, const Kokkos::View<const double*, Device>& b,
           const Kokkos::View<double*, Device>& x);

}  // namespace Chronos

#endif
