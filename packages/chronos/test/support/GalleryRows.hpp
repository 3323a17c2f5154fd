// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GALLERYROWS_HPP
#define CHRONOS_GALLERYROWS_HPP

#include "Chronos_Gallery.hpp"

#include <gtest/gtest.h>

#include <map>

namespace Chronos::Test {

/// This rank's rows by global indices. Checks on the way that local columns ascend and none is stored twice.
inline std::map<GlobalOrdinal, std::map<GlobalOrdinal, double>> ownedRows(const TpetraCrsMatrix& matrix) {
  std::map<GlobalOrdinal, std::map<GlobalOrdinal, double>> rows;
  const auto local = matrix.getLocalMatrixHost();
  for (LocalOrdinal row = 0; row < local.numRows(); ++row) {
    auto& entries = rows[matrix.getRowMap()->getGlobalElement(row)];
    for (Offset e = local.graph.row_map(row); e < local.graph.row_map(row + 1); ++e) {
      if (e > local.graph.row_map(row)) {
        EXPECT_LT(local.graph.entries(e - 1), local.graph.entries(e));
      }
      entries[matrix.getColMap()->getGlobalElement(local.graph.entries(e))] = local.values(e);
    }
  }
  return rows;
}

/// A problem of so many nodes along its edges.
inline ProblemOptions sized(int nx, int ny, int nz) {
  ProblemOptions options;
  options.nx = nx;
  options.ny = ny;
  options.nz = nz;
  return options;
}

}  // namespace Chronos::Test

#endif
