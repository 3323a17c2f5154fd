// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Interpolation.hpp"

#include "Chronos_CoarseColumns.hpp"
#include "Chronos_Multipass.hpp"
#include "Chronos_StencilInterpolation.hpp"
#include "Chronos_TruncateRows.hpp"

namespace Chronos {
namespace {

InterpolatorySet setOf(InterpolationKind kind) {
  switch (kind) {
    case InterpolationKind::classical: return InterpolatorySet::direct;
    case InterpolationKind::hybrid: return InterpolatorySet::hybrid;
    default: return InterpolatorySet::extended;
  }
}

}  // namespace

DistMatrix<double> interpolate(const DistMatrix<double>& A, const StrongFlags& strong, const Splitting& splitting,
                               const InterpolationParameters& parameters) {
  const Device::execution_space space;
  const TruncationRule truncation{parameters.truncation, parameters.maxEntries};
  if (parameters.kind == InterpolationKind::multipass) {
    const DistMatrix<double> P = multipassInterpolation(A, strong, splitting);
    if (!truncation.cuts()) return P;
    const ColumnTargets columns = sameColumns(P);
    return compressColumns(P.rowMap(), P.domainMap(),
                           truncateRows<double, Device>(space, P.local(), truncation, columns.globals), columns);
  }

  const HaloRows<double> halo = fetchHaloRows(A, *A.halo(), strong);
  const ExtendedColumns& columns = *halo.columns;
  const InterpolationInput<double, Device> input{segmented(A, halo), strong, halo.flags,
                                                 columns.extend<char>(splitting.types),
                                                 columns.extend<GlobalOrdinal>(ownedGlobals(*A.rowMap()))};
  CsrMatrix<double, Device> W = stencilInterpolation<double, Device>(space, input, setOf(parameters.kind));
  W = truncateRows<double, Device>(space, W, truncation, input.globals);
  return compressColumns(A.rowMap(), splitting.coarseMap, W, coarseColumns(columns, splitting));
}

}  // namespace Chronos
