// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STRENGTHFILTER_HPP
#define CHRONOS_STRENGTHFILTER_HPP

#include "Chronos_Strength.hpp"
#include "Chronos_StrengthRows.hpp"

namespace Chronos {

/// Relative width of the band below a threshold that counts as strong: rounding does not decide structure.
constexpr double strengthGuard = 1e-10;

/// \brief A threshold such that about averageConnections * rows measures reach it. Collective.
///
/// The largest threshold that at least so many measures reach, to ten digits; equal measures stay together,
/// so there may be more. 0, which all measures reach, when there are not so many. Bisection on the bits of
/// the positive doubles, which are ordered as the numbers are: at most 45 rounds of one count each, and the
/// same result however the entries are distributed.
/// \param measures one per entry; zero ones are no
/// candidates
double averageConnectionsThreshold(const DistMatrix<double>& A, const Kokkos::View<const double*, Device>& measures,
                                   double averageConnections);

/// Flags of the measures that reach a threshold; never those that are zero.
StrongFlags reachThreshold(const Kokkos::View<const double*, Device>& measures, double threshold);

/// Measures all entries and either keeps the measures or compares them at once, which saves their memory.
template <class Measure>
struct MeasureFunctor {
  StrengthRows rows;
  Measure measure;
  double threshold;
  Kokkos::View<double*, Device> measures;
  Kokkos::View<char*, Device> strong;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const RowExtent extent = rows.look(row);
    for (Offset entry = rows.A.rowPtr(row); entry < rows.A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = rows.A.colInd(entry);
      const double value = rows.A.values(entry);
      const double strength = rows.isCandidate(extent, col, value) ? measure(extent, row, col, value) : 0;
      if (measures.data() != nullptr) measures(entry) = strength;
      else strong(entry) = strength > 0 && strength >= threshold;
    }
  }
};

/// \brief Strong connections by a measure: a functor (extent of the row, row, column, a_ij) -> s_ij >= 0.
/// Collective.
template <class Measure>
StrongFlags filterByMeasure(const DistMatrix<double>& A, const StrengthParameters& parameters, const StrengthRows& rows,
                            const Measure& measure) {
  const Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>> policy(0, A.numRows());
  const std::size_t numEntries = A.local().numEntries();
  if (parameters.filter == StrengthFilter::threshold) {
    const auto strong = allocate<Kokkos::View<char*, Device>>("Chronos::strong connections", numEntries);
    Kokkos::parallel_for(
        "Chronos::strengthOfConnection::threshold", policy,
        MeasureFunctor<Measure>{rows, measure, parameters.threshold * (1 - strengthGuard), {}, strong});
    return strong;
  }
  // One more than there are entries, so that the View is never empty: an empty one means that flags are
  // wanted.
  const auto measures = allocate<Kokkos::View<double*, Device>>("Chronos::strength", numEntries + 1);
  Kokkos::parallel_for("Chronos::strengthOfConnection::measure", policy,
                       MeasureFunctor<Measure>{rows, measure, 0, measures, {}});
  const Kokkos::View<const double*, Device> ofEntries =
      Kokkos::subview(measures, std::make_pair(std::size_t(0), numEntries));
  return reachThreshold(ofEntries,
                        averageConnectionsThreshold(A, ofEntries, parameters.averageConnections) * (1 - strengthGuard));
}

}  // namespace Chronos

#endif
