// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RankMatching.hpp"

#include "Chronos_Diagonal.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_HaloRows.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_MatchingWeights.hpp"
#include "Chronos_OwnedGlobals.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Globals = Kokkos::View<const GlobalOrdinal*, Device>;
using Flags = Kokkos::View<const char*, Device>;

struct ScaledDiagonalFunctor {
  Kokkos::View<double*, Device> diagonal;
  ConstVector w;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { diagonal(row) = diagonal(row) * w(row) * w(row); }
};

// Everything but `halo` has an entry a column.
struct CutWeightsFunctor {
  CsrMatrix<double, Device> A, halo;
  ConstVector w, diagonal;
  Flags isolated;
  Globals globals;
  PairWeight kind;
  Kokkos::View<float*, Device> weights;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      if (A.colInd(entry) >= A.numRows) weights(entry) = of(row, entry);
  }

  KOKKOS_INLINE_FUNCTION float of(LocalOrdinal row, Offset entry) const {
    const LocalOrdinal col = A.colInd(entry);
    if (isolated(row) != 0 || isolated(col) != 0) return 0.0f;
    const bool isUpper = globals(row) < globals(col);
    const double value = isUpper ? A.values(entry) : fromHalo(col - A.numRows, row);
    const double coupling = value * w(isUpper ? row : col) * w(isUpper ? col : row);
    return pairWeight(kind, coupling, diagonal(isUpper ? row : col), diagonal(isUpper ? col : row));
  }

  KOKKOS_INLINE_FUNCTION double fromHalo(LocalOrdinal haloRow, LocalOrdinal col) const {
    for (Offset entry = halo.rowPtr(haloRow); entry < halo.rowPtr(haloRow + 1); ++entry)
      if (halo.colInd(entry) == col) return halo.values(entry);
    return 0;
  }
};

// Neighbours by (weight, key).
struct NeighbourOrder {
  CsrMatrix<double, Device> A;
  Kokkos::View<const float*, Device> weights;
  Globals globals;
  MatchingTies ties;

  KOKKOS_INLINE_FUNCTION std::uint64_t key(LocalOrdinal col) const {
    const std::uint64_t number = static_cast<std::uint64_t>(globals(col));
    return ties == MatchingTies::hash ? globalHash(number) : number;
  }

  template <class Admits>
  KOKKOS_INLINE_FUNCTION LocalOrdinal best(LocalOrdinal row, const Admits& admits) const {
    LocalOrdinal found = -1;
    float weightOfFound = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const float weight = weights(entry);
      const LocalOrdinal col = A.colInd(entry);
      if (!(weight > 0) || weight < weightOfFound || !admits(col)) continue;
      if (found >= 0 && weight == weightOfFound && key(col) < key(found)) continue;
      found = col;
      weightOfFound = weight;
    }
    return found;
  }
};

// Of rows as they are now, of the halo as it was told last.
struct IsMatched {
  Flags owned, halo;
  bool expected;
  KOKKOS_INLINE_FUNCTION bool operator()(LocalOrdinal col) const {
    const LocalOrdinal numOwned = static_cast<LocalOrdinal>(owned.extent(0));
    return ((col < numOwned ? owned(col) : halo(col)) != 0) == expected;
  }
};

struct WishFunctor {
  NeighbourOrder order;
  IsMatched isFree;
  Kokkos::View<LocalOrdinal*, Device> wishes;  // column; -1: none
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    if (isFree.owned(row) == 0) wishes(row) = order.best(row, isFree);
  }
};

struct MatchWithinFunctor {
  Globals globals;
  Kokkos::View<const LocalOrdinal*, Device> wishes;
  Kokkos::View<char*, Device> matched;
  Kokkos::View<GlobalOrdinal*, Device> partners;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const {
    const LocalOrdinal col = wishes(row);
    if (matched(row) != 0 || col < 0 || col >= static_cast<LocalOrdinal>(wishes.extent(0)) || wishes(col) != row)
      return;
    matched(row) = 1;
    partners(row) = globals(col);
    ++count;
  }
};

struct GlobalWishFunctor {
  Globals globals;
  Kokkos::View<const LocalOrdinal*, Device> wishes;
  Kokkos::View<GlobalOrdinal*, Device> globalWishes;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    globalWishes(row) = wishes(row) < 0 ? GlobalOrdinal(-1) : globals(wishes(row));
  }
};

struct MatchAcrossFunctor {
  Globals globals, wishesOfAll;
  Kokkos::View<const LocalOrdinal*, Device> wishes;
  Kokkos::View<char*, Device> matched;
  Kokkos::View<GlobalOrdinal*, Device> partners;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const {
    const LocalOrdinal col = wishes(row);
    if (matched(row) != 0 || col < static_cast<LocalOrdinal>(wishes.extent(0))) return;
    if (wishesOfAll(col) != globals(row)) return;
    matched(row) = 1;
    partners(row) = globals(col);
    ++count;
  }
};

