// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DIRECTSOLVERCASES_HPP
#define CHRONOS_DIRECTSOLVERCASES_HPP

#include "Chronos_Error.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "SmootherColumns.hpp"

#include <cmath>
#include <functional>
#include <limits>

namespace Chronos::Test {

/// Direct solvers of a matrix, all that a test is about; collective.
using DirectSolvers =
    std::function<std::vector<Teuchos::RCP<const Smoother>>(const Teuchos::RCP<const DistMatrix<double>>&)>;

inline Teuchos::RCP<const DistMatrix<double>> distributed(const HostCsr<double>& A,
                                                          const Teuchos::RCP<const Map>& map) {
  return Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
}

/// z that a solver finds for r = A x.
inline std::vector<double> solved(const Smoother& solver, const DistMatrix<double>& A, const std::vector<double>& x) {
  const auto r = toView("r", wrongValues<double>(x.size())), z = toView("z", wrongValues<double>(x.size()));
  A.apply<double>(toView("x", x), r);
  solver.apply(asBlock(r), asBlock(z));
  return toVector(z);
}

/// max |A z - r| over max |A| max |z|, where z solves for r = A x.
inline double backwardError(const DistMatrix<double>& A, const Smoother& solver) {
  const std::vector<double> x = ownedVector<double>(*A.rowMap(), 4), z = solved(solver, A, x);
  const auto r = toView("r", wrongValues<double>(x.size())), Az = toView("Az", wrongValues<double>(x.size()));
  A.apply<double>(toView("x", x), r);
  A.apply<double>(toView("z", z), Az);
  const auto rHost = toVector(r), AzHost = toVector(Az), values = toVector(A.local().values);
  double error = 0, size = 0, entry = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    EXPECT_TRUE(std::isfinite(z[i]));
    error = std::max(error, std::abs(AzHost[i] - rHost[i]));
    size = std::max(size, std::abs(z[i]));
  }
  for (double value : values) entry = std::max(entry, std::abs(value));
  return maxOverRanks(*world(), error) / (maxOverRanks(*world(), size) * maxOverRanks(*world(), entry));
}

/// Well conditioned matrices of several sizes: the error itself is small, too, and columns are solved as each alone.
inline void expectInverses(const DirectSolvers& solversOf) {
  // The last one has a nearly full factor, which CHOLMOD makes by dense blocks.
  for (int n : {1, 2, 3, 33, 150, 400}) {
    const HostCsr<double> A = spdMatrix(n, 4, 0.5);
    for (const auto& map : testMaps(n)) {
      const auto matrix = distributed(A, map);
      for (const auto& solver : solversOf(matrix)) {
        SCOPED_TRACE(solver->report().name + ", " + std::to_string(n) + " rows");
        EXPECT_LT(backwardError(*matrix, *solver), 1e-12);
        EXPECT_EQ(solver->report().diagonalShift, 0);
        EXPECT_GT(solver->report().bytes, 0);
        const auto x = ownedVector<double>(*map, 4), z = solved(*solver, *matrix, x);
        for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(z[i], x[i], 1e-9);
        expectColumnsAsAlone(*solver, *map, 1e-9);
      }
    }
  }
}

inline void expectSumsWithTheVectorBefore(const DirectSolvers& solversOf) {
  const HostCsr<double> A = spdMatrix(20, 3, 0.5);
  for (const auto& map : testMaps(20))
    for (const auto& solver : solversOf(distributed(A, map))) {
      const auto r = toView("r", ownedVector<double>(*map, 8));
      const auto before = ownedVector<double>(*map, 9);
      const auto plain = toView("plain", wrongValues<double>(before.size())), added = toView("added", before);
      solver->apply(asBlock(r), asBlock(plain));
      solver->apply(asBlock(r), asBlock(added), 1, 1);
      const auto plainHost = toVector(plain), addedHost = toVector(added);
      for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_NEAR(addedHost[i], before[i] + plainHost[i], 1e-13 * (1 + std::abs(plainHost[i])));
    }
}

