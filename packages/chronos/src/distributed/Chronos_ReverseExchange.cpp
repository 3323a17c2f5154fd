// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ReverseExchange.hpp"

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
    if (combination == Combination::sum)
      entry = static_cast<T>(entry + value);
    else if (value > entry)
      entry = value;
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
void ReverseExchange<T>::communicate(const T* send, T* received) const {
  const MPI_Comm comm = rawComm(*pattern_->domainMap()->getComm());
  std::vector<MPI_Request> requests;
  for (const auto& destination : pattern_->destinations()) {
    requests.emplace_back();
    MPI_Irecv(received + destination.begin, static_cast<int>(destination.size * sizeof(T)), MPI_BYTE,
              destination.rank, reverseTag, comm, &requests.back());
  }
  for (const auto& source : pattern_->sources()) {
    requests.emplace_back();
    MPI_Isend(send + source.begin, static_cast<int>(source.size * sizeof(T)), MPI_BYTE, source.rank,
              reverseTag, comm, &requests.back());
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

template <class T>
void ReverseExchange<T>::combine(const Kokkos::View<const T*, Device>& halo,
                                 const Kokkos::View<T*, Device>& owned, Combination combination) {
  if (pattern_->numHalo() == 0 && received_.extent(0) == 0) return;
  const Device::execution_space space;
  if (!deviceAware_) Kokkos::deep_copy(space, sendStage_, halo);
  // Also ends the last delivery, which reads the stage that the receives write.
  space.fence();
  communicate(deviceAware_ ? halo.data() : sendStage_.data(),
              deviceAware_ ? received_.data() : receivedStage_.data());
  if (!deviceAware_) Kokkos::deep_copy(space, received_, receivedStage_);
  for (const auto& destination : pattern_->destinations())
    Kokkos::parallel_for(
        "Chronos::ReverseExchange::combine",
        Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(
            space, 0, static_cast<int>(destination.size)),
        CombineFunctor<T>{pattern_->sendIndices(), received_, destination.begin, combination, owned});
}

template class ReverseExchange<LocalOrdinal>;
template class ReverseExchange<char>;

}  // namespace Chronos
