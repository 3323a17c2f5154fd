// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PositionCycle.hpp"

#include "Chronos_HierarchyBuilder.hpp"

namespace Chronos {
namespace {

// Nobody solves with the hierarchy.
AmgParameters forPositions(AmgParameters p, int size) {
  p.testSpace.kind = TestSpaceKind::constant;
  p.testSpace.degreesOfFreedom = size;
  p.testSpace.numRandom = 0;
  p.testSpace.givenIterations = 0;
  p.scaling = ScalingKind::none;
  p.bootstrapRounds = 0;
  p.oneLevelIterations = 0;
  p.storage.krylov = StoragePrecision::doublePrecision;
  p.reuse = Reuse::none;
  p.fingerprints = false;
  return p;
}

}  // namespace

Amg positionCycle(const PositionMatrix& positions, const AmgParameters& parameters) {
  return Amg(buildHierarchy(positions.matrix(), forPositions(parameters, positions.size())));
}

Amg positionCycle(const PositionMatrix& positions, const AmgParameters& parameters, const TestVectors& constants,
                  const Vector& x) {
  AmgParameters withPositions = forPositions(parameters, positions.size());
  withPositions.testSpace.kind = TestSpaceKind::given;
  const TestVectors known = allocateVectors("Chronos::known positions", x.extent(0), positions.size() + 1);
  Kokkos::deep_copy(Device::execution_space(), columnsOf(known, 0, positions.size()), constants);
  Kokkos::deep_copy(Device::execution_space(), column(known, positions.size()), x);
  return Amg(buildHierarchy(positions.matrix(), withPositions, Teuchos::null, {}, {known, {}}));
}

}  // namespace Chronos
