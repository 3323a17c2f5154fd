// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TESTCOMM_HPP
#define CHRONOS_TESTCOMM_HPP

#include "Chronos_Types.hpp"

#include <Tpetra_Core.hpp>

namespace Chronos::Test {

inline Teuchos::RCP<const Comm> world() {
  return Tpetra::getDefaultComm();
}

/// Contiguous map with about n / ranks rows a rank.
inline Teuchos::RCP<const Map> evenMap(Tpetra::global_size_t n) {
  return Teuchos::rcp(new Map(n, 0, world()));
}

/// Contiguous map whose middle rank (the last of two) owns nothing when there are two ranks or more.
inline Teuchos::RCP<const Map> mapWithEmptyRank(GlobalOrdinal n) {
  const int ranks = world()->getSize();
  if (ranks == 1) return evenMap(n);
  const int empty = ranks / 2, workers = ranks - 1;
  const int worker = world()->getRank() < empty ? world()->getRank() : world()->getRank() - 1;
  const GlobalOrdinal mine = world()->getRank() == empty ? 0 : n / workers + (worker < n % workers ? 1 : 0);
  return Teuchos::rcp(new Map(n, static_cast<std::size_t>(mine), 0, world()));
}

}  // namespace Chronos::Test

#endif
