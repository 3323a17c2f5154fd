// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ReverseExchange.hpp"

namespace Chronos {
namespace {

// One destination at a time: an owned entry stands once in its list, so that no two threads meet.
template <class T>
struct CombineFunctor {
  Kokkos::View<const LocalOrdinal*, Device> indices;
  Kokkos::View<const T*, Device> received;
  std::size_t begin;
  Combination combination;
  Kokkos::View<T*, Device> owned;

  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const T value = received(begin + i);
    T& entry = owned(indices(begin + i));
    if (combination == Combination::sum) entry = static_cast<T>(entry + value);
    else if (value > entry) entry = value;
  }
};

}  // namespace

template <class T>
ReverseExchange<T>::ReverseExchange(const Teuchos::RCP<const HaloPattern>& pattern)
    : pattern_(pattern),
      received_(allocate<Buffer>("Chronos::reverse buffer", pattern->sendIndices().extent(0))),
      channel_(pattern->transport().open({pattern->destinations(), pattern->sources(), sizeof(T)})) {}

template <class T>
void ReverseExchange<T>::combine(const Kokkos::View<const T*, Device>& halo, const Kokkos::View<T*, Device>& owned,
                                 Combination combination) {
  const Device::execution_space space;
  channel_->start(halo.data(), received_.data());
  channel_->finish();
  for (const auto& destination : pattern_->destinations())
    Kokkos::parallel_for("Chronos::ReverseExchange::combine",
                         Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(
                             space, 0, static_cast<int>(destination.size)),
                         CombineFunctor<T>{pattern_->sendIndices(), received_, destination.begin, combination, owned});
}

template class ReverseExchange<LocalOrdinal>;
template class ReverseExchange<char>;

}  // namespace Chronos
