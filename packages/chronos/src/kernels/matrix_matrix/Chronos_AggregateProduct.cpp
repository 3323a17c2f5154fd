// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AggregateProduct.hpp"

#include "Chronos_RowTableLaunch.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SortRows.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

template <class Scalar, class DeviceType>
struct AggregateOperands {
  CsrMatrix<Scalar, DeviceType> R, A;
  AggregateColumns<Scalar, DeviceType> P;

  KOKKOS_INLINE_FUNCTION LocalOrdinal column(Offset entry) const { return P.aggregates(A.colInd(entry)); }

  // Entries of A that lead out of an aggregate end in as many columns at most, those within it in one: a bound that is
  // close for stencils, so that small tables do.
  KOKKOS_INLINE_FUNCTION LocalOrdinal bound(LocalOrdinal aggregate) const {
    std::int64_t numLeaving = 0;
    const Offset begin = R.rowPtr(aggregate), end = R.rowPtr(aggregate + 1);
    if (begin == end) return 0;
    const LocalOrdinal own = P.aggregates.extent(0) > std::size_t(R.colInd(begin)) ? P.aggregates(R.colInd(begin)) : -1;
    for (Offset member = begin; member < end; ++member) {
      const LocalOrdinal row = R.colInd(member);
      for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
        const LocalOrdinal col = column(entry);
        numLeaving += col >= 0 && col != own;
      }
    }
    return static_cast<LocalOrdinal>(numLeaving < P.numCols ? numLeaving + 1 : P.numCols);
  }
};

template <class Scalar, class DeviceType>
struct BoundFunctor {
  AggregateOperands<Scalar, DeviceType> operands;
  LocalOrdinal shortest;  // that needs a table
  Kokkos::View<LocalOrdinal*, DeviceType> bounds, isShort;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const LocalOrdinal bound = operands.bound(static_cast<LocalOrdinal>(row));
    isShort(row) = bound > 0 && bound < shortest;
    bounds(row) = bound < shortest ? 0 : bound;
  }
};

// Finds the columns of one row of the product, then the sums.
template <class Group, class Table, class Scalar, class DeviceType>
struct AggregateRow {
  const Group& group;
  Table& table;
  const AggregateOperands<Scalar, DeviceType>& in;

  KOKKOS_INLINE_FUNCTION void findColumns(LocalOrdinal aggregate) const {
    table.clear(group);
    for (Offset member = in.R.rowPtr(aggregate); member < in.R.rowPtr(aggregate + 1); ++member) {
      const LocalOrdinal row = in.R.colInd(member);
      for (Offset entry = in.A.rowPtr(row) + group.lane; entry < in.A.rowPtr(row + 1); entry += Group::width) {
        const LocalOrdinal col = in.column(entry);
        if (col >= 0) table.insert(col);
      }
    }
    group.sync();
  }

  KOKKOS_INLINE_FUNCTION void sum(LocalOrdinal aggregate) const {
    for (Offset member = in.R.rowPtr(aggregate); member < in.R.rowPtr(aggregate + 1); ++member) {
      const LocalOrdinal row = in.R.colInd(member);
      const Scalar factor = in.R.values(member);
      const Offset end = in.A.rowPtr(row + 1);
      for (Offset base = in.A.rowPtr(row); base < end; base += Group::width) {
        const Offset entry = base + group.lane;
        const LocalOrdinal col = entry < end ? in.column(entry) : -1;
        const int slot = col >= 0 ? table.find(col) : -1;
        const Scalar product = col >= 0 ? factor * in.A.values(entry) * in.P.values(in.A.colInd(entry)) : Scalar(0);
        add(slot, product, end - base < Offset(Group::width) ? static_cast<int>(end - base) : Group::width);
      }
    }
  }

  // Several lanes may have something for the same sum: the first of them adds it up in the order of the lanes.
  KOKKOS_INLINE_FUNCTION void add(int slot, Scalar product, int numLanes) const {
    bool isFirst = slot >= 0;
    Scalar total = isFirst ? table.weight(slot) : Scalar(0);
    for (int lane = 0; lane < numLanes; ++lane) {
      const int other = group.broadcast(slot, lane);
      const Scalar part = group.broadcast(product, lane);
      if (other != slot) continue;
      if (lane < group.lane) isFirst = false;
      total += part;
    }
    group.sync();
    if (isFirst) table.weight(slot) = total;
    group.sync();
  }
};

template <class Scalar, class DeviceType>
struct CountColumns {
  AggregateOperands<Scalar, DeviceType> operands;
  Kokkos::View<Offset*, DeviceType> rowPtr;  // length of row i at i + 1