struct HasPartnerFunctor {
  Globals partners;
  Kokkos::View<char*, Device> matched;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { matched(row) = partners(row) >= 0; }
};

struct JoinFunctor {
  NeighbourOrder order;
  IsMatched isMatched;
  Kokkos::View<LocalOrdinal*, Device> joined;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    joined(row) = isMatched.owned(row) != 0 ? -1 : order.best(row, isMatched);
  }
};

}  // namespace

Kokkos::View<const float*, Device> weightsAcrossRanks(PairWeight kind, const DistMatrix<double>& A,
                                                      const ConstVector& w, const Flags& isolated) {
  const auto within = matchingWeights<Device>(Device::execution_space(), kind, A.local(), w, isolated);
  if (A.rowMap()->getComm()->getSize() == 1) return within;
  const ExtendedColumns columns(A.halo());
  const auto weights = allocate<Kokkos::View<float*, Device>>("Chronos::matching weights", within.extent(0));
  Kokkos::deep_copy(weights, within);
  const Kokkos::View<double*, Device> diagonal = diagonalOf(A);
  Kokkos::parallel_for("Chronos::weightsAcrossRanks::diagonal", RowPolicy(0, A.numRows()),
                       ScaledDiagonalFunctor{diagonal, w});
  const HaloRows<double> halo = fetchHaloRows(A, *A.halo());
  Kokkos::parallel_for("Chronos::weightsAcrossRanks::cut", RowPolicy(0, A.numRows()),
                       CutWeightsFunctor{A.local(), halo.rows, columns.extend<double>(w),
                                         columns.extend<double>(ConstVector(diagonal)), columns.extend<char>(isolated),
                                         columns.extend<GlobalOrdinal>(ownedGlobals(*A.rowMap())), kind, weights});
  return weights;
}

Kokkos::View<const GlobalOrdinal*, Device> matchAcrossRanks(const DistMatrix<double>& A,
                                                            const Kokkos::View<const float*, Device>& weights,
                                                            MatchingTies ties) {
  const LocalOrdinal numRows = A.numRows();
  const RowPolicy rows(0, numRows);
  const ExtendedColumns columns(A.halo());
  const Globals globals = columns.extend<GlobalOrdinal>(ownedGlobals(*A.rowMap()));
  const NeighbourOrder order{A.local(), weights, globals, ties};
  const auto matched = allocateZeros<Kokkos::View<char*, Device>>("Chronos::matched rows", numRows);
  const auto wishes = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::wishes", numRows);
  const auto globalWishes = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::global wishes", numRows);
  const auto partners = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::partners", numRows);
  Kokkos::deep_copy(partners, GlobalOrdinal(-1));
  long long numMatched = 1;
  while (numMatched > 0) {
    const Flags matchedOfAll = columns.extend<char>(Flags(matched));
    long long numHere = 0, numInRound = 1;
    while (numInRound > 0) {
      Kokkos::parallel_for("Chronos::matchAcrossRanks::wish", rows,
                           WishFunctor{order, {matched, matchedOfAll, false}, wishes});
      numInRound = 0;
      Kokkos::parallel_reduce("Chronos::matchAcrossRanks::within", rows,
                              MatchWithinFunctor{globals, wishes, matched, partners}, numInRound);
      numHere += numInRound;
    }
    Kokkos::parallel_for("Chronos::matchAcrossRanks::globalWishes", rows,
                         GlobalWishFunctor{globals, wishes, globalWishes});
    const Globals wishesOfAll = columns.extend<GlobalOrdinal>(Globals(globalWishes));
    Kokkos::parallel_reduce("Chronos::matchAcrossRanks::across", rows,
                            MatchAcrossFunctor{globals, wishesOfAll, wishes, matched, partners}, numInRound);
    // No edge that is left is the best one at both ends: so none is left.
    numMatched = sumOverRanks(*A.rowMap()->getComm(), numHere + numInRound);
  }
  return partners;
}

Kokkos::View<const LocalOrdinal*, Device> bestMatchedNeighbours(const DistMatrix<double>& A,
                                                                const Kokkos::View<const float*, Device>& weights,
                                                                const Globals& partners, MatchingTies ties) {
  const RowPolicy rows(0, A.numRows());
  const ExtendedColumns columns(A.halo());
  const auto matched = allocate<Kokkos::View<char*, Device>>("Chronos::matched rows", A.numRows());
  Kokkos::parallel_for("Chronos::bestMatchedNeighbours::matched", rows, HasPartnerFunctor{partners, matched});
  const NeighbourOrder order{A.local(), weights, columns.extend<GlobalOrdinal>(ownedGlobals(*A.rowMap())), ties};
  const auto joined = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::joined neighbours", A.numRows());
  Kokkos::parallel_for("Chronos::bestMatchedNeighbours", rows,
                       JoinFunctor{order, {matched, columns.extend<char>(Flags(matched)), true}, joined});
  return joined;
}

}  // namespace Chronos
