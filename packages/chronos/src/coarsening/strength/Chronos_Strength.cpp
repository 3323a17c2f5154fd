// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Strength.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_StrengthMethods.hpp"

namespace Chronos {
namespace {

void checkTestSpace(const DistMatrix<double>& A, const TestSpace& V) {
  const long long columns = static_cast<long long>(V.extent(1));
  const bool fits = columns > 0 && V.extent(0) == static_cast<std::size_t>(A.numRows());
  if (isSameOnRanks(*A.rowMap()->getComm(), columns, fits)) return;
  throw InputError(
      "strength of connection by affinity needs a test space with as many rows as the matrix and at least one column, "
      "the same number on all ranks");
}

}  // namespace

StrongFlags strengthOfConnection(const DistMatrix<double>& A, const StrengthParameters& parameters,
                                 const TestSpace& testSpace) {
  switch (parameters.measure) {
    case StrengthMeasure::classical: return classicalStrength(A, parameters);
    case StrengthMeasure::symmetricClassical: return symmetricClassicalStrength(A, parameters);
    case StrengthMeasure::strongCouplings: return strongCouplings(A, parameters);
    case StrengthMeasure::affinity: break;
  }
  checkTestSpace(A, testSpace);
  return affinity(A, parameters, testSpace);
}

}  // namespace Chronos
