// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleCopy.hpp"

namespace Chronos {
namespace {

using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

struct RoundFunctor {
  Kokkos::View<const double*, Device> values;
  Kokkos::View<float*, Device> rounded;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { rounded(i) = static_cast<float>(values(i)); }
};

}  // namespace

DistMatrix<float> singleCopy(const DistMatrix<double>& A) {
  const auto& local = A.local();
  auto rounded = allocate<Kokkos::View<float*, Device>>("Chronos::single values", local.numEntries());
  Kokkos::parallel_for("Chronos::singleCopy", EntryPolicy(0, static_cast<std::int64_t>(local.numEntries())),
                       RoundFunctor{local.values, rounded});
  return DistMatrix<float>(A, rounded);
}

}  // namespace Chronos
