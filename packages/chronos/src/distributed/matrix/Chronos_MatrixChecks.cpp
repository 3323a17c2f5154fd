// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixChecks.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_Transpose.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <climits>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Relative to the diagonal-scaled size of the matrix; entries assembled in another order differ by far less.
constexpr double symmetryTolerance = 1e-8;

// Twice the first row with an entry that is none, or once more the first with two entries in a column.
struct FirstWrongFunctor {
  CsrMatrix<double, Device> A;

  // Rows whose columns do not ascend: a column whose bit is there already is looked for among those before it.
  KOKKOS_INLINE_FUNCTION bool isAnyRepeated(int row) const {
    constexpr int numWords = 16, wordBits = 64;
    std::uint64_t seen[numWords] = {};
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const auto col = static_cast<std::uint32_t>(A.colInd(entry));
      const std::uint32_t hash = (col * 2654435769u) >> 22;  // Knuth, multiplicative
      std::uint64_t& word = seen[hash / wordBits];
      const std::uint64_t bit = std::uint64_t(1) << (hash % wordBits);
      for (Offset before = A.rowPtr(row); (word & bit) != 0 && before < entry; ++before)
        if (A.colInd(before) == A.colInd(entry)) return true;
      word |= bit;
    }
    return false;
  }

  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& first) const {
    bool isFinite = true, ascends = true;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const double value = A.values(entry);
      if (!(value - value == 0)) isFinite = false;
      if (entry > A.rowPtr(row) && A.colInd(entry) <= A.colInd(entry - 1)) ascends = false;
    }
    if (isFinite && (ascends || !isAnyRepeated(row))) return;
    const long long found = 2 * static_cast<long long>(row) + (isFinite ? 1 : 0);
    if (found < first) first = found;
  }
};

// NaN is below any number.
struct FirstBelowFunctor {
  Kokkos::View<const double*, Device> diagonal;
  double least;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& first) const {
    if (!(diagonal(row) >= least) && row < first) first = row;
  }
};

struct RandomVectorFunctor {
  RandomNumbers random;
  Kokkos::View<const double*, Device> diagonal;
  Kokkos::View<double*, Device> x;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    using std::sqrt;
    x(row) = random(row) / sqrt(diagonal(row));
  }
};

std::string rowMessage(const DistMatrix<double>& A, int row, const std::string& what) {
  if (row == INT_MAX) return "";
  return "Row " + std::to_string(A.rowMap()->getGlobalElement(row)) + " of the matrix (counted from 0) " + what;
}

// The entry of A - A^T that is largest relative to its row and column, as text; only called when one exists.
std::string asymmetryMessage(const DistMatrix<double>& A, const std::vector<double>& diagonal) {
  const DistMatrix<double> T = transpose(A);
  const auto aMatrix = A.local(), tMatrix = T.local();
  const auto aPtr = toVector(aMatrix.rowPtr), tPtr = toVector(tMatrix.rowPtr);
  const auto aCol = toVector(aMatrix.colInd), tCol = toVector(tMatrix.colInd);
  const auto aVal = toVector(aMatrix.values), tVal = toVector(tMatrix.values);
  const auto aHalo = A.halo()->haloGlobals(), tHalo = T.halo()->haloGlobals();
  const auto globalOf = [&](const DistMatrix<double>& M, LocalOrdinal col) {
    if (col < M.numOwnedCols()) return M.domainMap()->getGlobalElement(col);
    return (&M == &A ? aHalo : tHalo)[col - M.numOwnedCols()];
  };
  double worst = 0;
  std::ostringstream text;
  for (LocalOrdinal row = 0; row < A.numRows(); ++row) {
    std::map<GlobalOrdinal, std::pair<double, double>> entries;
    for (Offset e = aPtr[row]; e < aPtr[row + 1]; ++e) entries[globalOf(A, aCol[e])].first += aVal[e];
    for (Offset e = tPtr[row]; e < tPtr[row + 1]; ++e) entries[globalOf(T, tCol[e])].second += tVal[e];
    for (const auto& [col, pair] : entries) {
      const double difference = std::abs(pair.first - pair.second) / diagonal[row];
      if (difference <= worst) continue;
      worst = difference;
      text.str("");
      text.precision(17);
      text << "The matrix is not symmetric: entry (" << A.rowMap()->getGlobalElement(row) << ", " << col << ") is "
           << pair.first << " but entry (" << col << ", " << A.rowMap()->getGlobalElement(row) << ") is " << pair.second
           << " (indices from 0). Chronos solves symmetric positive definite systems; if only rounding is to blame, "
              "give (A + A^T) / 2; `solver/method` = fgmres and bicgstab take others, with a `type` that is not auto "
              "or amg.";
    }
  }
  const double worstOfAll = maxOverRanks(*A.rowMap()->getComm(), worst);
  return worst == worstOfAll ? text.str() : "";
}

// What is wrong with the entries of a row: of the first such row on this rank, INT_MAX where there is none.
struct WrongEntries {
  int notFinite = INT_MAX, repeated = INT_MAX;
  bool exist() const { return notFinite != INT_MAX || repeated != INT_MAX; }
};

