// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ContiguousMap.hpp"

#include "Chronos_LimitedWait.hpp"

namespace Chronos {

Teuchos::RCP<const Map> contiguousMap(std::size_t numHere, const Teuchos::RCP<const Comm>& comm, GlobalOrdinal base) {
  const auto sumOfRanks = Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid();
  const LimitedWait wait(*comm, "reduction");  // Tpetra asks all ranks for the sum
  return Teuchos::rcp(new Map(sumOfRanks, numHere, base, comm));
}

}  // namespace Chronos
