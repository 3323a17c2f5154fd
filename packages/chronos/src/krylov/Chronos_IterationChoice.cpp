// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_IterationChoice.hpp"

#include "Chronos_CgIteration.hpp"
#include "Chronos_ConjugateGradient.hpp"
#include "Chronos_FlexibleConjugateGradient.hpp"
#include "Chronos_SingleReductionCg.hpp"
#include "Chronos_SingleVectorCg.hpp"
#include "Chronos_StationaryIteration.hpp"
#include "Chronos_UnwatchedCg.hpp"

namespace Chronos {

NarrowSystem narrowSystemOf(const SolverParameters& parameters, const Operator* M, int width) {
  const bool isFlexible = krylovMethod(parameters, M) == KrylovMethod::flexibleCg;
  if (M == nullptr || !isFlexible) return {};
  const NarrowSystem system = M->narrowSystem();
  return width == 1 ? system : NarrowSystem{system.matrix};
}

std::unique_ptr<ColumnIteration> makeIteration(const SolverParameters& parameters, const Operator& A, const Operator* M,
                                               const NarrowSystem& narrow, const Block& x, const Block& r) {
  const KrylovMethod method = krylovMethod(parameters, M);
  const bool leavesNumbers = leavesNumbersOnDevice && (widthOf(r) == 1 || method == KrylovMethod::cg);
  const auto overRanks = leavesNumbers ? sumsOnDevice(A) : std::optional<SumOverRanks>();
  if (narrow.takesSingleVectors())
    return std::make_unique<SingleVectorCg>(A, *narrow.singleMatrix, *narrow.singlePreconditioner, x, r, overRanks);
  const Operator& product = narrow.exists() ? *narrow.matrix : A;
  if (method == KrylovMethod::stationary)
    return std::make_unique<StationaryIteration>(A, M, parameters.relaxation, x, r);
  if (method == KrylovMethod::singleReductionCg) return std::make_unique<SingleReductionCg>(A, M, x, r);
  if (method == KrylovMethod::flexibleCg)
    return std::make_unique<FlexibleConjugateGradient>(product, M, x, r, overRanks);
  if (overRanks && M != nullptr) return std::make_unique<UnwatchedCg>(A, *M, x, r, *overRanks);
  return std::make_unique<CgIteration>(A, M, x, r);
}

}  // namespace Chronos
