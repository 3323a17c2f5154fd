// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_Numbering.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_TpetraConversion.hpp"
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
  options.nx = size;
  options.ny = options.nz = 6;
  return wholeProblem("elasticity3d", options);
}

DistMatrix<double> byComponents(const HostCsr<double>& A, int perNode) {
  const int numNodes = A.numRows / perNode;
  return numbered(A, [=](LocalOrdinal g) { return g % perNode * numNodes + g / perNode; });
}

DistMatrix<double> byNodes(const HostCsr<double>& A) {
  return numbered(A, [](LocalOrdinal g) { return g; });
}

HostCsr<double> withMass(HostCsr<double> A) {
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
      if (A.colInd[entry] == row) A.values[entry] *= 1.001;
  return A;
}

// A grid of 16 nodes along its fastest edge among them: every 16th row would lie on one side.
TEST(MpiNumbering, NodeByNodeIsTaken) {
  for (int size : {6, 16}) EXPECT_NO_THROW(checkNumbering(byNodes(body(size)), 3)) << size;
}

TEST(MpiNumbering, ComponentByComponentIsRefused) {
  for (int size : {6, 16}) EXPECT_THROW(checkNumbering(byComponents(body(size), 3), 3), InputError) << size;
  try {
    checkNumbering(byComponents(body(6), 3), 3);
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("3 i + c"), std::string::npos) << error.what();
  }
}

// Who errs there errs unseen.
TEST(MpiNumbering, NobodyIsRefusedWhereRowsTellNothing) {
  const HostCsr<double> whole = body(6);
  EXPECT_NO_THROW(checkNumbering(numbered(whole, [&](LocalOrdinal g) { return g * 5 % whole.numRows; }), 3));
  EXPECT_NO_THROW(checkNumbering(byComponents(whole, 3), 1));
  EXPECT_NO_THROW(checkNumbering(byComponents(withMass(whole), 3), 3));
  ProblemOptions options;
  options.nx = 6;
  EXPECT_NO_THROW(checkNumbering(byNodes(wholeProblem("laplace3d27", options)), 3));
}

TEST(MpiNumbering, ComponentsThatAreGivenTellThemselves) {
  const DistMatrix<double> A = byNodes(body(6));
  const Map& map = *A.rowMap();
  NearKernelInput told;
  EXPECT_EQ(unknownsNumberedPerNode(told, map), 0);
  told.coordinates = Teuchos::rcp(new TpetraMultiVector(evenMap(216), 3));
  EXPECT_EQ(unknownsNumberedPerNode(told, map), 3);
  told.coordinates = Teuchos::rcp(new TpetraMultiVector(A.rowMap(), 3));
  EXPECT_EQ(unknownsNumberedPerNode(told, map), 1);
  told.degreesOfFreedom = 3;
  EXPECT_EQ(unknownsNumberedPerNode(told, map), 3);
  told.components.assign(static_cast<std::size_t>(A.numRows()), 0);
  EXPECT_EQ(unknownsNumberedPerNode(told, map), 0);
}

// By the number of unknowns of a node alone, which translations would follow.
TEST(MpiNumbering, APreconditionerRefusesItUnlessNothingIsToBeChecked) {
  const auto A = toTpetra(byComponents(body(8), 3));
  Preconditioner<> M(A);
  Teuchos::ParameterList list;
  list.sublist("user data").set("number of equations", 3);
  M.setParameters(list);
  EXPECT_THROW(M.compute(), InputError);
  list.set("check matrix", false);
  M.setParameters(list);
  EXPECT_NO_THROW(M.compute());
}

}  // namespace
}  // namespace Chronos::Test