  template <class Group, class Table>
  KOKKOS_INLINE_FUNCTION void operator()(const Group& group, Table& table, LocalOrdinal row) const {
    AggregateRow<Group, Table, Scalar, DeviceType>{group, table, operands}.findColumns(row);
    int size = 0;
    for (int slot = group.lane; slot < table.numSlots(); slot += Group::width)
      if (table.column(slot) >= 0) ++size;
    size = group.sum(size);
    if (group.lane == 0) rowPtr(row + 1) = static_cast<Offset>(size);
  }
};

template <class Scalar, class DeviceType>
struct FillRows {
  AggregateOperands<Scalar, DeviceType> operands;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  template <class Group, class Table>
  KOKKOS_INLINE_FUNCTION void operator()(const Group& group, Table& table, LocalOrdinal row) const {
    const AggregateRow<Group, Table, Scalar, DeviceType> former{group, table, operands};
    former.findColumns(row);
    former.sum(row);
    const int size = table.compact(group);
    for (int slot = group.lane; slot < size; slot += Group::width) {
      const Offset entry = rowPtr(row) + static_cast<Offset>(table.placeOf(slot, size));
      colInd(entry) = table.column(slot);
      values(entry) = table.weight(slot);
    }
  }
};

// A sum that no compiler contracts with the product before it, as where lanes hand products on.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar plainSum(Scalar a, Scalar b) {
#ifdef __CUDA_ARCH__
  if constexpr (sizeof(Scalar) == sizeof(double)) return __dadd_rn(a, b);
  else return __fadd_rn(a, b);
#else
  return a + b;
#endif
}

// Rows of so few columns that one thread holds them, in ascending order: pairs of stencils have a dozen.
template <class Scalar, class DeviceType>
struct ShortRow {
  static constexpr int mostColumns = 32;

  LocalOrdinal columns[mostColumns];
  Scalar sums[mostColumns];
  int size = 0;

  KOKKOS_INLINE_FUNCTION void form(const AggregateOperands<Scalar, DeviceType>& in, LocalOrdinal aggregate) {
    int place = 0;
    for (Offset member = in.R.rowPtr(aggregate); member < in.R.rowPtr(aggregate + 1); ++member) {
      const LocalOrdinal row = in.R.colInd(member);
      const Scalar factor = in.R.values(member);
      for (Offset entry = in.A.rowPtr(row); entry < in.A.rowPtr(row + 1); ++entry) {
        const LocalOrdinal fine = in.A.colInd(entry), col = in.P.aggregates(fine);
        if (col < 0) continue;
        place = seek(col, place);
        sums[place] = plainSum(sums[place], factor * in.A.values(entry) * in.P.values(fine));
      }
    }
  }

 private:
  // Neighbours come one after the other more often than not.
  KOKKOS_INLINE_FUNCTION int seek(LocalOrdinal col, int place) {
    while (place > 0 && columns[place - 1] >= col) --place;
    while (place < size && columns[place] < col) ++place;
    if (place < size && columns[place] == col) return place;
    for (int i = size; i > place; --i) {
      columns[i] = columns[i - 1];
      sums[i] = sums[i - 1];
    }
    columns[place] = col;
    sums[place] = 0;
    ++size;
    return place;
  }
};

// Counts where there are lengths, or fills.
template <class Scalar, class DeviceType>
struct ShortRowsFunctor {
  AggregateOperands<Scalar, DeviceType> operands;
  Kokkos::View<const LocalOrdinal*, DeviceType> isShort;
  Kokkos::View<Offset*, DeviceType> lengths;  // that of row i at i + 1
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    if (isShort(row) == 0) return;
    ShortRow<Scalar, DeviceType> former;
    former.form(operands, static_cast<LocalOrdinal>(row));
    if (lengths.extent(0) > 0) {
      lengths(row + 1) = static_cast<Offset>(former.size);
      return;
    }
    for (int i = 0; i < former.size; ++i) {
      colInd(rowPtr(row) + Offset(i)) = former.columns[i];
      values(rowPtr(row) + Offset(i)) = former.sums[i];
    }
  }
};

template <class DeviceType>
struct RowPtrFunctor {
  Kokkos::View<Offset*, DeviceType> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Offset& sum, bool final) const {
    sum += rowPtr(row + 1);
    if (final) rowPtr(row + 1) = sum;
  }
};

template <class Scalar, class DeviceType>
class AggregateProducer {
 public:
  using Space = typename DeviceType::execution_space;

