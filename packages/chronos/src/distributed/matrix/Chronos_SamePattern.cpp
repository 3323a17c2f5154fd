// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SamePattern.hpp"

#include "Chronos_Communicator.hpp"

namespace Chronos {
namespace {

template <class Index>
struct CountDifferencesFunctor {
  Kokkos::View<const Index*, Device> a, b;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, long long& count) const { count += a(i) != b(i); }
};

template <class Index>
bool areEqual(const Kokkos::View<const Index*, Device>& a, const Kokkos::View<const Index*, Device>& b) {
  if (a.extent(0) != b.extent(0)) return false;
  if (a.data() == b.data()) return true;
  long long count = 0;
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_reduce("Chronos::samePattern", Policy(0, static_cast<std::int64_t>(a.extent(0))),
                          CountDifferencesFunctor<Index>{a, b}, count);
  return count == 0;
}

}  // namespace

bool samePattern(const DistMatrix<double>& A, const DistMatrix<double>& B) {
  if (!A.rowMap()->isSameAs(*B.rowMap()) || !A.domainMap()->isSameAs(*B.domainMap())) return false;
  const auto &a = A.local(), &b = B.local();
  const bool isSame = a.numRows == b.numRows && A.halo()->haloGlobals() == B.halo()->haloGlobals() &&
                      areEqual<Offset>(a.rowPtr, b.rowPtr) && areEqual<LocalOrdinal>(a.colInd, b.colInd);
  return minOverRanks(*A.rowMap()->getComm(), static_cast<long long>(isSame)) > 0;
}

}  // namespace Chronos
