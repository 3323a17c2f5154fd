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

template <class Scalar>
RowPacker<Scalar>::RowPacker(const DistMatrix<double>& A)
    : A_(A), haloGlobals_(toView("Chronos::halo globals", A.halo()->haloGlobals())) {}

template <class Scalar>
std::vector<char> RowPacker<Scalar>::pack(const std::vector<LocalOrdinal>& rows, GlobalOrdinal lastCol) const {
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

  std::vector<GlobalOrdinal> globals, keptColInd;
  std::vector<Offset> keptRowPtr{0};
  std::vector<Scalar> keptValues;
  keptColInd.reserve(globalColInd.size());
  keptValues.reserve(values.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    globals.push_back(A_.rowMap()->getGlobalElement(rows[i]));
    for (Offset entry = rowPtr[i]; entry < rowPtr[i + 1]; ++entry) {
      if (globalColInd[entry] > lastCol) continue;
      keptColInd.push_back(globalColInd[entry]);
      keptValues.push_back(static_cast<Scalar>(values[entry]));
    }
    keptRowPtr.push_back(keptColInd.size());
  }
  std::vector<char> bytes;
  const Offset numRows = rows.size();
  append(bytes, &numRows, 1);
  append(bytes, globals.data(), globals.size());
  append(bytes, keptRowPtr.data(), keptRowPtr.size());
  append(bytes, keptColInd.data(), keptColInd.size());
  append(bytes, keptValues.data(), keptValues.size());
  return bytes;
}

template <class Scalar>
void unpackRows(const std::vector<char>& bytes, ReceivedRows<Scalar>& rows) {
  std::size_t position = 0;
  const Offset numRows = extract<Offset>(bytes, position, 1)[0];
  const auto globals = extract<GlobalOrdinal>(bytes, position, numRows);
  const auto rowPtr = extract<Offset>(bytes, position, numRows + 1);
  const auto globalColInd = extract<GlobalOrdinal>(bytes, position, rowPtr.back());
  const auto values = extract<Scalar>(bytes, position, rowPtr.back());
  const Offset first = rows.rowPtr.back();
  rows.globals.insert(rows.globals.end(), globals.begin(), globals.end());
  for (Offset i = 1; i <= numRows; ++i) rows.rowPtr.push_back(first + rowPtr[i]);
  rows.globalColInd.insert(rows.globalColInd.end(), globalColInd.begin(), globalColInd.end());
  rows.values.insert(rows.values.end(), values.begin(), values.end());
}

template class RowPacker<double>;
template class RowPacker<float>;
template void unpackRows(const std::vector<char>&, ReceivedRows<double>&);
template void unpackRows(const std::vector<char>&, ReceivedRows<float>&);

}  // namespace Chronos
