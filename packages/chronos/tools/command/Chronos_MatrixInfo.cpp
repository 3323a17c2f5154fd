// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixInfo.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_MatrixChecks.hpp"
#include "Chronos_SymmetricPart.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_WrapText.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <sstream>
#include <utility>

namespace Chronos::Command {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// This rank's rows, until share() makes them those of all.
class RowScan {
 public:
  explicit RowScan(const TpetraCrsMatrix& matrix) : matrix_(matrix), local_(matrix.getLocalMatrixHost()) {
    for (LocalOrdinal row = 0; row < local_.numRows(); ++row) look(row);
  }

  // Collective.
  void share(MatrixInfo& info) const {
    const Comm& comm = *matrix_.getComm();
    info.numRows = static_cast<long long>(matrix_.getGlobalNumRows());
    info.numEntries = static_cast<long long>(matrix_.getGlobalNumEntries());
    info.shortestRow = minOverRanks(comm, shortest_);
    info.longestRow = maxOverRanks(comm, longest_);
    info.numNaN = sumOverRanks(comm, numNaN_);
    info.numInfinite = sumOverRanks(comm, numInfinite_);
    info.numMissingDiagonals = info.numRows - sumOverRanks(comm, numDiagonals_);
    info.numNaNDiagonals = sumOverRanks(comm, numNaNDiagonals_);
    info.numNonPositiveDiagonals = sumOverRanks(comm, numNonPositive_);
    info.numFiniteDiagonals = sumOverRanks(comm, numFinite_);
    info.smallestDiagonal = -maxOverRanks(comm, -smallest_);
    info.largestDiagonal = maxOverRanks(comm, largest_);
    info.largestRowSum = maxOverRanks(comm, rowSum_);
  }

 private:
  void look(LocalOrdinal row) {
    const LocalOrdinal ownCol = matrix_.getColMap()->getLocalElement(matrix_.getRowMap()->getGlobalElement(row));
    const auto begin = local_.graph.row_map(row), end = local_.graph.row_map(row + 1);
    shortest_ = std::min(shortest_, static_cast<long long>(end - begin));
    longest_ = std::max(longest_, static_cast<long long>(end - begin));
    double sum = 0, magnitudes = 0;
    for (auto entry = begin; entry < end; ++entry) {
      const double value = local_.values(entry);
      sum += value;
      magnitudes += std::abs(value);
      numNaN_ += std::isnan(value);
      numInfinite_ += std::isinf(value);
      if (local_.graph.entries(entry) == ownCol) takeDiagonal(value);
    }
    if (magnitudes > 0) rowSum_ = std::max(rowSum_, std::abs(sum) / magnitudes);
  }

  void takeDiagonal(double value) {
    ++numDiagonals_;
    numNaNDiagonals_ += std::isnan(value);
    numNonPositive_ += value <= 0;
    if (!std::isfinite(value)) return;
    ++numFinite_;
    smallest_ = std::min(smallest_, value);
    largest_ = std::max(largest_, value);
  }

  const TpetraCrsMatrix& matrix_;
  decltype(std::declval<const TpetraCrsMatrix&>().getLocalMatrixHost()) local_;
  long long shortest_ = std::numeric_limits<long long>::max(), longest_ = 0;
  long long numNaN_ = 0, numInfinite_ = 0, numDiagonals_ = 0, numNaNDiagonals_ = 0, numNonPositive_ = 0, numFinite_ = 0;
  double smallest_ = infinity, largest_ = -infinity, rowSum_ = 0;
};

// By the checks of a solve themselves, so that it cannot say otherwise. Collective.
std::string refusalOf(const TpetraCrsMatrix& matrix) {
  try {
    checkShape(matrix);
    checkMatrix(fromTpetra(matrix));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool isFinite(const MatrixInfo& info) {
  return info.numNaN + info.numInfinite == 0;
}

std::string diagonalText(const MatrixInfo& info) {
  std::ostringstream text;
  if (info.numFiniteDiagonals > 0) text << info.smallestDiagonal << " .. " << info.largestDiagonal;
  else text << "no number";
  if (info.numMissingDiagonals > 0) text << ", " << info.numMissingDiagonals << " not stored";
  if (info.numNaNDiagonals > 0) text << ", " << info.numNaNDiagonals << " NaN";
  if (info.numNonPositiveDiagonals > 0) text << ", " << info.numNonPositiveDiagonals << " not positive";
  return text.str();
}

std::string symmetryText(const MatrixInfo& info) {
  if (!isFinite(info)) return "unknown: not all entries are finite";
  const Asymmetry& asymmetry = info.asymmetry;
  if (asymmetry.numPairs == 0) return "yes, bit by bit";
  std::ostringstream text;
  text << (canBeSolved(info) || asymmetry.largest <= symmetryTolerance ? "yes, but for " : "no: ") << asymmetry.numPairs
       << (asymmetry.numPairs == 1 ? " pair" : " pairs") << " of entries, by up to " << asymmetry.largest
       << (info.numNonPositiveDiagonals + info.numMissingDiagonals == 0 ? " of the diagonal"
                                                                        : " of the diagonal or entries")
       << ":\n               " << asymmetry.pair;
  return text.str();
}

void printRefusal(const std::string& refusal, std::ostream& out) {
  out << "  chronos solve will not take it:\n";
  constexpr std::size_t width = 96;
  std::istringstream lines(wrapText(refusal, width));
  for (std::string line; std::getline(lines, line);) out << "    " << line << '\n';
}

}  // namespace

MatrixInfo inspect(const TpetraCrsMatrix& matrix) {
  MatrixInfo info;
  RowScan(matrix).share(info);
  const bool isSquare = matrix.getGlobalNumRows() == matrix.getGlobalNumCols();
  if (isSquare && info.numEntries > 0 && isFinite(info)) info.asymmetry = asymmetryOf(matrix);
  info.refusal = refusalOf(matrix);
  return info;
}

bool canBeSolved(const MatrixInfo& info) {
  return info.refusal.empty();
}

bool takesConstantsToZero(const MatrixInfo& info) {
  return canBeSolved(info) && info.largestRowSum < 1e-14;
}

void printInfo(const std::string& name, const MatrixInfo& info, std::ostream& out) {
  out << name << '\n' << "  rows         " << info.numRows << '\n' << "  entries      " << info.numEntries << '\n';
  if (info.numEntries == 0) out << "  empty        " << (info.numRows == 0 ? "no rows" : "no entries") << '\n';
  else {
    out << "  row lengths  " << info.shortestRow << " .. " << info.longestRow << ", mean "
        << static_cast<double>(info.numEntries) / static_cast<double>(info.numRows) << '\n'
        << "  diagonal     " << diagonalText(info) << '\n';
    if (!isFinite(info)) out << "  not finite   " << info.numNaN << " NaN, " << info.numInfinite << " infinite\n";
    out << "  symmetric    " << symmetryText(info) << '\n';
  }
  if (!canBeSolved(info)) printRefusal(info.refusal, out);
  else if (takesConstantsToZero(info))
    out << "  Singular: the sum of every row is zero, as without boundary conditions. Solve it with\n"
           "  --set 'solver/null space=constants'.\n";
  else out << "  Whether it is positive definite only a solve can tell.\n";
}

}  // namespace Chronos::Command
