// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DENSEOPERATORS_HPP
#define CHRONOS_DENSEOPERATORS_HPP

#include "Chronos_Smoother.hpp"
#include "Chronos_VectorUpdate.hpp"
#include "Chronos_Communicator.hpp"
#include "GalleryReference.hpp"
#include "RandomMatrix.hpp"
#include "WholeMatrix.hpp"

#include <Teuchos_LAPACK.hpp>

#include <gtest/gtest.h>

namespace Chronos::Test {

using Reference::Dense;

inline Dense denseOf(const HostCsr<double>& A) {
  Dense dense(A.numRows);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) dense(row, A.colInd[e]) += A.values[e];
  return dense;
}

inline HostCsr<double> sparseOf(const Dense& dense) {
  HostCsr<double> A;
  A.numRows = A.numCols = dense.n;
  for (int row = 0; row < dense.n; ++row) {
    for (int col = 0; col < dense.n; ++col) {
      if (dense(row, col) == 0) continue;
      A.colInd.push_back(col);
      A.values.push_back(dense(row, col));
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  return A;
}

/// Second differences on a line without boundary conditions: singular, the constant is its kernel.
inline HostCsr<double> neumannLine(int n) {
  Dense A(n);
  for (int i = 0; i + 1 < n; ++i) {
    A(i, i) += 1;
    A(i + 1, i + 1) += 1;
    A(i, i + 1) = A(i + 1, i) = -1;
  }
  return sparseOf(A);
}

/// The whole vector on every rank, by global index.
inline std::vector<double> wholeVector(const Map& map, const ConstVector& x) {
  std::vector<double> mine(map.getGlobalNumElements(), 0.0), all(mine.size());
  const auto host = toVector(x);
  for (std::size_t i = 0; i < host.size(); ++i) mine[map.getGlobalElement(static_cast<LocalOrdinal>(i))] = host[i];
  MPI_Allreduce(mine.data(), all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM, rawComm(*map.getComm()));
  return all;
}

/// M = I: a matrix shows its own eigenvalues.
class Identity : public Smoother {
 public:
  explicit Identity(const Teuchos::RCP<const Map>& map) : Smoother(map) {}
  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override {
    updateBlock(r, z, alpha, beta);
  }
};

/// An operator column by column, on every rank. Outputs are filled with NaN first.
inline Dense denseOf(const Operator& M, const Map& map) {
  Dense dense(static_cast<int>(map.getGlobalNumElements()));
  for (int col = 0; col < dense.n; ++col) {
    std::vector<double> unit(TrilinosVersion::numLocal(map), 0.0);
    const LocalOrdinal local = map.getLocalElement(col);
    if (local >= 0 && static_cast<std::size_t>(local) < unit.size()) unit[local] = 1;
    const auto z = toView("z", wrongValues<double>(unit.size()));
    M.apply(asBlock(toView("unit", unit)), asBlock(z));
    const auto column = wholeVector(map, z);
    for (int row = 0; row < dense.n; ++row) dense(row, col) = column[row];
  }
  return dense;
}

/// Ascending eigenvalues of A B (A symmetric, B symmetric positive definite, which is tested).
inline std::vector<double> eigenvaluesOfProduct(Dense A, Dense B) {
  const int n = A.n;
  std::vector<double> values(n), work(8 * n + 8);
  int info = 0;
  Teuchos::LAPACK<int, double>().SYGV(2, 'N', 'L', n, A.entries.data(), n, B.entries.data(), n, values.data(),
                                      work.data(), static_cast<int>(work.size()), &info);
  EXPECT_EQ(info, 0) << "the second matrix is not positive definite";
  return values;
}

inline void expectSymmetric(const Dense& A, double tolerance) {
  double largest = 0, difference = 0;
  for (int row = 0; row < A.n; ++row)
    for (int col = 0; col < A.n; ++col) {
      largest = std::max(largest, std::abs(A(row, col)));
      difference = std::max(difference, std::abs(A(row, col) - A(col, row)));
    }
  EXPECT_LE(difference, tolerance * largest);
}

inline void expectNear(const Dense& A, const Dense& B, double tolerance) {
  ASSERT_EQ(A.n, B.n);
  for (int row = 0; row < A.n; ++row)
    for (int col = 0; col < A.n; ++col)
      EXPECT_NEAR(A(row, col), B(row, col), tolerance * (1 + std::abs(B(row, col)))) << row << ", " << col;
}

}  // namespace Chronos::Test

#endif
