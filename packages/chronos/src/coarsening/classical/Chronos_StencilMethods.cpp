// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StencilMethods.hpp"

#include "Chronos_CoarseColumns.hpp"
#include "Chronos_StencilInterpolation.hpp"

namespace Chronos {
namespace {

Interpolated interpolateFrom(InterpolatorySet set, const InterpolationTask& task) {
  const Device::execution_space space;
  const HaloRows<double> halo = fetchHaloRows(task.A, *task.A.halo(), task.strong);
  const ExtendedColumns& columns = *halo.columns;
  const InterpolationInput<double, Device> input{segmented(task.A, halo), task.strong, halo.flags,
                                                 columns.extend<char>(task.splitting.types),
                                                 columns.extend<GlobalOrdinal>(ownedGlobals(*task.A.rowMap()))};
  CsrMatrix<double, Device> W = stencilInterpolation<double, Device>(space, input, set);
  W = truncateRows<double, Device>(space, W, task.truncation, input.globals);
  return {onCoarseColumns(task.A.rowMap(), W, columns, task.splitting, task.ranks), task.splitting};
}

InterpolationMethod methodFrom(InterpolatorySet set, const std::string& name, const std::string& documentation) {
  return {name, documentation,
          [set](const InterpolationTask& task, const std::any&) { return interpolateFrom(set, task); }};
}

}  // namespace

InterpolationMethod extendedInterpolation() {
  return methodFrom(InterpolatorySet::extended, "extended+i", "from coarse points at distance two");
}

InterpolationMethod hybridInterpolation() {
  return methodFrom(InterpolatorySet::hybrid, "hybrid", "at distance two only where distance one does not reach");
}

InterpolationMethod classicalInterpolation() {
  return methodFrom(InterpolatorySet::direct, "classical", "at distance one");
}

}  // namespace Chronos
