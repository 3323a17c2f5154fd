// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SINGLEEXCHANGE_HPP
#define CHRONOS_SINGLEEXCHANGE_HPP

#include "Chronos_HaloPattern.hpp"

namespace Chronos {

/// \brief Exchanges of the halo of vectors in single precision, one at a time; see HaloExchange.
///
/// Buffers are made when the first vector comes by, and kept: most matrices never see one.
class SingleExchange {
 public:
  explicit SingleExchange(const Teuchos::RCP<const HaloPattern>& pattern) : pattern_(pattern) {}

  /// Sends the entries of x that others need; x is neither written nor released until finish(). Collective.
  void start(const Kokkos::View<const float*, Device>& x) {
    if (exchange_.is_null()) exchange_ = Teuchos::rcp(new HaloExchange<float>(pattern_));
    exchange_->start(x);
  }
  /// Waits for the entries of the halo, which are valid until the next start.
  Kokkos::View<const float*, Device> finish() { return exchange_->finish(); }
  /// finish() for a kernel that waits itself: see Channel::finishUnawaited().
  Kokkos::View<const float*, Device> finishUnawaited(HaloWait& wait) { return exchange_->finishUnawaited(wait); }
  /// Of the buffers.
  std::size_t numBytes() const { return exchange_.is_null() ? 0 : exchange_->numBytes(); }

 private:
  Teuchos::RCP<const HaloPattern> pattern_;
  Teuchos::RCP<HaloExchange<float>> exchange_;
};

}  // namespace Chronos

#endif
