// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockExchange.hpp"

namespace Chronos {
namespace {

KOKKOS_INLINE_FUNCTION double scaled(double factor, double entry) {
  return factor * entry;
}

template <int width>
KOKKOS_INLINE_FUNCTION PackedRow<width> scaled(double factor, const PackedRow<width>& row) {
  PackedRow<width> result;
  for (int c = 0; c < width; ++c) result.entry[c] = factor * row.entry[c];
  return result;
}

template <class Row>
struct PackScaledFunctor {
  double omega;
  ConstVector d;
  Kokkos::View<const Row*, Device> b;
  Kokkos::View<const LocalOrdinal*, Device> indices;
  Kokkos::View<Row*, Device> buffer;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const LocalOrdinal row = indices(i);
    buffer(i) = scaled(omega * d(row), b(row));
  }
};

template <class Row>
ConstBlock rowsAsBlock(const Kokkos::View<const Row*, Device>& rows) {
  return ConstBlock(reinterpret_cast<const double*>(rows.data()), rows.extent(0), sizeof(Row) / sizeof(double));
}

template <class Row>
std::size_t bytesOf(const Teuchos::RCP<HaloExchange<Row>>& exchange) {
  return exchange.is_null() ? 0 : exchange->numBytes();
}

}  // namespace

template <class Row, class Start>
void BlockExchange::startRows(Teuchos::RCP<HaloExchange<Row>>& exchange, const ConstBlock& x, const Start& start) {
  if (exchange.is_null()) exchange = Teuchos::rcp(new HaloExchange<Row>(pattern_));
  start(*exchange, Kokkos::View<const Row*, Device>(reinterpret_cast<const Row*>(x.data()), x.extent(0)));
}

template <class Start>
void BlockExchange::startBlock(const ConstBlock& x, const Start& start) {
  width_ = widthOf(x);
  switch (width_) {
    case 1: return startRows(one_, x, start);
    case 2: return startRows(two_, x, start);
    case 4: return startRows(four_, x, start);
    default: return startRows(eight_, x, start);
  }
}

void BlockExchange::start(const ConstBlock& x) {
  startBlock(x, [](auto& exchange, const auto& rows) { exchange.start(rows); });
}

void BlockExchange::startScaled(double omega, const ConstVector& d, const ConstBlock& b) {
  startBlock(b, [&](auto& exchange, const auto& rows) {
    using Row = typename std::decay_t<decltype(rows)>::non_const_value_type;
    const auto& buffer = exchange.sendBuffer();
    const int numSend = static_cast<int>(buffer.extent(0));
    if (numSend > 0)
      Kokkos::parallel_for("Chronos::BlockExchange::packScaled",
                           Kokkos::RangePolicy<Device::execution_space>(Device::execution_space(), 0, numSend),
                           PackScaledFunctor<Row>{omega, d, rows, pattern_->sendIndices(), buffer});
    exchange.send();
  });
}

template <class Finish>
ConstBlock BlockExchange::finishBlock(const Finish& finish) {
  switch (width_) {
    case 1: return rowsAsBlock(finish(*one_));
    case 2: return rowsAsBlock(finish(*two_));
    case 4: return rowsAsBlock(finish(*four_));
    default: return rowsAsBlock(finish(*eight_));
  }
}

ConstBlock BlockExchange::finish() {
  return finishBlock([](auto& exchange) { return exchange.finish(); });
}

ConstBlock BlockExchange::finishUnawaited(HaloWait& wait) {
  return finishBlock([&](auto& exchange) { return exchange.finishUnawaited(wait); });
}

std::size_t BlockExchange::numBytes() const {
  return bytesOf(one_) + bytesOf(two_) + bytesOf(four_) + bytesOf(eight_);
}

}  // namespace Chronos
