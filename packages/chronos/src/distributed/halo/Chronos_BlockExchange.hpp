// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKEXCHANGE_HPP
#define CHRONOS_BLOCKEXCHANGE_HPP

#include "Chronos_Block.hpp"
#include "Chronos_BoundaryRow.hpp"
#include "Chronos_HaloPattern.hpp"
#include "Chronos_PackedProduct.hpp"

namespace Chronos {

/// \brief Exchanges of the halo of blocks of any width, one at a time; see HaloExchange.
///
/// Buffers of a width are made when it first comes by, and kept.
class BlockExchange {
 public:
  explicit BlockExchange(const Teuchos::RCP<const HaloPattern>& pattern) : pattern_(pattern) {}

  const Teuchos::RCP<const HaloPattern>& pattern() const { return pattern_; }

  /// \brief Sends the rows of x that others need; x is neither written nor released until finish(). Collective.
  /// \param x 1, 2, 4 or 8 columns
  void start(const ConstBlock& x);
  /// \brief start(omega d .* b), which need not lie anywhere. Collective with start() of others.
  /// \param d owned entries, the same for all columns
  void startScaled(double omega, const ConstVector& d, const ConstBlock& b);
  /// Waits for the rows of the halo; the result, as wide as x was, is valid until the next start.
  ConstBlock finish();
  /// finish() for a kernel that waits itself: see Channel::finishUnawaited().
  ConstBlock finishUnawaited(HaloWait& wait);
  /// Of the buffers.
  std::size_t numBytes() const;

 private:
  template <class Row, class Start>
  void startRows(Teuchos::RCP<HaloExchange<Row>>& exchange, const ConstBlock& x, const Start& start);
  template <class Start>
  void startBlock(const ConstBlock& x, const Start& start);
  template <class Finish>
  ConstBlock finishBlock(const Finish& finish);

  Teuchos::RCP<const HaloPattern> pattern_;
  int width_ = 1;
  Teuchos::RCP<HaloExchange<double>> one_;
  Teuchos::RCP<HaloExchange<PackedRow<2>>> two_;
  Teuchos::RCP<HaloExchange<PackedRow<4>>> four_;
  Teuchos::RCP<HaloExchange<PackedRow<8>>> eight_;
};

/// \brief Ends an exchange for the kernel of boundary rows that follows, which does `wait` before it reads; where there
/// are none no kernel follows that could wait.
template <class Exchange>
auto finishFor(const BoundaryRows<Device>& boundary, Exchange& exchange, HaloWait& wait) {
  return boundary.size() > 0 ? exchange.finishUnawaited(wait) : exchange.finish();
}

}  // namespace Chronos

#endif
