// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeNumbers.hpp"

#include <Teuchos_CommHelpers.hpp>
#include <Tpetra_Import.hpp>

namespace Chronos {
namespace {

using Import = Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node>;

// From 1 at each first row to how many are before it, in the order of the map.
void countBefore(TpetraMultiVector& marks) {
  const auto view = marks.getLocalViewHost(Tpetra::Access::ReadWrite);
  double here = 0, upToHere = 0;
  for (std::size_t i = 0; i < view.extent(0); ++i) here += view(i, 0);
  Teuchos::scan(*marks.getMap()->getComm(), Teuchos::REDUCE_SUM, 1, &here, &upToHere);
  double before = upToHere - here;
  for (std::size_t i = 0; i < view.extent(0); ++i) {
    const double mark = view(i, 0);
    view(i, 0) = before;
    before += mark;
  }
}

}  // namespace

Kokkos::View<GlobalOrdinal*, Device> numbersOfNodes(const Teuchos::RCP<const Map>& rows,
                                                    const Kokkos::View<LocalOrdinal*, Device>& firstRows) {
  const auto inOrder =
      Teuchos::rcp(new Map(rows->getGlobalNumElements(), rows->getMinAllGlobalIndex(), rows->getComm()));
  const auto first = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), firstRows);
  TpetraMultiVector marks(rows, 1), ordered(inOrder, 1);
  {
    const auto view = marks.getLocalViewHost(Tpetra::Access::ReadWrite);
    for (std::size_t node = 0; node < first.extent(0); ++node) view(first(node), 0) = 1;
  }
  const Import there(rows, inOrder), back(inOrder, rows);
  ordered.doImport(marks, there, Tpetra::INSERT);
  countBefore(ordered);
  marks.doImport(ordered, back, Tpetra::INSERT);
  const auto numbers = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::numbers of nodes", first.extent(0));
  const auto host = Kokkos::create_mirror_view(numbers);
  const auto view = marks.getLocalViewHost(Tpetra::Access::ReadOnly);
  for (std::size_t node = 0; node < first.extent(0); ++node)
    host(node) = static_cast<GlobalOrdinal>(view(first(node), 0));
  Kokkos::deep_copy(numbers, host);
  return numbers;
}

}  // namespace Chronos
