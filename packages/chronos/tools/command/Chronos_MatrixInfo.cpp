// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixInfo.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

namespace Chronos::Command {
namespace {

double minOverRanks(const Comm& comm, double value) {
  return -maxOverRanks(comm, -value);
}

}  // namespace

MatrixInfo inspect(const TpetraCrsMatrix& matrix) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Comm& comm = *matrix.getComm();
  const auto local = matrix.getLocalMatrixHost();
  const Map& rowMap = *matrix.getRowMap();
  const Map& columnMap = *matrix.getColMap();
  MatrixInfo info;
  long long shortest = std::numeric_limits<long long>::max(), longest = 0, stored = 0, notPositive = 0;
  double smallest = infinity, largest = -infinity, difference = 0, size = 0, rowSum = 0;
  for (LocalOrdinal row = 0; row < local.numRows(); ++row) {
    const GlobalOrdinal globalRow = rowMap.getGlobalElement(row);
    const double uRow = globalUniform(1, globalRow), vRow = globalUniform(2, globalRow);
    const auto begin = local.graph.row_map(row), end = local.graph.row_map(row + 1);
    shortest = std::min(shortest, static_cast<long long>(end - begin));
    longest = std::max(longest, static_cast<long long>(end - begin));
    double sum = 0, magnitudes = 0;
    for (auto entry = begin; entry < end; ++entry) {
      sum += local.values(entry);
      magnitudes += std::abs(local.values(entry));
    }
    if (magnitudes > 0) rowSum = std::max(rowSum, std::abs(sum) / magnitudes);
    for (auto entry = begin; entry < end; ++entry) {
      const GlobalOrdinal globalCol = columnMap.getGlobalElement(local.graph.entries(entry));
      const double value = local.values(entry);
      if (globalCol == globalRow) {
        ++stored;
        notPositive += !(value > 0);
        smallest = std::min(smallest, value);
        largest = std::max(largest, value);
        continue;
      }
      const double uCol = globalUniform(1, globalCol), vCol = globalUniform(2, globalCol);
      difference += value * (uRow * vCol - vRow * uCol);
      size += std::abs(value) * (std::abs(uRow * vCol) + std::abs(vRow * uCol));
    }
  }
  info.numRows = static_cast<long long>(matrix.getGlobalNumRows());
  info.numEntries = static_cast<long long>(matrix.getGlobalNumEntries());
  info.shortestRow = Chronos::minOverRanks(comm, shortest);
  info.longestRow = maxOverRanks(comm, longest);
  info.numMissingDiagonals = info.numRows - sumOverRanks(comm, stored);
  info.numNonPositiveDiagonals = sumOverRanks(comm, notPositive);
  info.smallestDiagonal = minOverRanks(comm, smallest);
  info.largestDiagonal = maxOverRanks(comm, largest);
  const double totalSize = sumOverRanks(comm, size), totalDifference = sumOverRanks(comm, difference);
  info.largestRowSum = maxOverRanks(comm, rowSum);
  info.asymmetry = totalSize > 0 ? std::abs(totalDifference) / totalSize : 0;
  return info;
}

bool canBeSolved(const MatrixInfo& info) {
  return info.asymmetry < 1e-13 && info.numMissingDiagonals + info.numNonPositiveDiagonals == 0;
}

bool takesConstantsToZero(const MatrixInfo& info) {
  return canBeSolved(info) && info.largestRowSum < 1e-14;
}

void printInfo(const std::string& name, const MatrixInfo& info, std::ostream& out) {
  const bool isSymmetric = info.asymmetry < 1e-13;
  out << name << '\n'
      << "  rows         " << info.numRows << '\n'
      << "  entries      " << info.numEntries << '\n'
      << "  row lengths  " << info.shortestRow << " .. " << info.longestRow << ", mean "
      << static_cast<double>(info.numEntries) / static_cast<double>(std::max(1LL, info.numRows)) << '\n'
      << "  diagonal     " << info.smallestDiagonal << " .. " << info.largestDiagonal;
  if (info.numMissingDiagonals > 0) out << ", " << info.numMissingDiagonals << " not stored";
  if (info.numNonPositiveDiagonals > 0) out << ", " << info.numNonPositiveDiagonals << " not positive";
  out << "\n  symmetric    " << (isSymmetric ? "yes" : "no") << "  (u^T A v against v^T A u: " << info.asymmetry
      << ")\n";
  if (takesConstantsToZero(info))
    out << "  Singular: the sum of every row is zero, as without boundary conditions. Solve it with\n"
           "  --set 'solver/null space=constants'.\n";
  else if (canBeSolved(info)) out << "  Whether it is positive definite only a solve can tell.\n";
  else out << "  Not a symmetric positive definite matrix: chronos solve will not take it.\n";
}

}  // namespace Chronos::Command
