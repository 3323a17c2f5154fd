// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GroupLaunch.hpp"
#include "Chronos_MatrixProductGroups.hpp"
#include "Chronos_ProductWalk.hpp"
#include "Chronos_RowBins.hpp"

namespace Chronos {
namespace {

// Sums first, they are the wider type; `slots` says where the entries of the row are.
template <class Scalar>
struct SumTable {
  Scalar* sums;
  KeyTable keys;
  LocalOrdinal* slots;

  static KOKKOS_INLINE_FUNCTION SumTable at(char* memory, int logSize) {
    const std::size_t size = std::size_t(1) << logSize;
    Scalar* const sums = reinterpret_cast<Scalar*>(memory);
    LocalOrdinal* const keys = reinterpret_cast<LocalOrdinal*>(sums + size);
    return {sums, {keys, logSize}, keys + size};
  }
  static std::size_t bytes(int logSize, double fill) {
    const std::size_t size = std::size_t(1) << logSize;
    const std::size_t slots = static_cast<std::size_t>(double(size) * fill) + 1;
    return (size * (sizeof(Scalar) + sizeof(LocalOrdinal)) + slots * sizeof(LocalOrdinal) + 7) / 8 * 8;
  }
};

template <class Scalar>
struct AddProducts {
  static constexpr bool needsValues = true;
  const SumTable<Scalar>& table;
  const LaneOwner& owner;

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal col, Scalar product) const {
    table.sums[table.keys.find(col)] += product;
  }
  // The next row of B may put another lane on the same column.
  KOKKOS_INLINE_FUNCTION void endOfRow() const { owner.sync(); }
};

template <class Scalar, class DeviceType>
struct RowValuesFunctor : TableRows {
  ProductWalk<Scalar, DeviceType> walk;
  MatrixProductPlan<DeviceType> plan;
  RowBin<DeviceType> bin;
  Kokkos::View<Scalar*, DeviceType> values;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LaneOwner owner = LaneOwner::of(team.team_rank(), width);
    forEachRow(team, [&](std::int64_t item, char* table) {
      fill(owner, item < 0 ? -1 : bin.row(item), SumTable<Scalar>::at(table, bin.logSize));
    });
  }

  KOKKOS_INLINE_FUNCTION void fill(const LaneOwner& owner, LocalOrdinal row, const SumTable<Scalar>& table) const {
    const Offset begin = row < 0 ? 0 : plan.rowPtr(row);
    const int length = row < 0 ? 0 : static_cast<int>(plan.rowPtr(row + 1) - begin);
    for (std::uint32_t i = owner.lane; i < table.keys.size(); i += owner.width) {
      table.keys.keys[i] = KeyTable::empty;
      table.sums[i] = 0;
    }
    owner.sync();
    int added = 0;
    for (int i = owner.lane; i < length; i += owner.width)
      table.slots[i] = static_cast<LocalOrdinal>(table.keys.insert(plan.colInd(begin + i), added));
    owner.sync();
    AddProducts<Scalar> add{table, owner};
    walk(owner, row, add);
    for (int i = owner.lane; i < length; i += owner.width) values(begin + i) = table.sums[table.slots[i]];
    owner.sync();
  }
};

template <class DeviceType>
struct RowLengthsFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    lengths(row) = static_cast<LocalOrdinal>(rowPtr(row + 1) - rowPtr(row));
  }
};

}  // namespace

template <class Scalar, class DeviceType>
Kokkos::View<Scalar*, DeviceType> valuesByGroups(const typename DeviceType::execution_space& space,
                                                 const MatrixProductPlan<DeviceType>& plan,
                                                 const CsrMatrix<Scalar, DeviceType>& A,
                                                 const SegmentedRows<Scalar, DeviceType>& B,
                                                 const GroupProductOptions& options) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::product values", plan.colInd.extent(0));
  if (values.extent(0) == 0) return values;
  const auto lengths = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::product row lengths", A.numRows);
  Kokkos::parallel_for("Chronos::multiplyAgain::lengths", Policy(space, 0, A.numRows),
                       RowLengthsFunctor<DeviceType>{plan.rowPtr, lengths});
  for (const auto& bin : binRows<DeviceType>(space, lengths, options.fill)) {
    const TableLaunch launch{productGroupWidth(B, options),
                             false,
                             options.teamSize,
                             SumTable<Scalar>::bytes(bin.logSize, options.fill),
                             bin.logSize <= options.valuesGroupLog,
                             options.globalBytes};
    launchWithTables<DeviceType>("Chronos::multiplyAgain::values", space, bin.numRows, launch,
                                 RowValuesFunctor<Scalar, DeviceType>{{}, {A, B}, plan, bin, values});
  }
  return values;
}

#define CHRONOS_VALUES(SCALAR, DEVICE)                                                                    \
  template Kokkos::View<SCALAR*, DEVICE> valuesByGroups(                                                  \
      const DEVICE::execution_space&, const MatrixProductPlan<DEVICE>&, const CsrMatrix<SCALAR, DEVICE>&, \
      const SegmentedRows<SCALAR, DEVICE>&, const GroupProductOptions&);
#define CHRONOS_VALUES_ALL(DEVICE) \
  CHRONOS_VALUES(double, DEVICE)   \
  CHRONOS_VALUES(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_VALUES_ALL)

}  // namespace Chronos
