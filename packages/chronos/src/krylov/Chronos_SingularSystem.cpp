// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingularSystem.hpp"

#include "Chronos_Error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace Chronos {
namespace {

// Of a product with a vector in the null space, relative to one with a random vector: what a user asks for may have
// come through text of few digits; what is said unasked must be rounding.
constexpr double zeroAsAsked = 1e-6, zeroForCertain = 1e-11;

std::string shortest(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::vector<double> normsOf(const TpetraMultiVector& b) {
  std::vector<double> norms(b.getNumVectors());
  b.norm2(Teuchos::ArrayView<double>(norms.data(), static_cast<int>(norms.size())));
  return norms;
}

}  // namespace

NullSpace nullSpaceOf(const Operator& A, NullSpaceKind kind, const TestSpace& nearKernel) {
  const bool isConstant = kind == NullSpaceKind::constants;
  const NullSpace space = isConstant ? NullSpace::constants(A.domainMap()) : NullSpace(A.domainMap(), nearKernel);
  const std::string asked = std::string("`solver/null space` is '") + nameOf(kind) + "', but ";
  if (space.dimension() == 0)
    throw InputError(asked + "there are no near-kernel vectors: give them, or coordinates, or take 'constants'.");
  const double defect = space.defect(A);
  if (!(defect < zeroAsAsked))
    throw InputError(asked + "the matrix does not take " + (isConstant ? "constants" : "the near-kernel vectors") +
                     " to zero: the product has " + shortest(defect) +
                     " of the size that one with a random vector has. Leave it away, unless boundary conditions are "
                     "missing in the matrix.");
  return space;
}

std::vector<double> leaveOut(const NullSpace& space, TpetraMultiVector& b) {
  // Of a right-hand side in the null space, which leaves nothing but rounding.
  constexpr double nothing = 1e-13;
  const std::vector<double> before = normsOf(b);
  space.project(b);
  const std::vector<double> after = normsOf(b);
  std::vector<double> shares(before.size(), 0);
  for (std::size_t j = 0; j < shares.size(); ++j) {
    if (!(before[j] > 0)) continue;
    const double left = after[j] / before[j];
    if (left <= nothing) b.getVectorNonConst(j)->putScalar(0.0);
    shares[j] = std::sqrt(std::max(0.0, 1 - left * left));
  }
  return shares;
}

std::string singularAdvice(const Operator& A, const TpetraMultiVector& b) {
  const NullSpace constants = NullSpace::constants(A.domainMap());
  if (constants.dimension() == 0 || !(constants.defect(A) < zeroForCertain)) return "";
  TpetraMultiVector rest(b, Teuchos::Copy);
  const std::vector<double> shares = leaveOut(constants, rest);
  const double share = shares.empty() ? 0 : *std::max_element(shares.begin(), shares.end());
  constexpr double rounding = 1e-12;
  return std::string("The matrix is singular, as without boundary conditions: it takes constants to zero") +
         (share > rounding ? ", and no solution exists for a right-hand side with " + shortest(100 * share) +
                                 " % of it in that direction"
                           : "") +
         ". Take `solver/null space` = constants, or near kernel for a floating body, which leave that part out; or "
         "fix "
         "an unknown.";
}

}  // namespace Chronos
