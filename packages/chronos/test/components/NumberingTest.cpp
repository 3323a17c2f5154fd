// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_Numbering.hpp"
#include "NodeSystem.hpp"
#include "ReferenceDistributed.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// Unknown g of A becomes renumbered(g).
template <class Function>
DistMatrix<double> numbered(const HostCsr<double>& A, const Function& renumbered) {
  struct Entries {
    std::vector<std::map<GlobalOrdinal, double>> rows;
    double entry(GlobalOrdinal row, GlobalOrdinal column) const {
      const auto found = rows[row].find(column);
      return found == rows[row].end() ? 0 : found->second;
    }
  } entries{std::vector<std::map<GlobalOrdinal, double>>(A.numRows)};
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
      entries.rows[renumbered(row)][renumbered(A.colInd[entry])] = A.values[entry];
  return distributeRows(wholeMatrix(entries, A.numRows, A.numRows), evenMap(A.numRows));
}

HostCsr<double> body(int size) {
  ProblemOptions options;
  options.nx = options.ny = options.nz = size;
  return wholeProblem("elasticity3d", options);
}

UnknownNodes nodesTold(const DistMatrix<double>& A, int degreesOfFreedom) {
  NearKernelInput told;
  told.degreesOfFreedom = degreesOfFreedom;
  return makeNearKernel(told, A.rowMap()).nodes;
}

TEST(MpiNumbering, NodeByNodeIsTaken) {
  const auto A = numbered(body(6), [](LocalOrdinal g) { return g; });
  EXPECT_NO_THROW(checkNumbering(A, nodesTold(A, 3)));
  EXPECT_NO_THROW(checkNumbering(A, nodesTold(A, 1)));
}

TEST(MpiNumbering, ComponentByComponentIsRefused) {
  const HostCsr<double> whole = body(6);
  const int numNodes = whole.numRows / 3;
  const auto A = numbered(whole, [&](LocalOrdinal g) { return g % 3 * numNodes + g / 3; });
  EXPECT_NO_THROW(checkNumbering(A, nodesTold(A, 1)));
  try {
    checkNumbering(A, nodesTold(A, 3));
    FAIL() << "rigid-body modes would be wrong";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("3 i + c"), std::string::npos) << error.what();
  }
}

// Sums of rows tell nothing then, and nobody is refused.
TEST(MpiNumbering, OtherNumbersAndOtherSystemsAreTaken) {
  const HostCsr<double> whole = body(6);
  const auto A = numbered(whole, [&](LocalOrdinal g) { return (g * 5) % whole.numRows; });
  EXPECT_NO_THROW(checkNumbering(A, nodesTold(A, 3)));
  ProblemOptions options;
  options.nx = 6;
  const HostCsr<double> laplacian = wholeProblem("laplace3d27", options);
  const auto B = numbered(laplacian, [](LocalOrdinal g) { return g; });
  EXPECT_NO_THROW(checkNumbering(B, nodesTold(B, 3)));
}

}  // namespace
}  // namespace Chronos::Test