/// Units differ by 10^8: no pivot is small beside its own diagonal entry.
inline void expectNoShiftForBadScaling(const DirectSolvers& solversOf) {
  const auto matrix = distributed(spdMatrix(40, 3, 4), cyclicMap(40));
  for (const auto& solver : solversOf(matrix)) {
    EXPECT_EQ(solver->report().diagonalShift, 0) << solver->report().name;
    EXPECT_LT(backwardError(*matrix, *solver), 1e-10) << solver->report().name;
  }
}

/// \param sizes of lines without boundary conditions; of one unknown alone the solution is arbitrary
/// \param error of a solver, by its name, that must not be reached
inline void expectShiftsOfSingularMatrices(const DirectSolvers& solversOf, const std::vector<int>& sizes,
                                           const std::function<double(const std::string&)>& error) {
  for (int n : sizes)
    for (const auto& map : testMaps(n)) {
      const auto matrix = distributed(n == 1 ? sparseOf(Dense(1)) : neumannLine(n), map);
      for (const auto& solver : solversOf(matrix)) {
        const std::string& name = solver->report().name;
        EXPECT_EQ(solver->report().diagonalShift, 1e-12) << name;
        if (n > 1) {
          EXPECT_LT(backwardError(*matrix, *solver), error(name)) << name << ", " << n;
        }
      }
    }
}

/// Not one of its triangles, whichever that would be.
inline void expectSymmetricPartsSolved(const DirectSolvers& solversOf) {
  const int n = 40;
  const Dense symmetric = denseOf(spdMatrix(n, 3, 0.5));
  Dense skewed = symmetric;
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < row; ++col) {
      const double skew = 0.3 * globalUniform(5, row * n + col) * (symmetric(row, col) != 0 || (row + col) % 9 == 0);
      skewed(row, col) += skew;
      skewed(col, row) -= skew;
    }
  // An entry whose mirror image is not stored.
  skewed(7, 3) = 2 * symmetric(7, 3) + 0.001;
  skewed(3, 7) = 0;
  Dense expected = symmetric;
  expected(7, 3) = expected(3, 7) = skewed(7, 3) / 2;
  for (const auto& map : testMaps(n)) {
    const auto part = distributed(sparseOf(expected), map);
    for (const auto& solver : solversOf(distributed(sparseOf(skewed), map))) {
      EXPECT_LT(backwardError(*part, *solver), 1e-12) << solver->report().name;
      EXPECT_GT(solver->report().asymmetry, 1e-3) << solver->report().name;
    }
    for (const auto& solver : solversOf(part)) EXPECT_EQ(solver->report().asymmetry, 0) << solver->report().name;
  }
}

/// Unit matrices of three rows, each spoilt otherwise; the first has a positive diagonal.
inline std::vector<Dense> spoiltMatrices() {
  Dense hidden(3), negative(3), notANumber(3);
  for (int i = 0; i < 3; ++i) hidden(i, i) = negative(i, i) = notANumber(i, i) = 1;
  hidden(0, 2) = hidden(2, 0) = 2;
  negative(1, 1) = -1;
  notANumber(2, 1) = notANumber(1, 2) = std::numeric_limits<double>::quiet_NaN();
  return {hidden, negative, notANumber};
}

/// \param make of one solver
inline void expectBreakdown(const std::vector<Dense>& matrices, const std::string& name,
                            const std::function<void(const Teuchos::RCP<const DistMatrix<double>>&)>& make) {
  for (const Dense& A : matrices)
    for (const auto& map : testMaps(A.n)) EXPECT_THROW(make(distributed(sparseOf(A), map)), BreakdownError) << name;
}

inline void expectNothingOfNothing(const DirectSolvers& solversOf) {
  const Block none("none", 0, 1);
  for (const auto& solver : solversOf(distributed(HostCsr<double>(), evenMap(0)))) solver->apply(none, none);
}

}  // namespace Chronos::Test

#endif
