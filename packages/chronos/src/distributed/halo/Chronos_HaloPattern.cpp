// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloPattern.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_PackedProduct.hpp"
#include "Chronos_SegmentMessages.hpp"

#include <cstdlib>
#include <string>

namespace Chronos {
namespace {

constexpr int haloTag = 7302;

template <class Scalar>
struct PackFunctor {
  Kokkos::View<const Scalar*, Device> x;
  Kokkos::View<const LocalOrdinal*, Device> indices;
  Kokkos::View<Scalar*, Device> buffer;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { buffer(i) = x(indices(i)); }
};

}  // namespace

bool deviceAwareMpi() {
  static const bool aware = [] {
    const char* value = std::getenv("CHRONOS_DEVICE_AWARE_MPI");
    return value != nullptr && std::string(value) == "1";
  }();
  return aware;
}

HaloPattern::HaloPattern(const Teuchos::RCP<const Map>& domainMap, std::vector<GlobalOrdinal> haloGlobals,
                         const std::vector<int>& haloOwners)
    : domainMap_(domainMap), haloGlobals_(std::move(haloGlobals)) {
  Kokkos::Profiling::pushRegion("Chronos::HaloPattern");
  std::vector<Message> requests;
  for (std::size_t h = 0; h < haloGlobals_.size(); ++h) {
    if (sources_.empty() || sources_.back().rank != haloOwners[h]) {
      sources_.push_back({haloOwners[h], h, 0});
      requests.push_back({haloOwners[h], {}});
    }
    ++sources_.back().size;
    append(requests.back().bytes, &haloGlobals_[h], 1);
  }
  std::vector<LocalOrdinal> sendIndices;
  for (const Message& wish : exchangeSparse(*domainMap_->getComm(), requests)) {
    std::size_t position = 0;
    const auto wanted = extract<GlobalOrdinal>(wish.bytes, position, wish.bytes.size() / sizeof(GlobalOrdinal));
    destinations_.push_back({wish.rank, sendIndices.size(), wanted.size()});
    for (GlobalOrdinal global : wanted) sendIndices.push_back(domainMap_->getLocalElement(global));
  }
  sendIndices_ = toView("Chronos::send indices", sendIndices);
  Kokkos::Profiling::popRegion();
}

template <class Scalar>
HaloExchange<Scalar>::HaloExchange(const Teuchos::RCP<const HaloPattern>& pattern)
    : pattern_(pattern), deviceAware_(deviceAwareMpi()) {
  const std::size_t numSend = pattern_->sendIndices().extent(0);
  sendBuffer_ = allocate<Buffer>("Chronos::send buffer", numSend);
  halo_ = allocate<Buffer>("Chronos::halo", pattern_->numHalo());
  haloConst_ = halo_;
  if (deviceAware_) return;
  sendStage_ = allocate<PinnedBuffer>("Chronos::send stage", numSend);
  haloStage_ = allocate<PinnedBuffer>("Chronos::halo stage", pattern_->numHalo());
}

template <class Scalar>
HaloExchange<Scalar>::~HaloExchange() {
  if (!requests_.empty()) finishMessages(requests_);
}

template <class Scalar>
void HaloExchange<Scalar>::start(const Kokkos::View<const Scalar*, Device>& x) {
  const int numSend = static_cast<int>(sendBuffer_.extent(0));
  if (numSend == 0 && pattern_->numHalo() == 0) return;
  const Device::execution_space space;
  if (numSend > 0) {
    Kokkos::parallel_for("Chronos::HaloExchange::pack", Kokkos::RangePolicy<Device::execution_space>(space, 0, numSend),
                         PackFunctor<Scalar>{x, pattern_->sendIndices(), sendBuffer_});
    if (!deviceAware_) Kokkos::deep_copy(space, sendStage_, sendBuffer_);
  }
  // Also ends the last delivery, which reads the stage that the receives below write.
  space.fence();

  startMessages(*pattern_->domainMap()->getComm(), pattern_->sources(), deviceAware_ ? halo_.data() : haloStage_.data(),
                pattern_->destinations(), deviceAware_ ? sendBuffer_.data() : sendStage_.data(), sizeof(Scalar),
                haloTag, requests_);
}

template <class Scalar>
const Kokkos::View<const Scalar*, Device>& HaloExchange<Scalar>::finish() {
  finishMessages(requests_);
  if (!deviceAware_ && pattern_->numHalo() > 0) Kokkos::deep_copy(Device::execution_space(), halo_, haloStage_);
  return haloConst_;
}

template class HaloExchange<double>;
template class HaloExchange<float>;
template class HaloExchange<char>;
template class HaloExchange<LocalOrdinal>;
template class HaloExchange<GlobalOrdinal>;
template class HaloExchange<PackedRow<2>>;
template class HaloExchange<PackedRow<4>>;
template class HaloExchange<PackedRow<8>>;

}  // namespace Chronos
