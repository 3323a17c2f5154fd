// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloPattern.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_PackedProduct.hpp"

#include <numeric>

namespace Chronos {
namespace {

template <class Scalar>
struct PackFunctor {
  Kokkos::View<const Scalar*, Device> x;
  Kokkos::View<const LocalOrdinal*, Device> indices;
  Kokkos::View<Scalar*, Device> buffer;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { buffer(i) = x(indices(i)); }
};

struct SendIndicesFunctor {
  Map::local_map_type domainMap;
  Kokkos::View<const GlobalOrdinal*, Device> wanted;
  Kokkos::View<LocalOrdinal*, Device> indices;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { indices(i) = domainMap.getLocalElement(wanted(i)); }
};

// Numbers as runs of consecutive ones where that is shorter: of a layer of a grid, two numbers are left. The first
// number of a message tells which it is.
enum class ListForm : GlobalOrdinal { plain, runs };

std::vector<char> packed(const GlobalOrdinal* numbers, std::size_t n) {
  std::vector<GlobalOrdinal> runs{static_cast<GlobalOrdinal>(ListForm::runs)};
  for (std::size_t begin = 0, end = 0; begin < n && runs.size() < n; begin = end) {
    for (end = begin + 1; end < n && numbers[end] == numbers[end - 1] + 1;) ++end;
    runs.insert(runs.end(), {numbers[begin], static_cast<GlobalOrdinal>(end - begin)});
  }
  std::vector<char> bytes;
  if (runs.size() < n) {
    append(bytes, runs.data(), runs.size());
    return bytes;
  }
  const auto plain = static_cast<GlobalOrdinal>(ListForm::plain);
  append(bytes, &plain, 1);
  append(bytes, numbers, n);
  return bytes;
}

// Returns how many.
std::size_t appendUnpacked(const std::vector<char>& bytes, std::vector<GlobalOrdinal>& numbers) {
  const std::size_t numBefore = numbers.size();
  std::size_t position = 0;
  const std::vector<GlobalOrdinal> list = extract<GlobalOrdinal>(bytes, position, bytes.size() / sizeof(GlobalOrdinal));
  if (list.front() == static_cast<GlobalOrdinal>(ListForm::plain))
    numbers.insert(numbers.end(), list.begin() + 1, list.end());
  else
    for (std::size_t run = 1; run < list.size(); run += 2) {
      numbers.resize(numbers.size() + static_cast<std::size_t>(list[run + 1]));
      std::iota(numbers.end() - list[run + 1], numbers.end(), list[run]);
    }
  return numbers.size() - numBefore;
}

}  // namespace

HaloPattern::HaloPattern(const Teuchos::RCP<const Map>& domainMap, std::vector<GlobalOrdinal> haloGlobals,
                         const std::vector<int>& haloOwners)
    : domainMap_(domainMap),
      haloGlobals_(std::move(haloGlobals)),
      transport_(transportOf(*domainMap->getComm()).transport) {
  Kokkos::Profiling::pushRegion("Chronos::HaloPattern");
  for (std::size_t h = 0; h < haloGlobals_.size(); ++h) {
    if (sources_.empty() || sources_.back().rank != haloOwners[h]) sources_.push_back({haloOwners[h], h, 0});
    ++sources_.back().size;
  }
  std::vector<Message> requests;
  for (const Neighbour& source : sources_)
    requests.push_back({source.rank, packed(&haloGlobals_[source.begin], source.size)});
  std::vector<GlobalOrdinal> wanted;
  for (const Message& wish : exchangeSparse(*domainMap_->getComm(), requests)) {
    const std::size_t begin = wanted.size();
    destinations_.push_back({wish.rank, begin, appendUnpacked(wish.bytes, wanted)});
  }
  sendIndices_ = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::send indices", wanted.size());
  Kokkos::parallel_for(
      "Chronos::HaloPattern::sendIndices",
      Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>(
          0, static_cast<std::int64_t>(wanted.size())),
      SendIndicesFunctor{domainMap_->getLocalMap(), toView("Chronos::wanted entries", wanted), sendIndices_});
  Kokkos::Profiling::popRegion();
}

template <class Scalar>
HaloExchange<Scalar>::HaloExchange(const Teuchos::RCP<const HaloPattern>& pattern)
    : pattern_(pattern),
      sendBuffer_(allocate<Buffer>("Chronos::send buffer", pattern->sendIndices().extent(0))),
      halo_(allocate<Buffer>("Chronos::halo", pattern->numHalo())),
      haloConst_(halo_),
      channel_(pattern->transport().open({pattern->sources(), pattern->destinations(), sizeof(Scalar)})) {}

template <class Scalar>
void HaloExchange<Scalar>::start(const Kokkos::View<const Scalar*, Device>& x) {
  const int numSend = static_cast<int>(sendBuffer_.extent(0));
  if (numSend > 0)
    Kokkos::parallel_for("Chronos::HaloExchange::pack",
                         Kokkos::RangePolicy<Device::execution_space>(Device::execution_space(), 0, numSend),
                         PackFunctor<Scalar>{x, pattern_->sendIndices(), sendBuffer_});
  channel_->start(sendBuffer_.data(), halo_.data());
}

template <class Scalar>
const Kokkos::View<const Scalar*, Device>& HaloExchange<Scalar>::finish() {
  channel_->finish();
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
