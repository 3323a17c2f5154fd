// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "StrengthReference.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace Chronos::Test {
namespace {

constexpr int numTestVectors = 3;

HostCsr<double> matrixOf(LocalOrdinal n, std::initializer_list<double> entries) {
  HostCsr<double> A;
  A.numCols = n;
  for (double value : entries) {
    const LocalOrdinal position = static_cast<LocalOrdinal>(A.values.size());
    A.colInd.push_back(position % n);
    A.values.push_back(value);
    if (position % n == n - 1) A.rowPtr.push_back(A.values.size());
  }
  A.numRows = n;
  return A;
}

std::vector<HostCsr<double>> testMatrices() {
  std::vector<HostCsr<double>> matrices;
  for (GlobalOrdinal n : {0, 1, 3, 97}) matrices.push_back(wholeMatrix({n, n, 6, false, 5}));
  matrices.push_back(wholeMatrix({60, 60, 4, true, 7}));
  ProblemOptions options;
  options.nx = options.ny = 9;
  matrices.push_back(wholeProblem("anisotropic2d", options));
  options = {};
  options.nx = 5;
  options.contrast = 1e4;
  matrices.push_back(wholeProblem("jumps3d", options));
  return matrices;
}

// Row of the test space of each point; that of point 2 vanishes.
DenseMatrix testRows(LocalOrdinal n) {
  DenseMatrix V(n, std::vector<double>(numTestVectors, 0.0));
  for (LocalOrdinal i = 0; i < n; ++i)
    for (int k = 0; k < numTestVectors; ++k)
      if (i != 2) V[i][k] = 1.5 + globalUniform(k + 1, i);
  return V;
}

TestSpace testSpaceOf(const DistMatrix<double>& A, const DenseMatrix& V) {
  const Kokkos::View<double**, Kokkos::LayoutLeft, Device> space("V", A.numRows(), numTestVectors);
  const auto host = Kokkos::create_mirror_view(space);
  for (LocalOrdinal row = 0; row < A.numRows(); ++row)
    for (int k = 0; k < numTestVectors; ++k) host(row, k) = V[A.rowMap()->getGlobalElement(row)][k];
  Kokkos::deep_copy(space, host);
  return space;
}

void expectReference(const HostCsr<double>& whole, const StrengthParameters& parameters) {
  const DenseMatrix V = testRows(whole.numRows);
  const ReferenceGraph expected = referenceStrength(whole, parameters, V);
  for (const DistMatrix<double>& A : onTestMaps(whole))
    EXPECT_EQ(toVector(strengthOfConnection(A, parameters, testSpaceOf(A, V))), toVector(flagsOf(A, expected)))
        << whole.numRows << " rows, measure " << static_cast<int>(parameters.measure) << ", threshold "
        << parameters.threshold << ", average " << parameters.averageConnections;
}

constexpr StrengthMeasure allMeasures[] = {StrengthMeasure::classical, StrengthMeasure::symmetricClassical,
                                           StrengthMeasure::strongCouplings, StrengthMeasure::affinity};

TEST(MpiStrength, ThresholdsAgreeWithTheDefinition) {
  for (const HostCsr<double>& A : testMatrices())
    for (StrengthMeasure measure : allMeasures)
      for (double threshold : {0.0, 0.25, 0.9, 1.0, 1e6}) {
        StrengthParameters parameters;
        parameters.measure = measure;
        parameters.threshold = threshold;
        expectReference(A, parameters);
      }
}

TEST(MpiStrength, AverageConnectionsAreTheLargestMeasures) {
  for (const HostCsr<double>& A :
       {wholeMatrix({0, 0}), wholeMatrix({3, 3, 6, false, 5}), wholeMatrix({97, 97, 6, false, 5})})
    for (StrengthMeasure measure : allMeasures)
      for (double average : {0.0, 0.5, 3.7, 1000.0}) {
        StrengthParameters parameters;
        parameters.measure = measure;
        parameters.filter = StrengthFilter::averageConnections;
        parameters.averageConnections = average;
        expectReference(A, parameters);
      }
}

TEST(MpiStrength, RowsWithLargeSumsHaveNoStrongConnection) {
  const HostCsr<double> A = matrixOf(3, {4, -1, -1, -1, 2, -1, -1, -1, 20});
  for (double maxRowSum : {0.3, 0.5, 0.89, 0.9, 0.95, 1.0})
    for (StrengthMeasure measure : allMeasures) {
      StrengthParameters parameters;
      parameters.measure = measure;
      parameters.maxRowSum = maxRowSum;
      expectReference(A, parameters);
    }
  StrengthParameters parameters;
  parameters.maxRowSum = 0.6;
  EXPECT_EQ(referenceStrength(A, parameters), (ReferenceGraph{{1}, {0}, {}}));
}

// A connection goes from both of its ends.
TEST(MpiStrength, RowsWithLargeSumsLeaveSymmetricMeasuresSymmetric) {
  ProblemOptions options;
  options.nx = 5;
  const HostCsr<double> whole = wholeProblem("laplace3d7", options);
  // Corners have half of their diagonal left, edges a third.
  for (StrengthMeasure measure : {StrengthMeasure::symmetricClassical, StrengthMeasure::strongCouplings})
    for (double maxRowSum : {0.3, 0.4}) {
      StrengthParameters parameters;
      parameters.measure = measure;
      parameters.threshold = 0.1;
      parameters.maxRowSum = maxRowSum;
      expectReference(whole, parameters);
      const ReferenceGraph graph = referenceStrength(whole, parameters);
      std::size_t numStrong = 0;
      for (std::size_t i = 0; i < graph.size(); ++i)
        for (GlobalOrdinal j : graph[i]) {
          EXPECT_EQ(graph[j].count(static_cast<GlobalOrdinal>(i)), 1u) << i << ", " << j;
          ++numStrong;
        }
      EXPECT_GT(numStrong, 0u);
      EXPECT_LT(numStrong, whole.values.size() - 125);
    }
}

// By hand: the sign of the diagonal turns a row; entries of the wrong sign, zeros and the diagonal are never
// strong.
TEST(MpiStrength, SignsAndZeros) {
  const HostCsr<double> A = matrixOf(4, {4, -2, -0.5, 1, 1, -4, 0.2, 0, 1, 1, 4, 0, -1, 0, -0.25 + 1e-12, 4});
  const DistMatrix<double> M = rowsOnMap(A, evenMap(4), evenMap(4));
  const ReferenceGraph expected{{1, 2}, {0}, {}, {0, 2}};
  EXPECT_EQ(toVector(strengthOfConnection(M, {})), toVector(flagsOf(M, expected)));
}

// Each row of a symmetric matrix judges by its own largest entry; (2.10) takes the smaller one, so both rows
// agree.
TEST(MpiStrength, SymmetricClassicalIsSymmetric) {
  const HostCsr<double> A = matrixOf(3, {10, -8, -1, -8, 10, 0, -1, 0, 10});
  const DistMatrix<double> M = rowsOnMap(A, evenMap(3), evenMap(3));
  StrengthParameters parameters;
  EXPECT_EQ(toVector(strengthOfConnection(M, parameters)), toVector(flagsOf(M, {{1}, {0}, {0}})));
  parameters.measure = StrengthMeasure::symmetricClassical;
  EXPECT_EQ(toVector(strengthOfConnection(M, parameters)), toVector(flagsOf(M, {{1, 2}, {0}, {0}})));
}

// All connections of the Laplacian are equally strong: two on average cannot be chosen without breaking a
// tie.
TEST(MpiStrength, EqualMeasuresStayTogether) {
  ProblemOptions options;
  options.nx = 5;
  const HostCsr<double> whole = wholeProblem("laplace3d7", options);
  StrengthParameters parameters;
  parameters.filter = StrengthFilter::averageConnections;
  parameters.averageConnections = 2;
  const DistMatrix<double> A = rowsOnMap(whole, evenMap(125), evenMap(125));
  long long numStrong = 0;
  for (char flag : toVector(strengthOfConnection(A, parameters))) numStrong += flag;
  EXPECT_EQ(sumOverRanks(*world(), numStrong), static_cast<long long>(whole.values.size()) - 125);
}

TEST(MpiStrength, AffinityWithoutTestSpaceIsAnErrorOnAllRanks) {
  StrengthParameters parameters;
  parameters.measure = StrengthMeasure::affinity;
  const DistMatrix<double> A = distribute<double>({20, 20, 6, false, 5}, mapWithEmptyRank(20));
  EXPECT_THROW(strengthOfConnection(A, parameters), InputError);
}

}  // namespace
}  // namespace Chronos::Test
