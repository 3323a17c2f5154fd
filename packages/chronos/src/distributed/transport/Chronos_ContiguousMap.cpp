// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ContiguousMap.hpp"

#include "Chronos_LimitedWait.hpp"

namespace Chronos {

namespace {

// Tpetra asks all ranks what lies before them, and for the sum where it is not told.
Teuchos::RCP<const Map> makeMap(Tpetra::global_size_t numAll, std::size_t numHere, const Teuchos::RCP<const Comm>& comm,
                                GlobalOrdinal base) {
  const LimitedWait wait(*comm, "reduction");
  return Teuchos::rcp(new Map(numAll, numHere, base, comm));
}

}  // namespace

Teuchos::RCP<const Map> contiguousMap(std::size_t numHere, const Teuchos::RCP<const Comm>& comm, GlobalOrdinal base) {
  return makeMap(Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid(), numHere, comm, base);
}

Teuchos::RCP<const Map> contiguousMap(std::size_t numHere, long long numAll, const Teuchos::RCP<const Comm>& comm,
                                      GlobalOrdinal base) {
  return makeMap(static_cast<Tpetra::global_size_t>(numAll), numHere, comm, base);
}

}  // namespace Chronos
