// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProlongationSmoothing.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_GalerkinProduct.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Interpolation.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_SpectralEstimate.hpp"
#include "JacobiReference.hpp"
#include "ReferenceDistributed.hpp"
#include "StrengthReference.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

using Columns = std::vector<std::vector<double>>;  // a dense matrix by rows

// Rows of I - omega D^{-1} A times the rows of P.
Columns referenceStep(const std::vector<std::map<long long, double>>& step, const Columns& P) {
  Columns result(step.size(), std::vector<double>(P.empty() ? 0 : P[0].size(), 0.0));
  for (std::size_t row = 0; row < step.size(); ++row)
    for (const auto& [mid, weight] : step[row])
      for (std::size_t col = 0; col < result[row].size(); ++col) result[row][col] += weight * P[mid][col];
  return result;
}

Columns wholeProlongation(const GlobalMatrix& M) {
  Columns P(M.numRows, std::vector<double>(M.numCols));
  for (GlobalOrdinal row = 0; row < M.numRows; ++row)
    for (GlobalOrdinal col = 0; col < M.numCols; ++col) P[row][col] = M.entry(row, col);
  return P;
}

void expectRows(const DistMatrix<double>& P, const Columns& expected) {
  for (const auto& [place, value] : globalEntriesOf(P))
    EXPECT_NEAR(value, expected[place.first][place.second], 1e-12) << place.first << ' ' << place.second;
  const auto entries = globalEntriesOf(P);
  for (std::size_t i = 0; i < static_cast<std::size_t>(P.numRows()); ++i) {
    const GlobalOrdinal row = P.rowMap()->getGlobalElement(static_cast<LocalOrdinal>(i));
    for (std::size_t col = 0; col < expected[row].size(); ++col)
      EXPECT_TRUE(expected[row][col] == 0 || entries.count({row, static_cast<GlobalOrdinal>(col)}))
          << row << ' ' << col;
  }
}

HostCsr<double> diagonallyDominant(int n) {
  HostCsr<double> A = wholeMatrix(GlobalMatrix{n, n, 7, true, 5});
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if (A.colInd[e] == row) A.values[e] = 3 + row % 5;
  return A;
}

// What smoothProlongation must give, from rows that every rank holds whole.
Columns expectedSmoothing(const HostCsr<double>& A, const Columns& P, double omega, const std::vector<char>& kept,
                          const std::vector<char>& strong, int steps) {
  std::vector<std::map<long long, double>> rows;
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    JacobiReferenceRow reference;
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
      reference.entries[A.colInd[e]] = A.values[e];
      reference.weak[A.colInd[e]] = !strong.empty() && !strong[e];
    }
    rows.push_back(reference.step(row, omega, !kept.empty() && kept[row] == coarsePoint));
  }
  Columns result = P;
  for (int step = 0; step < steps; ++step) result = referenceStep(rows, result);
  return result;
}

double relaxationOf(const DistMatrix<double>& A, double damping) {
  return relaxationFactor(A, Jacobi(A), damping, 10);
}

TEST(MpiProlongationSmoothing, EqualsTheFormulaOnAllMaps) {
  for (int n : {1, 2, 45}) {
    const HostCsr<double> whole = diagonallyDominant(n);
    const GlobalMatrix M{n, n / 3 + 1, 8, false, 9};
    for (const auto& map : testMaps(n)) {
      const DistMatrix<double> A = rowsOnMap(whole, map, map);
      const DistMatrix<double> P = distribute<double>(M, map, cyclicMap(n / 3 + 1, true));
      expectRows(smoothProlongation(A, P, 0.6), expectedSmoothing(whole, wholeProlongation(M), 0.6, {}, {}, 1));
      for (int steps : {0, 1, 2}) {
        ProlongationSmoothingParameters parameters;
        parameters.steps = steps;
        const DistMatrix<double> smoothed = smoothProlongation(A, P, parameters);
        EXPECT_TRUE(smoothed.domainMap()->isSameAs(*P.domainMap()));
        EXPECT_TRUE(smoothed.rowMap()->isSameAs(*P.rowMap()));
        const double omega = relaxationOf(A, parameters.damping);
        expectRows(smoothed, expectedSmoothing(whole, wholeProlongation(M), omega, {}, {}, steps));
      }
    }
  }
}

