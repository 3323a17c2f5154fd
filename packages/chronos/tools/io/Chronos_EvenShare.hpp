// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EVENSHARE_HPP
#define CHRONOS_EVENSHARE_HPP

#include "Chronos_Types.hpp"

#include <algorithm>

namespace Chronos {

/// \brief Rows handed out in order, the first n % ranks ranks one more: what Tpetra's Map(n, 0, comm) does.
///
/// Says by arithmetic who owns a row, without asking anybody.
class EvenShare {
 public:
  EvenShare(GlobalOrdinal n, int ranks) : n_(n), each_(n / ranks), larger_(n % ranks) {}

  GlobalOrdinal numRows() const { return n_; }
  /// First row of a rank; that of rank `ranks` is n.
  GlobalOrdinal first(int rank) const { return each_ * rank + std::min<GlobalOrdinal>(rank, larger_); }
  GlobalOrdinal count(int rank) const { return each_ + (rank < larger_ ? 1 : 0); }
  int owner(GlobalOrdinal row) const {
    const GlobalOrdinal inLarger = larger_ * (each_ + 1);
    return static_cast<int>(row < inLarger ? row / (each_ + 1) : larger_ + (row - inLarger) / each_);
  }
  Teuchos::RCP<const Map> map(const Teuchos::RCP<const Comm>& comm) const {
    return Teuchos::rcp(new Map(static_cast<Tpetra::global_size_t>(n_), 0, comm));
  }

 private:
  GlobalOrdinal n_, each_, larger_;
};

}  // namespace Chronos

#endif
