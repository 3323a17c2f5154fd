// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EVENSHARE_HPP
#define CHRONOS_EVENSHARE_HPP

#include "Chronos_Types.hpp"

#include <algorithm>

namespace Chronos {

/// \brief Rows handed out in order, node by node, the first (number of nodes) % ranks ranks one node more. With one row
/// a node what Tpetra's Map(n, 0, comm) does.
///
/// Says by arithmetic who owns a row, without asking anybody.
class EvenShare {
 public:
  /// \param rowsPerNode at least 1; the last node has fewer when n is no multiple
  EvenShare(GlobalOrdinal n, int ranks, GlobalOrdinal rowsPerNode = 1)
      : n_(n), rowsPerNode_(rowsPerNode), each_(numNodes() / ranks), larger_(numNodes() % ranks) {}

  GlobalOrdinal numRows() const { return n_; }
  /// First row of a rank; that of rank `ranks` is n.
  GlobalOrdinal first(int rank) const {
    return std::min<GlobalOrdinal>(n_, rowsPerNode_ * (each_ * rank + std::min<GlobalOrdinal>(rank, larger_)));
  }
  GlobalOrdinal count(int rank) const { return first(rank + 1) - first(rank); }
  int owner(GlobalOrdinal row) const {
    const GlobalOrdinal node = row / rowsPerNode_, inLarger = larger_ * (each_ + 1);
    return static_cast<int>(node < inLarger ? node / (each_ + 1) : larger_ + (node - inLarger) / each_);
  }
  Teuchos::RCP<const Map> map(const Teuchos::RCP<const Comm>& comm) const {
    const auto n = static_cast<Tpetra::global_size_t>(n_);
    return Teuchos::rcp(rowsPerNode_ == 1 ? new Map(n, 0, comm)
                                          : new Map(n, static_cast<std::size_t>(count(comm->getRank())), 0, comm));
  }

 private:
  GlobalOrdinal numNodes() const { return (n_ + rowsPerNode_ - 1) / rowsPerNode_; }

  GlobalOrdinal n_, rowsPerNode_, each_, larger_;
};

}  // namespace Chronos

#endif
