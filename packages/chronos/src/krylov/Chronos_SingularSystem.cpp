// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingularSystem.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

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

namespace {

bool isNull(const Operator& A, const NullSpace& space) {
  return space.dimension() > 0 && space.defect(A) < zeroForCertain && space.isNullInEachRow(A);
}

TestSpace columnOf(const TestSpace& vectors, int column) {
  return Kokkos::subview(vectors, Kokkos::ALL(), std::make_pair(column, column + 1));
}

// One unknown of each node is 1; indices are from 0, node by node.
TestSpace translations(const Map& map, int numDirections) {
  const std::size_t numRows = TrilinosVersion::numLocal(map);
  const Kokkos::View<double**, Kokkos::LayoutLeft, Device> vectors("Chronos::translations", numRows, numDirections);
  const auto host = Kokkos::create_mirror_view(vectors);
  for (std::size_t row = 0; row < numRows; ++row)
    host(row, map.getGlobalElement(static_cast<LocalOrdinal>(row)) % numDirections) = 1;
  Kokkos::deep_copy(vectors, host);
  return vectors;
}

// Unknowns a node of a body whose translations are all in the null space; 0 where there is none such.
int directionsOfBody(const Operator& A) {
  const Map& map = *A.domainMap();
  for (const int numDirections : {3, 2})
    if (map.getGlobalNumElements() % numDirections == 0 && map.getMinAllGlobalIndex() >= 0 &&
        isNull(A, NullSpace(A.domainMap(), translations(map, numDirections))))
      return numDirections;
  return 0;
}

// No solution exists for it, where there is one for the rest.
std::string shareOf(const NullSpace& space, const TpetraMultiVector& b) {
  TpetraMultiVector rest(b, Teuchos::Copy);
  const std::vector<double> shares = leaveOut(space, rest);
  const double share = shares.empty() ? 0 : *std::max_element(shares.begin(), shares.end());
  constexpr double rounding = 1e-12;
  return share > rounding ? ", and no solution exists for a right-hand side with " + shortest(100 * share) +
                                " % of it in that direction"
                          : "";
}

// Where all of the near kernel, or some of it, is taken to zero.
std::string adviceOnNearKernel(const Operator& A, const TpetraMultiVector& b, const TestSpace& nearKernel) {
  const NullSpace all(A.domainMap(), nearKernel);
  const auto count =
      static_cast<int>(maxOverRanks(*A.domainMap()->getComm(), static_cast<long long>(nearKernel.extent(1))));
  const std::string begin = "The matrix is singular, as that of a body that ";
  if (isNull(A, all))
    return begin + "is held nowhere: it takes the near kernel of " + std::to_string(all.dimension()) +
           " vectors to zero" + shareOf(all, b) +
           ". Take `solver/null space` = near kernel, which leaves that part out; or hold the body.";
  std::string found;
  int numFound = 0;
  for (int column = 0; column < count; ++column) {
    const bool isMissing = nearKernel.extent(1) == 0;
    if (!isNull(A, NullSpace(A.domainMap(), isMissing ? TestSpace() : columnOf(nearKernel, column)))) continue;
    found += (numFound++ == 0 ? "" : ", ") + std::to_string(column + 1);
  }
  if (numFound == 0) return "";
  return begin + "is not held in every direction: of " + std::to_string(count) + " near-kernel vectors it takes " +
         std::to_string(numFound) + " to zero (number " + found +
         "). Hold what can move; or take `solver/null space` = near kernel with these vectors alone.";
}

}  // namespace

std::string singularAdvice(const Operator& A, const TpetraMultiVector& b, const TestSpace& nearKernel) {
  const std::string advice = adviceOnNearKernel(A, b, nearKernel);
  if (!advice.empty()) return advice;
  const NullSpace constants = NullSpace::constants(A.domainMap());
  if (!isNull(A, constants)) return "";
  if (const int numDirections = directionsOfBody(A))
    return "The matrix is singular, as that of a body that is held nowhere: it takes the translations of nodes of " +
           std::to_string(numDirections) + " unknowns to zero" +
           shareOf(NullSpace(A.domainMap(), translations(*A.domainMap(), numDirections)), b) +
           ". Give coordinates, or rigid-body modes, and take `solver/null space` = near kernel, which leaves that "
           "part "
           "out; or hold the body.";
  return "The matrix is singular, as without boundary conditions: it takes constants to zero" + shareOf(constants, b) +
         ". Take `solver/null space` = constants, which leaves that part out; or fix an unknown.";
}

}  // namespace Chronos
