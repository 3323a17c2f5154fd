// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INTERPOLATIONONRANKS_HPP
#define CHRONOS_INTERPOLATIONONRANKS_HPP

#include "Chronos_Interpolation.hpp"
#include "InterpolationReference.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace Chronos::Test {

/// A dense problem, which every rank holds whole, dealt out by a map.
struct InterpolationOnRanks {
  DistMatrix<double> A;
  StrongFlags strong;
  Splitting splitting;
  std::vector<GlobalOrdinal> fineOfCoarse;  ///< global row of each global coarse point

  InterpolationOnRanks(const DenseInterpolation& problem, const Teuchos::RCP<const Map>& map)
      : A(rows(problem, map)), strong(flags(problem, A)), fineOfCoarse(problem.n, 0) {
    std::vector<char> types;
    std::vector<LocalOrdinal> coarseIndex;
    LocalOrdinal numCoarse = 0;
    for (LocalOrdinal row = 0; row < A.numRows(); ++row) {
      types.push_back(problem.types[map->getGlobalElement(row)]);
      coarseIndex.push_back(types.back() == coarsePoint ? numCoarse++ : -1);
    }
    splitting.types = toView("types", types);
    splitting.coarseIndex = toView("coarseIndex", coarseIndex);
    splitting.coarseMap = Teuchos::rcp(new Map(sumOverRanks(*world(), static_cast<long long>(numCoarse)),
                                               static_cast<std::size_t>(numCoarse), 0, world()));
    for (LocalOrdinal row = 0; row < A.numRows(); ++row)
      if (coarseIndex[row] >= 0)
        fineOfCoarse[splitting.coarseMap->getGlobalElement(coarseIndex[row])] = map->getGlobalElement(row);
    MPI_Allreduce(MPI_IN_PLACE, fineOfCoarse.data(), problem.n, MPI_LONG_LONG, MPI_SUM, rawComm(*world()));
  }

  static DistMatrix<double> rows(const DenseInterpolation& problem, const Teuchos::RCP<const Map>& map) {
    std::vector<Offset> rowPtr{0};
    std::vector<GlobalOrdinal> globalColInd;
    std::vector<double> values;
    for (std::size_t local = 0; local < TrilinosVersion::numLocal(*map); ++local) {
      const auto& row = problem.a[map->getGlobalElement(static_cast<LocalOrdinal>(local))];
      for (int col = 0; col < problem.n; ++col) {
        if (row[col] == 0) continue;
        globalColInd.push_back(col);
        values.push_back(row[col]);
      }
      rowPtr.push_back(values.size());
    }
    return DistMatrix<double>(map, map, toView("rowPtr", rowPtr), toView("columns", globalColInd),
                              toView("values", values));
  }

  static StrongFlags flags(const DenseInterpolation& problem, const DistMatrix<double>& A) {
    const auto local = toHost(A.local());
    std::vector<char> result;
    for (LocalOrdinal row = 0; row < local.numRows; ++row)
      for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e)
        result.push_back(problem.strong[A.rowMap()->getGlobalElement(row)][globalColumn(A, local.colInd[e])]);
    return toView("strong", result);
  }

  static GlobalOrdinal globalColumn(const DistMatrix<double>& M, LocalOrdinal col) {
    return col < M.numOwnedCols() ? M.domainMap()->getGlobalElement(col)
                                  : M.halo()->haloGlobals()[col - M.numOwnedCols()];
  }

  /// Owned rows of P by global row, columns being global fine points.
  std::map<GlobalOrdinal, Weights> weights(const DistMatrix<double>& P) const {
    EXPECT_TRUE(P.rowMap()->isSameAs(*A.rowMap()));
    EXPECT_TRUE(P.domainMap()->isSameAs(*splitting.coarseMap));
    const auto local = toHost(P.local());
    std::map<GlobalOrdinal, Weights> result;
    for (LocalOrdinal row = 0; row < local.numRows; ++row)
      for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e)
        result[P.rowMap()->getGlobalElement(row)][static_cast<int>(fineOfCoarse[globalColumn(P, local.colInd[e])])] =
            local.values[e];
    return result;
  }
};

inline void expectRow(const Weights& weights, const Weights& expected, GlobalOrdinal row) {
  ASSERT_EQ(weights.size(), expected.size()) << "row " << row;
  for (const auto& [col, value] : expected) {
    ASSERT_EQ(weights.count(col), 1u) << "row " << row << " column " << col;
    EXPECT_NEAR(weights.at(col), value, 1e-11 * (1 + value * value)) << "row " << row << " column " << col;
  }
}

/// The rows of P by a method as they should be, each on its owner.
inline void expectRows(const DenseInterpolation& problem, const InterpolationParameters& parameters,
                       const std::vector<Weights>& expected) {
  for (const auto& map : testMaps(problem.n)) {
    const InterpolationOnRanks distributed(problem, map);
    const auto weights =
        distributed.weights(interpolate(distributed.A, distributed.strong, distributed.splitting, parameters).P);
    for (LocalOrdinal row = 0; row < distributed.A.numRows(); ++row) {
      const GlobalOrdinal global = map->getGlobalElement(row);
      const auto found = weights.find(global);
      expectRow(found == weights.end() ? Weights() : found->second, expected[global], global);
    }
  }
}

}  // namespace Chronos::Test

#endif
