// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ReverseExchange.hpp"

#include "Chronos_SegmentMessages.hpp"

namespace Chronos {
namespace {

constexpr int reverseTag = 7303;

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
    : pattern_(pattern), deviceAware_(deviceAwareMpi()) {
  const std::size_t numReceived = pattern_->sendIndices().extent(0);
  received_ = allocate<Buffer>("Chronos::reverse buffer", numReceived);
  if (deviceAware_) return;
  sendStage_ = allocate<PinnedBuffer>("Chronos::reverse send stage", pattern_->numHalo());
  receivedStage_ = allocate<PinnedBuffer>("Chronos::reverse stage", numReceived);
}

template <class T>
void ReverseExchange<T>::combine(const Kokkos::View<const T*, Device>& halo, const Kokkos::View<T*, Device>& owned,
                                 Combination combination) {
  if (pattern_->numHalo() == 0 && received_.extent(0) == 0) return;
  const Device::execution_space space;
  if (!deviceAware_) Kokkos::deep_copy(space, sendStage_, halo);
  // Also ends the last delivery, which reads the stage that the receives write.
  space.fence();
  std::vector<MPI_Request> requests;
  startMessages(*pattern_->domainMap()->getComm(), pattern_->destinations(),
                deviceAware_ ? received_.data() : receivedStage_.data(), pattern_->sources(),
                deviceAware_ ? halo.data() : sendStage_.data(), sizeof(T), reverseTag, requests);
  finishMessages(requests);
  if (!deviceAware_) Kokkos::deep_copy(space, received_, receivedStage_);
  for (const auto& destination : pattern_->destinations())
    Kokkos::parallel_for("Chronos::ReverseExchange::combine",
                         Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(
                             space, 0, static_cast<int>(destination.size)),
                         CombineFunctor<T>{pattern_->sendIndices(), received_, destination.begin, combination, owned});
}

template class ReverseExchange<LocalOrdinal>;
template class ReverseExchange<char>;

}  // namespace Chronos
