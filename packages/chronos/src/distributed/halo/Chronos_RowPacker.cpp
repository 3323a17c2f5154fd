// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowPacker.hpp"

#include "Chronos_ExtractRows.hpp"
#include "Chronos_HostCopy.hpp"

namespace Chronos {
namespace {

struct GlobalColumnFunctor {
  Map::local_map_type domainMap;
  LocalOrdinal numOwned;
  Kokkos::View<const GlobalOrdinal*, Device> haloGlobals;
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  Kokkos::View<GlobalOrdinal*, Device> globalColInd;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    const LocalOrdinal col = colInd(entry);
    globalColInd(entry) = col < numOwned ? domainMap.getGlobalElement(col) : haloGlobals(col - numOwned);
  }
};

}  // namespace

RowPacker::RowPacker(const DistMatrix<double>& A) : A_(A), haloGlobals_(A.halo()->globals()) {}

std::vector<char> RowPacker::pack(const std::vector<LocalOrdinal>& rows) const {
  const Device::execution_space space;
  const CsrMatrix<double, Device> extracted =
      extractRows<double, Device>(space, A_.local(), toView("Chronos::rows to send", rows));
  const auto deviceColInd =
      allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::global columns", extracted.numEntries());
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("Chronos::RowPacker::globalColumns",
                       Policy(space, 0, static_cast<std::int64_t>(extracted.numEntries())),
                       GlobalColumnFunctor{A_.domainMap()->getLocalMap(), A_.numOwnedCols(), haloGlobals_,
                                           extracted.colInd, deviceColInd});
  const std::vector<Offset> rowPtr = toVector(extracted.rowPtr);
  const std::vector<GlobalOrdinal> globalColInd = toVector(deviceColInd);
  const std::vector<double> values = toVector(extracted.values);

  std::vector<GlobalOrdinal> globals;
  for (const LocalOrdinal row : rows) globals.push_back(A_.rowMap()->getGlobalElement(row));
  std::vector<char> bytes;
  const Offset numRows = rows.size();
  append(bytes, &numRows, 1);
  append(bytes, globals.data(), globals.size());
  append(bytes, rowPtr.data(), rowPtr.size());
  append(bytes, globalColInd.data(), globalColInd.size());
  append(bytes, values.data(), values.size());
  return bytes;
}

void unpackRows(const std::vector<char>& bytes, ReceivedRows& rows) {
  std::size_t position = 0;
  const Offset numRows = extract<Offset>(bytes, position, 1)[0];
  const auto globals = extract<GlobalOrdinal>(bytes, position, numRows);
  const auto rowPtr = extract<Offset>(bytes, position, numRows + 1);
  const auto globalColInd = extract<GlobalOrdinal>(bytes, position, rowPtr.back());
  const auto values = extract<double>(bytes, position, rowPtr.back());
  const Offset first = rows.rowPtr.back();
  rows.globals.insert(rows.globals.end(), globals.begin(), globals.end());
  for (Offset i = 1; i <= numRows; ++i) rows.rowPtr.push_back(first + rowPtr[i]);
  rows.globalColInd.insert(rows.globalColInd.end(), globalColInd.begin(), globalColInd.end());
  rows.values.insert(rows.values.end(), values.begin(), values.end());
}

}  // namespace Chronos