  AggregateProducer(const Space& space, const AggregateOperands<Scalar, DeviceType>& operands)
      : space_(space), operands_(operands), launch_(space, operands.R.numRows, operands.P.numCols) {
    if constexpr (!runsOnHost<DeviceType>) {
      const auto bounds =
          allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::aggregate row bounds", operands.R.numRows);
      const auto isShort =
          allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::short aggregate rows", operands.R.numRows);
      Kokkos::parallel_for(
          "Chronos::aggregateProduct::bounds", Policy<DeviceType>(space, 0, operands.R.numRows),
          BoundFunctor<Scalar, DeviceType>{operands, ShortRow<Scalar, DeviceType>::mostColumns + 1, bounds, isShort});
      isShort_ = isShort;
      launch_.useTables(bounds);
    }
  }

  Kokkos::View<const Offset*, DeviceType> rowPtr() const {
    const auto rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::aggregate product row pointers",
                                                                         operands_.R.numRows + 1);
    launch_.forEachRow("Chronos::aggregateProduct::count", CountColumns<Scalar, DeviceType>{operands_, rowPtr});
    forShortRows("Chronos::aggregateProduct::countShort", {operands_, isShort_, rowPtr, {}, {}, {}});
    Kokkos::parallel_scan("Chronos::aggregateProduct::rowPtr", Policy<DeviceType>(space_, 0, operands_.R.numRows),
                          RowPtrFunctor<DeviceType>{rowPtr});
    return rowPtr;
  }

  CsrMatrix<Scalar, DeviceType> fill(const Kokkos::View<const Offset*, DeviceType>& rowPtr) const {
    Offset numEntries = 0;
    Kokkos::deep_copy(numEntries, Kokkos::subview(rowPtr, operands_.R.numRows));
    const auto colInd =
        allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::aggregate product columns", numEntries);
    const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::aggregate product values", numEntries);
    launch_.forEachRow("Chronos::aggregateProduct::fill",
                       FillRows<Scalar, DeviceType>{operands_, rowPtr, colInd, values});
    forShortRows("Chronos::aggregateProduct::fillShort", {operands_, isShort_, {}, rowPtr, colInd, values});
    // A host's tables list columns as they come.
    if constexpr (runsOnHost<DeviceType>) sortRows<LocalOrdinal, Scalar, DeviceType>(space_, rowPtr, colInd, values);
    return {operands_.R.numRows, operands_.P.numCols, rowPtr, colInd, values};
  }

 private:
  // A host has a table a thread for all rows.
  void forShortRows(const char* label, const ShortRowsFunctor<Scalar, DeviceType>& functor) const {
    if constexpr (!runsOnHost<DeviceType>)
      Kokkos::parallel_for(label, Policy<DeviceType>(space_, 0, operands_.R.numRows), functor);
  }

  Space space_;
  AggregateOperands<Scalar, DeviceType> operands_;
  RowTableLaunch<Scalar, DeviceType> launch_;
  Kokkos::View<const LocalOrdinal*, DeviceType> isShort_;
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> aggregateProduct(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<Scalar, DeviceType>& R,
                                               const CsrMatrix<Scalar, DeviceType>& A,
                                               const AggregateColumns<Scalar, DeviceType>& P) {
  if (R.numRows == 0 || P.numCols == 0)
    return {R.numRows,
            P.numCols,
            allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::no rows", R.numRows + 1),
            {},
            {}};
  const AggregateProducer<Scalar, DeviceType> producer(space, {R, A, P});
  return producer.fill(producer.rowPtr());
}

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> aggregateProductAgain(const typename DeviceType::execution_space& space,
                                                    const CsrMatrix<Scalar, DeviceType>& former,
                                                    const CsrMatrix<Scalar, DeviceType>& R,
                                                    const CsrMatrix<Scalar, DeviceType>& A,
                                                    const AggregateColumns<Scalar, DeviceType>& P) {
  CsrMatrix<Scalar, DeviceType> product = former;
  if (former.numEntries() > 0)
    product.values = AggregateProducer<Scalar, DeviceType>(space, {R, A, P}).fill(former.rowPtr).values;
  return product;
}

#define CHRONOS_AGGREGATEPRODUCT(SCALAR, DEVICE)                                                          \
  template CsrMatrix<SCALAR, DEVICE> aggregateProduct(                                                    \
      const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, const CsrMatrix<SCALAR, DEVICE>&, \
      const AggregateColumns<SCALAR, DEVICE>&);                                                           \
  template CsrMatrix<SCALAR, DEVICE> aggregateProductAgain(                                               \
      const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, const CsrMatrix<SCALAR, DEVICE>&, \
      const CsrMatrix<SCALAR, DEVICE>&, const AggregateColumns<SCALAR, DEVICE>&);
#define CHRONOS_AGGREGATEPRODUCT_ALL(DEVICE) \
  CHRONOS_AGGREGATEPRODUCT(double, DEVICE)   \
  CHRONOS_AGGREGATEPRODUCT(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_AGGREGATEPRODUCT_ALL)

}  // namespace Chronos
