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
  /// Collective; see HaloExchange.
  explicit ReverseExchange(const Teuchos::RCP<const HaloPattern>& pattern);

  /// \brief Combines each owned entry with those that other ranks hold of it. Collective over the pattern's
  /// neighbours.
  ///
  /// Contributions are taken in the order of the ranks: deterministic.
  /// \param halo one value per halo entry of the pattern
  /// \param owned entries of the domain map, updated
  void combine(const Kokkos::View<const T*, Device>& halo, const Kokkos::View<T*, Device>& owned,
               Combination combination);

 private:
  using Buffer = Kokkos::View<T*, Device>;

  Teuchos::RCP<const HaloPattern> pattern_;
  Buffer received_;
  std::unique_ptr<Channel> channel_;
};

}  // namespace Chronos

#endif
