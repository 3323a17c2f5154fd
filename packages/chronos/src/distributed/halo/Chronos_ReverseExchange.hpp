// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REVERSEEXCHANGE_HPP
#define CHRONOS_REVERSEEXCHANGE_HPP

#include "Chronos_HaloPattern.hpp"

namespace Chronos {

/// How an owner takes in what other ranks have for one of its entries.
enum class Combination { sum, maximum };

/// \brief Brings values of halo entries back to their owners: the transpose of HaloExchange.
///
/// Buffers are kept from one exchange to the next. Instantiated for LocalOrdinal and char.
template <class T>
class ReverseExchange {
 public:
  explicit ReverseExchange(const Teuchos::RCP<const HaloPattern>& pattern);

  /// \brief Combines each owned entry with those that other ranks hold of it. Collective over the pattern's
  /// neighbours.
  ///
  /// Contributions are taken in the order of the ranks: deterministic. Synchronises the device where there is
  /// a halo.
  /// \param halo one value per halo entry of the pattern
  /// \param owned entries of the domain map, updated
  void combine(const Kokkos::View<const T*, Device>& halo, const Kokkos::View<T*, Device>& owned,
               Combination combination);

 private:
#ifdef KOKKOS_ENABLE_CUDA
  using PinnedSpace = Kokkos::CudaHostPinnedSpace;
#else
  using PinnedSpace = Kokkos::HostSpace;
#endif
  using Buffer = Kokkos::View<T*, Device>;
  using PinnedBuffer = Kokkos::View<T*, PinnedSpace>;

  Teuchos::RCP<const HaloPattern> pattern_;
  bool deviceAware_;
  Buffer received_;
  PinnedBuffer sendStage_, receivedStage_;
};

}  // namespace Chronos

#endif
