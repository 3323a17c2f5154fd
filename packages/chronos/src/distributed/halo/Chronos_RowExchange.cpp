// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowExchange.hpp"

#include "Chronos_EntryChunks.hpp"
#include "Chronos_RowPlaces.hpp"

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

struct RowLengthFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const LocalOrdinal*, Device> rows;
  Kokkos::View<LocalOrdinal*, Device> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const LocalOrdinal row = rows(i);
    lengths(i) = static_cast<LocalOrdinal>(rowPtr(row + 1) - rowPtr(row));
  }
};

template <class T>
struct GatherFunctor {
  Kokkos::View<const T*, Device> items;
  Kokkos::View<const Offset*, Device> indices;
  Kokkos::View<T*, Device> packed;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { packed(i) = items(indices(i)); }
};

struct SendEntriesFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const LocalOrdinal*, Device> rows;
  EntryChunks chunks;
  Kokkos::View<const Offset*, Device> sendRowPtr;
  Kokkos::View<Offset*, Device> entries;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    LocalOrdinal i = rowOfEntry(sendRowPtr, static_cast<LocalOrdinal>(rows.extent(0)), chunks.begin(chunk));
    for (Offset packed = chunks.begin(chunk); packed < chunks.end(chunk); ++packed) {
      while (packed >= sendRowPtr(i + 1)) ++i;
      entries(packed) = rowPtr(rows(i)) + (packed - sendRowPtr(i));
    }
  }
};

}  // namespace

RowExchange::RowExchange(const HaloPattern& halo, const Kokkos::View<const Offset*, Device>& rowPtr) : halo_(halo) {
  const Kokkos::View<const LocalOrdinal*, Device> rows = halo.sendIndices();
  HaloExchange<LocalOrdinal> lengthExchange(Teuchos::rcpFromRef(halo));
  Kokkos::parallel_for("Chronos::RowExchange::lengths", RangePolicy(0, static_cast<std::int64_t>(rows.extent(0))),
                       RowLengthFunctor{rowPtr, rows, lengthExchange.sendBuffer()});
  lengthExchange.send();

  const auto sendRowPtr = sumLengths(lengthExchange.sendBuffer());
  const EntrySegments sent = inEntries(halo.destinations(), sendRowPtr);
  destinations_ = sent.segments;
  const auto entries = allocate<Kokkos::View<Offset*, Device>>("Chronos::entries to send", sent.numEntries);
  const EntryChunks chunks = dealEntries<Device>(Device::execution_space(), sent.numEntries);
  Kokkos::parallel_for("Chronos::RowExchange::sendEntries", RangePolicy(0, chunks.numChunks()),
                       SendEntriesFunctor{rowPtr, rows, chunks, sendRowPtr, entries});
  sendEntries_ = entries;

  receivedRowPtr_ = sumLengths(lengthExchange.finish());
  const EntrySegments received = inEntries(halo.sources(), receivedRowPtr_);
  sources_ = received.segments;
  numReceived_ = received.numEntries;
}

template <class T>
Kokkos::View<T*, Device> RowExchange::pack(const Kokkos::View<const T*, Device>& items) const {
  const auto packed = allocate<Kokkos::View<T*, Device>>("Chronos::packed items", sendEntries_.extent(0));
  Kokkos::parallel_for("Chronos::RowExchange::gather", RangePolicy(0, static_cast<std::int64_t>(packed.extent(0))),
                       GatherFunctor<T>{items, sendEntries_, packed});
  return packed;
}

template <class T>
Kokkos::View<T*, Device> RowExchange::exchange(const Kokkos::View<T*, Device>& packed) const {
  const auto received = allocate<Kokkos::View<T*, Device>>("Chronos::received items", numReceived_);
  const auto channel = halo_.transport().open({sources_, destinations_, sizeof(T)});
  channel->start(packed.data(), received.data());
  channel->finish();
  return received;
}

#define CHRONOS_EXCHANGEENTRIES(T) \
  template Kokkos::View<T*, Device> RowExchange::exchange<T>(const Kokkos::View<T*, Device>&) const;
#define CHRONOS_ROWEXCHANGE(T)                                                                         \
  template Kokkos::View<T*, Device> RowExchange::pack<T>(const Kokkos::View<const T*, Device>&) const; \
  CHRONOS_EXCHANGEENTRIES(T)
CHRONOS_ROWEXCHANGE(double)
CHRONOS_ROWEXCHANGE(float)
CHRONOS_ROWEXCHANGE(char)
CHRONOS_EXCHANGEENTRIES(NamedEntry<double>)
CHRONOS_EXCHANGEENTRIES(NamedEntry<float>)

}  // namespace Chronos
