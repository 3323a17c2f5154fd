// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloPattern.hpp"

#include "Chronos_ExchangeRecording.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_PackedProduct.hpp"

namespace Chronos {
namespace {

// Places in a common block are no multiples of 16 bytes: short entries would be copied one by one.
template <class Scalar>
constexpr bool staysInPlace = sizeof(Scalar) >= sizeof(float);

template <class Scalar>
struct PackFunctor {
  Kokkos::View<const Scalar*, Device> x;
  Kokkos::View<const LocalOrdinal*, Device> indices;
  Kokkos::View<Scalar*, Device> buffer;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { buffer(i) = x(indices(i)); }
};

}  // namespace

HaloPattern::HaloPattern(const Teuchos::RCP<const Map>& domainMap, const std::vector<GlobalOrdinal>& haloGlobals,
                         const std::vector<int>& haloOwners)
    : HaloPattern(domainMap, haloColumns(haloGlobals, haloOwners)) {}

HaloPattern::HaloPattern(const Teuchos::RCP<const Map>& domainMap, const HaloColumns& halo)
    : domainMap_(domainMap), halo_(halo), transport_(transportOf(*domainMap->getComm()).transport) {
  Kokkos::Profiling::markEvent("Chronos::HaloPattern");
}

const WantedEntries& HaloPattern::wanted() const {
  if (!wanted_) {
    Kokkos::Profiling::pushRegion("Chronos::HaloPattern::ask");
    wanted_ = askForEntries(*domainMap_, halo_, *transport_);
    Kokkos::Profiling::popRegion();
  }
  return *wanted_;
}

std::vector<GlobalOrdinal> HaloPattern::haloGlobals() const {
  return toVector(halo_.globals);
}

template <class Scalar>
HaloExchange<Scalar>::HaloExchange(const Teuchos::RCP<const HaloPattern>& pattern)
    : pattern_(pattern),
      channel_(pattern->transport().open(
          {pattern->sources(), pattern->destinations(), sizeof(Scalar), staysInPlace<Scalar>, true})) {
  if (!channel_->keepsReceived()) halo_ = allocate<Buffer>("Chronos::halo", pattern->numHalo());
}

template <class Scalar>
const Kokkos::View<Scalar*, Device>& HaloExchange<Scalar>::sendBuffer() {
  const std::size_t numSend = pattern_->sendIndices().extent(0);
  if (sendBuffer_.extent(0) < numSend) sendBuffer_ = allocate<Buffer>("Chronos::send buffer", numSend);
  return sendBuffer_;
}

template <class Scalar>
template <class Start>
void HaloExchange<Scalar>::startNoted(const Start& start) {
  ticket_ = ExchangeRecording::start(pattern_->sendIndices().extent(0) * sizeof(Scalar),
                                     pattern_->numHalo() * sizeof(Scalar));
  start();
  ExchangeRecording::sent(ticket_);
}

template <class Scalar>
void HaloExchange<Scalar>::send() {
  startNoted([this] { channel_->start(sendBuffer().data(), halo_.data()); });
}

template <class Scalar>
void HaloExchange<Scalar>::start(const Kokkos::View<const Scalar*, Device>& x) {
  const auto& indices = pattern_->sendIndices();
  if (channel_->gathers()) return startNoted([&] { channel_->startGathered(x.data(), indices.data(), halo_.data()); });
  const int numSend = static_cast<int>(indices.extent(0));
  if (numSend > 0)
    Kokkos::parallel_for("Chronos::HaloExchange::pack",
                         Kokkos::RangePolicy<Device::execution_space>(Device::execution_space(), 0, numSend),
                         PackFunctor<Scalar>{x, indices, sendBuffer()});
  send();
}

template <class Scalar>
Kokkos::View<const Scalar*, Device> HaloExchange<Scalar>::finish() {
  ExchangeRecording::finishing(ticket_);
  const auto* entries = static_cast<const Scalar*>(channel_->finish());
  ExchangeRecording::arrived(ticket_);
  return Kokkos::View<const Scalar*, Device>(entries, pattern_->numHalo());
}

// A recording is to show when entries arrive.
template <class Scalar>
Kokkos::View<const Scalar*, Device> HaloExchange<Scalar>::finishUnawaited(HaloWait& wait) {
  wait = {};
  if (ticket_ != ExchangeRecording::none) return finish();
  const auto* entries = static_cast<const Scalar*>(channel_->finishUnawaited(wait));
  return Kokkos::View<const Scalar*, Device>(entries, pattern_->numHalo());
}

template class HaloExchange<double>;
template class HaloExchange<float>;
template class HaloExchange<char>;
template class HaloExchange<LocalOrdinal>;
template class HaloExchange<GlobalOrdinal>;
template class HaloExchange<PackedRow<1>>;
template class HaloExchange<PackedRow<2>>;
template class HaloExchange<PackedRow<4>>;
template class HaloExchange<PackedRow<8>>;

}  // namespace Chronos
