// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Bootstrap.hpp"

#include "Chronos_Amg.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_TestSpaceMethods.hpp"

namespace Chronos {
namespace {

// The vectors as they come from a round: not changed any more before they are used.
AmgParameters fromGivenVectors(AmgParameters parameters) {
  parameters.testSpace.kind = TestSpaceKind::given;
  parameters.testSpace.numRandom = 0;
  parameters.testSpace.givenIterations = 0;
  return parameters;
}

// Nobody solves with the hierarchies of rounds.
AmgParameters forRounds(AmgParameters parameters) {
  parameters.storage.krylov = StoragePrecision::doublePrecision;
  return parameters;
}

}  // namespace

Teuchos::RCP<const Hierarchy> bootstrapHierarchy(const Teuchos::RCP<const DistMatrix<double>>& A,
                                                 const AmgParameters& parameters,
                                                 const Teuchos::RCP<const Hierarchy>& former,
                                                 const LevelObserver& observer, const NearKernel& nearKernel) {
  const bool keepsProlongations = !former.is_null() && parameters.reuse >= Reuse::prolongation;
  if (parameters.bootstrapRounds == 0 || keepsProlongations)
    return buildHierarchy(A, parameters, former, observer, nearKernel);

  Kokkos::Timer timer;
  const AmgParameters later = fromGivenVectors(parameters);
  const AmgParameters first = forRounds(parameters), inRounds = forRounds(later);
  NearKernel improved = nearKernel;
  Teuchos::RCP<const Hierarchy> hierarchy = buildHierarchy(A, first, former, {}, nearKernel);
  for (int round = 0; round < parameters.bootstrapRounds; ++round) {
    const TestSpace found = hierarchy->records.empty() ? TestSpace() : hierarchy->records.front().testSpace;
    if (found.extent(1) == 0)
      throw InputError(
          "Bootstrap rounds improve a test space, and the finest level uses none: choose interpolation bamg, or set "
          "`bootstrap rounds` to 0.");
    improved.vectors =
        improveBySrqcg(*A, Amg(hierarchy), found, parameters.bootstrapIterations, parameters.testSpace.weight);
    if (round + 1 < parameters.bootstrapRounds) hierarchy = buildHierarchy(A, inRounds, former, {}, improved);
  }
  const double seconds = maxOverRanks(*A->rowMap()->getComm(), timer.seconds());
  const auto last = buildHierarchy(A, later, former, observer, improved);
  const auto result = Teuchos::rcp(new Hierarchy(*last));
  result->report.levels.front().seconds.emplace_back("bootstrap", seconds);
  if (parameters.reuse == Reuse::none) result->records.clear();
  return result;
}

}  // namespace Chronos