WrongEntries firstWrongEntries(const DistMatrix<double>& A) {
  long long first = LLONG_MAX;
  Kokkos::parallel_reduce("Chronos::checkMatrix::entries", RowPolicy(0, A.numRows()), FirstWrongFunctor{A.local()},
                          Kokkos::Min<long long>(first));
  WrongEntries wrong;
  if (first != LLONG_MAX) (first % 2 == 0 ? wrong.notFinite : wrong.repeated) = static_cast<int>(first / 2);
  return wrong;
}

int firstBelow(const Kokkos::View<const double*, Device>& diagonal, double least) {
  int first = INT_MAX;
  Kokkos::parallel_reduce("Chronos::checkMatrix::diagonal", RowPolicy(0, static_cast<int>(diagonal.extent(0))),
                          FirstBelowFunctor{diagonal, least}, Kokkos::Min<int>(first));
  return first;
}

// Of a matrix with a row that is wrong on some rank. Collective.
void throwWhatIsWrong(const DistMatrix<double>& A, const Kokkos::View<const double*, Device>& diagonal,
                      const WrongEntries& entries, int small) {
  const Comm& comm = *A.rowMap()->getComm();
  throwIfAny(comm, rowMessage(A, entries.notFinite, "holds a NaN or an infinity: check the assembly."));
  throwIfAny(comm, rowMessage(A, entries.repeated,
                              "holds two entries in one column: add them up. fillComplete() does so for entries that "
                              "were inserted, not for arrays that are handed over."));
  throwIfAny(comm,
             rowMessage(A, firstBelow(diagonal, std::numeric_limits<double>::denorm_min()),
                        "has no positive diagonal entry: the matrix is not positive definite. Remove constrained "
                        "unknowns or give them a positive diagonal; turn the sign of a negative definite matrix."));
  throwIfAny(comm, rowMessage(A, small,
                              "has a diagonal entry below 2.2e-308, where double loses digits and inverses overflow: "
                              "multiply matrix and right-hand side by a power of ten."));
}

// This rank's part of v^T A u - u^T A v. Collective: of two products.
double asymmetryOnRank(const DistMatrix<double>& A, const Kokkos::View<const double*, Device>& diagonal) {
  const Device::execution_space space;
  const std::size_t n = static_cast<std::size_t>(A.numRows());
  const auto u = allocate<Vector>("Chronos::u", n), v = allocate<Vector>("Chronos::v", n),
             Au = allocate<Vector>("Chronos::Au", n), Av = allocate<Vector>("Chronos::Av", n);
  const auto localMap = A.rowMap()->getLocalMap();
  Kokkos::parallel_for("Chronos::checkMatrix::u", RowPolicy(0, A.numRows()),
                       RandomVectorFunctor{{localMap, 1}, diagonal, u});
  Kokkos::parallel_for("Chronos::checkMatrix::v", RowPolicy(0, A.numRows()),
                       RandomVectorFunctor{{localMap, 2}, diagonal, v});
  A.apply<double>(u, Au);
  A.apply<double>(v, Av);
  return blockDot<Device>(space, v, Au) - blockDot<Device>(space, u, Av);
}

}  // namespace

// Sizes and the sameness of maps are known to all ranks alike.
void checkShape(const TpetraCrsMatrix& matrix) {
  throwIfAny(*matrix.getMap()->getComm(),
             matrix.isFillComplete()
                 ? ""
                 : "The matrix is not fill complete: call fillComplete() before giving it to Chronos.");
  const auto numRows = matrix.getRangeMap()->getGlobalNumElements(),
             numCols = matrix.getDomainMap()->getGlobalNumElements();
  if (numRows != numCols)
    throw InputError("The matrix is " + std::to_string(numRows) + " x " + std::to_string(numCols) +
                     ": Chronos needs a square one.");
  if (numRows == 0) throw InputError("The matrix is empty: it has no rows.");
  if (!matrix.getRowMap()->isSameAs(*matrix.getRangeMap()) || !matrix.getRowMap()->isSameAs(*matrix.getDomainMap()))
    throw InputError(
        "Row, range and domain map of the matrix differ: Chronos needs vectors distributed like the rows. Call "
        "fillComplete(rowMap, rowMap).");
}

void checkMatrix(const DistMatrix<double>& A, bool isSymmetric) {
  const auto diagonal = diagonalOf(A);
  const WrongEntries entries = firstWrongEntries(A);
  const int small = firstBelow(diagonal, std::numeric_limits<double>::min());
  long long numWrong = entries.exist() || small != INT_MAX ? 1 : 0;
  JointReduction all;
  all.sum(numWrong);
  double difference = 0;
  if (isSymmetric) difference = asymmetryOnRank(A, diagonal);
  all.sum(difference);
  all.reduce(*A.rowMap()->getComm());
  if (numWrong > 0) throwWhatIsWrong(A, diagonal, entries, small);
  // Three standard deviations of the sum that rounding would give are far below this.
  const double size = std::sqrt(double(A.rowMap()->getGlobalNumElements()));
  if (isSymmetric && std::abs(difference) > symmetryTolerance * size)
    throwIfAny(*A.rowMap()->getComm(), asymmetryMessage(A, toVector(diagonal)));
}

}  // namespace Chronos