// Where A stores no diagonal there is no step, and the row of P stays.
TEST(MpiProlongationSmoothing, RowsWithoutDiagonalStay) {
  const int n = 20;
  HostCsr<double> whole, full = diagonallyDominant(n);
  whole.numCols = n;
  for (LocalOrdinal row = 0; row < n; ++row) {
    for (Offset e = full.rowPtr[row]; e < full.rowPtr[row + 1]; ++e) {
      if (full.colInd[e] == row && row % 4 == 2) continue;
      whole.colInd.push_back(full.colInd[e]);
      whole.values.push_back(full.values[e]);
    }
    whole.rowPtr.push_back(whole.colInd.size());
    ++whole.numRows;
  }
  const GlobalMatrix M{n, 8, 8, false, 9};
  const Columns P = wholeProlongation(M), expected = expectedSmoothing(whole, P, 0.5, {}, {}, 1);
  EXPECT_EQ(expected[2], P[2]);
  for (const auto& map : testMaps(n))
    expectRows(smoothProlongation(rowsOnMap(whole, map, map), distribute<double>(M, map, evenMap(8)), 0.5), expected);
}

TEST(MpiProlongationSmoothing, FineRowsAndStrongEntriesOnly) {
  const int n = 45;
  const HostCsr<double> whole = diagonallyDominant(n);
  const ReferenceGraph graph = [&] {
    ReferenceGraph strong(n);
    for (LocalOrdinal row = 0; row < n; ++row)
      for (Offset e = whole.rowPtr[row]; e < whole.rowPtr[row + 1]; ++e)
        if (whole.colInd[e] != row && (row + whole.colInd[e]) % 3 != 0) strong[row].insert(whole.colInd[e]);
    return strong;
  }();
  std::vector<char> strong, types;
  double bound = 0;
  for (LocalOrdinal row = 0; row < n; ++row) {
    types.push_back(row % 3 == 0 ? coarsePoint : finePoint);
    JacobiReferenceRow reference;
    for (Offset e = whole.rowPtr[row]; e < whole.rowPtr[row + 1]; ++e) {
      strong.push_back(static_cast<char>(graph[row].count(whole.colInd[e])));
      reference.entries[whole.colInd[e]] = whole.values[e];
      reference.weak[whole.colInd[e]] = !strong.back();
    }
    if (types.back() != coarsePoint) bound = std::max(bound, reference.ratio(row, false));
  }
  const GlobalMatrix M{n, 15, 8, false, 9};
  ProlongationSmoothingParameters parameters;
  parameters.steps = 1;
  parameters.rows = SmoothedRows::fine;
  for (const auto& map : testMaps(n)) {
    const DistMatrix<double> A = rowsOnMap(whole, map, map);
    const DistMatrix<double> P = distribute<double>(M, map, evenMap(15));
    std::vector<char> mine;
    for (LocalOrdinal row = 0; row < A.numRows(); ++row) mine.push_back(types[map->getGlobalElement(row)]);
    const Splitting splitting = numberCoarsePoints(A, toView("types", mine));
    parameters.matrix = SmoothingMatrix::whole;
    expectRows(smoothProlongation(A, P, parameters, {splitting, {}, {}, 0}),
               expectedSmoothing(whole, wholeProlongation(M), relaxationOf(A, parameters.damping), types, {}, 1));
    parameters.matrix = SmoothingMatrix::strong;
    expectRows(smoothProlongation(A, P, parameters, {splitting, flagsOf(A, graph), {}, 0}),
               expectedSmoothing(whole, wholeProlongation(M), parameters.damping / bound, types, strong, 1));
    EXPECT_THROW(smoothProlongation(A, P, parameters, {splitting, {}, {}, 0}), InputError);
    EXPECT_THROW(smoothProlongation(A, P, parameters, {{}, flagsOf(A, graph), {}, 0}), InputError);
  }
}

// p^T A p of every column, summed: the trace of the coarse matrix.
double energy(const DistMatrix<double>& A, const DistMatrix<double>& P) {
  double trace = 0;
  for (const auto& [place, value] : globalEntriesOf(*GalerkinProduct<double>(A, P).coarse()))
    if (place.first == place.second) trace += value;
  return sumOverRanks(*world(), trace);
}

TEST(MpiProlongationSmoothing, LowersTheEnergyOfElasticity) {
  ProblemOptions options;
  options.nx = 5;
  const DistMatrix<double> A = fromTpetra(*makeProblem("elasticity3d", options, world()).matrix);
  const StrongFlags strong = strengthOfConnection(A, {});
  const Splitting splitting = pmis(A, strong);
  const DistMatrix<double> P = interpolate(A, strong, splitting, {}).P;
  const double before = energy(A, P);
  double last = before;
  for (int steps : {1, 2}) {
    ProlongationSmoothingParameters parameters;
    parameters.steps = steps;
    const double after = energy(A, smoothProlongation(A, P, parameters));
    EXPECT_LT(after, last);
    last = after;
  }
  // The columns may move to other ranks first.
  ProlongationSmoothingParameters parameters;
  parameters.steps = 2;
  const DistMatrix<double> moved = agglomerate(P, agglomeratedMap(*P.domainMap(), 1), 1);
  EXPECT_NEAR(energy(A, smoothProlongation(A, moved, parameters)), last, 1e-10 * last);
}

}  // namespace
}  // namespace Chronos::Test
