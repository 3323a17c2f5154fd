// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INTERPOLATION_HPP
#define CHRONOS_INTERPOLATION_HPP

#include "Chronos_Bamg.hpp"

namespace Chronos {

enum class InterpolationKind {
  classical,  ///< distance one, F-F connections through common C points (Henson and Yang 2002)
  extendedI,  ///< distance two, with the +i correction (De Sterck, Falgout, Nolting, Yang 2008)
  hybrid,     ///< distance one, extended only where a strong F neighbour shares no C point (thesis, Algorithm 4)
  multipass,  ///< passes outwards from the C points (Stueben 1999): for aggressive coarsening
  bamg,       ///< least squares on a test space, see bamgInterpolation()
};

struct InterpolationParameters {
  InterpolationKind kind = InterpolationKind::extendedI;
  double truncation = 0;  ///< weights below this share of a row's largest are dropped; 0: none
  int maxEntries = 0;     ///< entries kept in a row of P, the largest ones; 0: all
  BamgParameters bamg;    ///< kind = bamg, which does not truncate: filtering keeps the test space
};

/// \brief Prolongation P = [W; I] (2.5) by any kind but bamg. Collective.
///
/// \param A symmetric positive definite, as the smoother sees it
/// \param strong flags of A's entries
/// \param splitting of A's rows
/// \return A.rowMap() x splitting.coarseMap; coarse rows hold one 1, isolated rows nothing. After truncation
/// a row is scaled to the sum it had.
DistMatrix<double> interpolate(const DistMatrix<double>& A, const StrongFlags& strong, const Splitting& splitting,
                               const InterpolationParameters& parameters);

}  // namespace Chronos

#endif
