// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockExchange.hpp"

namespace Chronos {
namespace {

template <class Row>
void startRows(const Teuchos::RCP<const HaloPattern>& pattern, Teuchos::RCP<HaloExchange<Row>>& exchange,
               const ConstBlock& x) {
  if (exchange.is_null()) exchange = Teuchos::rcp(new HaloExchange<Row>(pattern));
  exchange->start(Kokkos::View<const Row*, Device>(reinterpret_cast<const Row*>(x.data()), x.extent(0)));
}

template <class Row>
ConstBlock finishRows(HaloExchange<Row>& exchange) {
  const auto& rows = exchange.finish();
  return ConstBlock(reinterpret_cast<const double*>(rows.data()), rows.extent(0), sizeof(Row) / sizeof(double));
}

template <class Row>
std::size_t bytesOf(const Teuchos::RCP<HaloExchange<Row>>& exchange) {
  return exchange.is_null() ? 0 : exchange->numBytes();
}

}  // namespace

void BlockExchange::start(const ConstBlock& x) {
  width_ = widthOf(x);
  switch (width_) {
    case 1: return startRows(pattern_, one_, x);
    case 2: return startRows(pattern_, two_, x);
    case 4: return startRows(pattern_, four_, x);
    default: return startRows(pattern_, eight_, x);
  }
}

ConstBlock BlockExchange::finish() {
  switch (width_) {
    case 1: return finishRows(*one_);
    case 2: return finishRows(*two_);
    case 4: return finishRows(*four_);
    default: return finishRows(*eight_);
  }
}

std::size_t BlockExchange::numBytes() const {
  return bytesOf(one_) + bytesOf(two_) + bytesOf(four_) + bytesOf(eight_);
}

}  // namespace Chronos
