// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_JacobiOperator.hpp"

#include "Chronos_RowGroup.hpp"
#include "Chronos_RowLengths.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

constexpr double smallestShareOfDiagonal = 0.1;
constexpr double guard = 1e-10;

// How a row takes part.
struct RowRole {
  bool changes;    // false: a row of I
  bool takesWeak;  // weak entries stand for themselves
  bool hasDiagonal;
  double diagonal;  // with the weak entries, where they are not taken
  double magnitudes;
};

template <class Scalar, class DeviceType>
struct JacobiRowReader {
  JacobiRows<Scalar, DeviceType> rows;

  KOKKOS_INLINE_FUNCTION bool isStrong(Offset entry) const {
    return rows.strong.extent(0) == 0 || rows.strong(entry) != 0;
  }

  KOKKOS_INLINE_FUNCTION RowRole look(std::int64_t row) const {
    double diagonal = 0, weak = 0, strongMagnitudes = 0, weakMagnitudes = 0;
    bool hasDiagonal = false;
    for (Offset entry = rows.A.rowPtr(row); entry < rows.A.rowPtr(row + 1); ++entry) {
      const double value = static_cast<double>(rows.A.values(entry)), size = value < 0 ? -value : value;
      if (rows.A.colInd(entry) == rows.diagonalColumn(row)) {
        hasDiagonal = true;
        diagonal += value;
      } else if (isStrong(entry)) {
        strongMagnitudes += size;
      } else {
        weak += value;
        weakMagnitudes += size;
      }
    }
    const bool kept = rows.keptRow.extent(0) > 0 && rows.keptRow(row) != 0;
    RowRole role{!kept && diagonal > 0, false, hasDiagonal, diagonal + weak, 0};
    role.takesWeak = role.diagonal <= smallestShareOfDiagonal * diagonal * (1 + guard);
    if (role.takesWeak) role.diagonal = diagonal;
    role.magnitudes = role.diagonal + strongMagnitudes + (role.takesWeak ? weakMagnitudes : 0);
    return role;
  }

  KOKKOS_INLINE_FUNCTION bool isDiagonal(std::int64_t row, Offset entry) const {
    return rows.A.colInd(entry) == rows.diagonalColumn(row);
  }

  KOKKOS_INLINE_FUNCTION bool takes(const RowRole& role, std::int64_t row, Offset entry) const {
    return isDiagonal(row, entry) || (role.changes && (role.takesWeak || isStrong(entry)));
  }
};

template <class Scalar, class DeviceType>
struct CountJacobiFunctor {
  JacobiRowReader<Scalar, DeviceType> reader;
  Kokkos::View<Offset*, DeviceType> rowPtr;  // length of row r at r + 1
  Kokkos::View<RowRole*, DeviceType> roles;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const RowRole role = reader.look(row);
    roles(row) = role;
    Offset length = role.hasDiagonal ? 0 : 1;
    for (Offset entry = reader.rows.A.rowPtr(row); entry < reader.rows.A.rowPtr(row + 1); ++entry)
      if (reader.takes(role, row, entry)) ++length;
    rowPtr(row + 1) = length;
  }
};

// Lanes of a group take neighbouring entries.
template <class Scalar, class DeviceType, int width>
struct FillJacobiFunctor {
  JacobiRowReader<Scalar, DeviceType> reader;
  double omega;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const RowRole*, DeviceType> roles;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const RowGroup<width> group(item);
    const std::int64_t row = item / width;
    const RowRole role = roles(row);
    const Scalar diagonal = static_cast<Scalar>(role.changes ? 1 - omega : 1);
    const double factor = role.changes ? -omega / role.diagonal : 0;
    const Offset end = reader.rows.A.rowPtr(row + 1);
    Offset next = rowPtr(row);
    for (Offset first = reader.rows.A.rowPtr(row); first < end; first += width) {
      const Offset entry = first + group.lane;
      const bool isTaken = entry < end && reader.takes(role, row, entry);
      const Offset place = next + group.numBefore(isTaken);
      if (isTaken) {
        colInd(place) = reader.rows.A.colInd(entry);
        values(place) = reader.isDiagonal(row, entry)
                            ? diagonal
                            : static_cast<Scalar>(factor * static_cast<double>(reader.rows.A.values(entry)));
      }
      next += group.count(isTaken);
    }
    if (role.hasDiagonal || group.lane != 0) return;
    colInd(next) = reader.rows.diagonalColumn(row);
    values(next) = diagonal;
  }
};

template <class Scalar, class DeviceType>
struct RowRatioFunctor {
  JacobiRowReader<Scalar, DeviceType> reader;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, double& largest) const {
    const RowRole role = reader.look(row);
    if (role.changes && role.magnitudes > largest * role.diagonal) largest = role.magnitudes / role.diagonal;
  }
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> jacobiOperator(const typename DeviceType::execution_space& space,
                                             const JacobiRows<Scalar, DeviceType>& rows, double omega) {
  const LocalOrdinal numRows = rows.A.numRows;
  const JacobiRowReader<Scalar, DeviceType> reader{rows};
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::Jacobi row pointers", numRows + 1);
  const auto roles = allocate<Kokkos::View<RowRole*, DeviceType>>("Chronos::roles of rows", numRows);
  Kokkos::parallel_for("Chronos::jacobiOperator::count", Policy<DeviceType>(space, 0, numRows),
                       CountJacobiFunctor<Scalar, DeviceType>{reader, rowPtr, roles});
  const Offset numEntries = sumLengths<DeviceType>(space, rowPtr, numRows);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::Jacobi columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::Jacobi values", numEntries);
  constexpr int width = runsOnHost<DeviceType> ? 1 : 32;
  Kokkos::parallel_for("Chronos::jacobiOperator::fill", Policy<DeviceType>(space, 0, std::int64_t(numRows) * width),
                       FillJacobiFunctor<Scalar, DeviceType, width>{reader, omega, rowPtr, roles, colInd, values});
  return {numRows, rows.A.numCols, rowPtr, colInd, values};
}

template <class Scalar, class DeviceType>
double gershgorinBound(const typename DeviceType::execution_space& space, const JacobiRows<Scalar, DeviceType>& rows) {
  double largest = 0;
  if (rows.A.numRows == 0) return largest;
  Kokkos::parallel_reduce("Chronos::gershgorinBound", Policy<DeviceType>(space, 0, rows.A.numRows),
                          RowRatioFunctor<Scalar, DeviceType>{{rows}}, Kokkos::Max<double>(largest));
  return largest > 0 ? largest : 0;
}

#define CHRONOS_JACOBIOPERATOR(SCALAR, DEVICE)                                                                         \
  template CsrMatrix<SCALAR, DEVICE> jacobiOperator(const DEVICE::execution_space&, const JacobiRows<SCALAR, DEVICE>&, \
                                                    double);                                                           \
  template double gershgorinBound(const DEVICE::execution_space&, const JacobiRows<SCALAR, DEVICE>&);
#define CHRONOS_JACOBIOPERATOR_ALL(DEVICE) \
  CHRONOS_JACOBIOPERATOR(double, DEVICE)   \
  CHRONOS_JACOBIOPERATOR(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_JACOBIOPERATOR_ALL)

}  // namespace Chronos
