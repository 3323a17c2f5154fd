// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FilterRows.hpp"

#include "Chronos_RowLengths.hpp"
#include "Chronos_GroupLaunch.hpp"
#include "Chronos_MagnitudeOrder.hpp"
#include "Chronos_PivotedSolve.hpp"

#include <algorithm>
#include <type_traits>

namespace Chronos {
namespace {

template <class DeviceType>
using Range = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

// Sums that reach their share within rounding do reach it.
constexpr double guard = 1e-10;
constexpr int maxSolutions = 4;  // the first and its refinements
// Steps of the order would overflow below; such rows are numerically empty.
constexpr double smallestScale = 1e-290;

KOKKOS_INLINE_FUNCTION double magnitude(double value) {
  return value < 0 ? -value : value;
}

// What a group of lanes needs beside the factorisation.
struct CorrectionSpace {
  PivotedSystem system;
  double *dropped, *residual, *solution, *sizes;

  KOKKOS_INLINE_FUNCTION static std::size_t bytes(int t) {
    const std::size_t all = (PivotedSystem::numDoubles(t) + 4 * std::size_t(t)) * sizeof(double) + t * sizeof(int);
    return (all + 7) / 8 * 8;
  }
  KOKKOS_INLINE_FUNCTION CorrectionSpace(char* memory, int t)
      : system(reinterpret_cast<double*>(memory) + 4 * t,
               reinterpret_cast<int*>(reinterpret_cast<double*>(memory) + 4 * t + PivotedSystem::numDoubles(t)), t),
        dropped(reinterpret_cast<double*>(memory)),
        residual(dropped + t),
        solution(residual + t),
        sizes(solution + t) {}
};

constexpr int teamThreads = 64;
// Registers are held to what so many teams leave a multiprocessor, since waiting for reads is most of what a row does.
using ManyTeams = std::integral_constant<int, 16>;
using FewTeams = std::integral_constant<int, 1>;
// Teams that take more shared memory than this are never so many.
constexpr std::size_t bytesOfManyTeams = 8192;

// Rigid body modes of a solid: loops over vectors of a number that the compiler knows are unrolled.
using SixVectors = std::integral_constant<int, 6>;
using AnyVectors = std::integral_constant<int, 0>;

// Sums run in registers over all entries of a row, one vector a lane: without a write in between reads overlap.
template <class Scalar, class DeviceType, int width, int leastTeams, int knownVectors>
struct FilterFunctor {
  using Policy =
      Kokkos::TeamPolicy<typename DeviceType::execution_space, Kokkos::LaunchBounds<teamThreads, leastTeams>>;
  using Group = RowGroup<width>;
  static constexpr double tolerance = sizeof(Scalar) == sizeof(float) ? 1e-5 : 1e-11;

  FilterInput<Scalar, DeviceType> input;
  FilterRule rule;
  Kokkos::View<LocalOrdinal*, DeviceType> order;
  // In order, so that a loop over a row reads one array after the other and waits for no index.
  Kokkos::View<LocalOrdinal*, DeviceType> columns;
  Kokkos::View<double*, DeviceType> values;       // in the end the corrections, where their entries are
  Kokkos::View<double*, DeviceType> corrections;  // in order; before that, keys
  Kokkos::View<char*, DeviceType> stays;
  Kokkos::View<Offset*, DeviceType> rowPtr;    // number that stays of row r at r + 1
  Kokkos::View<char*, DeviceType> isExtended;  // of each row
  int groupsPerTeam = 1, rowsPerTeam = 1;
  std::size_t groupBytes = 0;

  KOKKOS_INLINE_FUNCTION const double* vectorOf(Offset place) const {
    return input.vectors.data() + std::size_t(columns(place)) * input.vectors.extent(1);
  }

  KOKKOS_INLINE_FUNCTION int numVectors() const {
    return knownVectors > 0 ? knownVectors : static_cast<int>(input.vectors.extent(1));
  }

  KOKKOS_INLINE_FUNCTION void operator()(const typename Policy::member_type& team) const {
    const int inTeam = team.team_rank() / width;
    if (inTeam >= groupsPerTeam) return;
    char* memory = static_cast<char*>(team.team_shmem().get_shmem(groupBytes * groupsPerTeam)) + inTeam * groupBytes;
    const CorrectionSpace space(memory, numVectors());
    const Group group(team.team_rank());
    const std::int64_t first = std::int64_t(team.league_rank()) * rowsPerTeam;
    const std::int64_t end = first + rowsPerTeam < input.rows.numRows ? first + rowsPerTeam : input.rows.numRows;
    for (std::int64_t row = first + inTeam; row < end; row += groupsPerTeam) filter(group, space, row);
  }

  KOKKOS_INLINE_FUNCTION bool isFixed(Offset entry) const {
    return input.mustStay.extent(0) > 0 && input.mustStay(entry) != 0;
  }

  // 0 where a value is not finite.
  KOKKOS_INLINE_FUNCTION double largest(const Group& group, Offset begin, int length) const {
    double result = 0;
    bool finite = true;
    for (int entry = group.lane; entry < length; entry += width) {
      const double size = magnitude(static_cast<double>(input.rows.values(begin + entry)));
      finite = finite && size <= 1e300;
      if (size > result) result = size;
    }
    return group.any(!finite) ? 0 : group.max(result);
  }

  KOKKOS_INLINE_FUNCTION double sumMagnitudes(Offset begin, int length) const {
    double sum = 0;
    for (int place = 0; place < length; ++place) sum += magnitude(values(begin + place));
    return sum;
  }

  KOKKOS_INLINE_FUNCTION int numFixedOf(const Group& group, Offset begin, int length) const {
    if (input.mustStay.extent(0) == 0) return 0;
    int numFixed = 0;
    for (int entry = group.lane; entry < length; entry += width) numFixed += isFixed(begin + entry) ? 1 : 0;
    return group.sum(numFixed);
  }

  // Entries that the rule keeps, of a row in order.
  KOKKOS_INLINE_FUNCTION int numByRule(Offset begin, int length, int numFixed, double sum) const {
    const double wanted = rule.share * sum * (1 - guard);
    int numKept = 0;
    for (double kept = 0; numKept < length && kept < wanted; ++numKept) kept += magnitude(values(begin + numKept));
    if (rule.share >= 1) numKept = length;
    if (rule.maxEntries > 0 && numKept > rule.maxEntries) numKept = rule.maxEntries;
    if (numKept < numFixed) numKept = numFixed;
    return numKept > 1 ? numKept : 1;
  }

  KOKKOS_INLINE_FUNCTION void filter(const Group& group, const CorrectionSpace& space, std::int64_t row) const {
    const Offset begin = input.rows.rowPtr(row);
    const int length = static_cast<int>(input.rows.rowPtr(row + 1) - begin);
    const double scale = length > 1 ? largest(group, begin, length) : 0;
    int numKept = length, byRule = length;
    if (scale > smallestScale) {
      const MagnitudeSteps<Scalar> steps(scale);
      for (int entry = group.lane; entry < length; entry += width)
        corrections(begin + entry) =
            steps.key(static_cast<double>(input.rows.values(begin + entry)), isFixed(begin + entry));
      group.sync();
      const KeyOrder ranking{corrections.data() + begin, input.rows.colInd.data() + begin, input.globals.data()};
      orderEntries(group, ranking, order.data() + begin, length);
      for (int place = group.lane; place < length; place += width) {
        const Offset entry = begin + order(begin + place);
        columns(begin + place) = input.rows.colInd(entry);
        values(begin + place) = static_cast<double>(input.rows.values(entry));
      }
      const int numFixed = numFixedOf(group, begin, length);
      group.sync();
      const double sum = sumMagnitudes(begin, length);
      byRule = numByRule(begin, length, numFixed, sum);
      numKept = numVectors() > 0 && byRule < length ? compensate(group, space, begin, length, byRule, sum) : byRule;
    }
    group.sync();
    const bool corrects = numKept < length && numVectors() > 0;
    for (int place = group.lane; place < length; place += width) {
      const Offset entry = begin + (numKept == length ? place : order(begin + place));
      stays(entry) = place < numKept;
      values(entry) = corrects && place < numKept ? corrections(begin + place) : 0;
    }
    if (group.lane == 0) {
      rowPtr(row + 1) = static_cast<Offset>(numKept);
      isExtended(row) = numKept > byRule;
    }
  }

  // Returns how many entries stay; their corrections are written unless all do.
  KOKKOS_INLINE_FUNCTION int compensate(const Group& group, const CorrectionSpace& space, Offset begin, int length,
                                        int numKept, double sumOfRow) const {
    const int t = numVectors();
    const double bound = sumOfRow * (rule.maxCorrection * (1 + guard));
    for (int k = group.lane; k < t; k += width) {
      double sum = 0;
      for (int place = 0; place < length; ++place)
        sum += magnitude(values(begin + place)) * magnitude(vectorOf(begin + place)[k]);
      space.sizes[k] = sum;
    }
    while (numKept < length) {
      sumDropped(group, space, begin, length, numKept);
      sumGram(group, space, begin, numKept);
      if (solve(group, space, begin, numKept, bound)) return numKept;
      numKept = numKept < t ? t : numKept + 1 + numKept / 4;
    }
    return length;
  }

  KOKKOS_INLINE_FUNCTION void sumDropped(const Group& group, const CorrectionSpace& space, Offset begin, int length,
                                         int numKept) const {
    for (int k = group.lane; k < numVectors(); k += width) {
      double sum = 0;
      for (int place = numKept; place < length; ++place) sum += values(begin + place) * vectorOf(begin + place)[k];
      space.dropped[k] = sum;
    }
  }

  KOKKOS_INLINE_FUNCTION void sumGram(const Group& group, const CorrectionSpace& space, Offset begin,
                                      int numKept) const {
    const int t = numVectors(), numPairs = t * (t + 1) / 2;
    int i = 0, j = group.lane;
    for (int pair = group.lane; pair < numPairs; pair += width, j += width) {
      while (j > i) j -= ++i;
      double sum = 0;
      for (int place = 0; place < numKept; ++place) {
        const double* v = vectorOf(begin + place);
        sum += v[i] * v[j];
      }
      space.system.gram[pair] = sum;
    }
    group.sync();
  }

  // Refined until exact; false when it does not become so, or is too large.
  KOKKOS_INLINE_FUNCTION bool solve(const Group& group, const CorrectionSpace& space, Offset begin, int numKept,
                                    double bound) const {
    const int t = numVectors();
    const int rank = space.system.factorise(group);
    for (int k = group.lane; k < t; k += width) {
      space.solution[k] = 0;
      space.residual[k] = space.dropped[k];
    }
    group.sync();
    double before = 1e300;
    for (int solution = 0; solution < maxSolutions; ++solution) {
      space.system.addSolution(group, rank, space.residual, space.solution);
      const double size = correct(group, space, begin, numKept);
      if (!(size <= bound)) return false;
      const double error = formResidual(group, space, begin, numKept);
      if (error <= tolerance) return true;
      if (!(error < 0.5 * before)) return false;
      before = error;
    }
    return false;
  }

  // delta_j = v_j^T y; returns the sum of magnitudes.
  KOKKOS_INLINE_FUNCTION double correct(const Group& group, const CorrectionSpace& space, Offset begin,
                                        int numKept) const {
    double sum = 0;
    for (int place = group.lane; place < numKept; place += width) {
      const double* v = vectorOf(begin + place);
      double delta = 0;
      for (int k = 0; k < numVectors(); ++k) delta += v[k] * space.solution[k];
      corrections(begin + place) = delta;
      sum += magnitude(delta);
    }
    group.sync();
    return group.sum(sum);
  }

  // What is left of the dropped part; returns its largest share of the row's magnitudes.
  KOKKOS_INLINE_FUNCTION double formResidual(const Group& group, const CorrectionSpace& space, Offset begin,
                                             int numKept) const {
    for (int k = group.lane; k < numVectors(); k += width) {
      double rest = space.dropped[k];
      for (int place = 0; place < numKept; ++place) rest -= corrections(begin + place) * vectorOf(begin + place)[k];
      space.residual[k] = rest;
    }
    double worst = 0;
    for (int k = group.lane; k < numVectors(); k += width) {
      const double sum = space.residual[k];
      const double size = space.sizes[k];
      const double error = sum == 0 ? 0 : size > 0 ? magnitude(sum) / size : 1e300;
      if (!(error <= worst)) worst = error;
    }
    group.sync();
    return group.max(worst);
  }
};

template <class DeviceType>
struct CountExtendedFunctor {
  Kokkos::View<const char*, DeviceType> isExtended;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, long long& count) const { count += isExtended(row) != 0; }
};

template <class Scalar, class DeviceType>
struct FillStayingFunctor {
  CsrMatrix<Scalar, DeviceType> rows;
  Kokkos::View<const char*, DeviceType> stays;
  Kokkos::View<const double*, DeviceType> corrections;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    Offset next = rowPtr(row);
    for (Offset entry = rows.rowPtr(row); entry < rows.rowPtr(row + 1); ++entry) {
      if (stays(entry) == 0) continue;
      colInd(next) = rows.colInd(entry);
      values(next++) = static_cast<Scalar>(static_cast<double>(rows.values(entry)) + corrections(entry));
    }
  }
};

// Lanes of a group: rows of P are short, and so are test spaces.
template <class DeviceType>
constexpr int groupWidth = runsOnHost<DeviceType> ? 1 : 16;

struct FilterLaunch {
  std::size_t groupBytes;
  int groupsPerTeam;
  std::size_t teamBytes() const { return groupBytes * groupsPerTeam; }
};

template <class DeviceType>
FilterLaunch launchFor(int numVectors) {
  FilterLaunch launch{CorrectionSpace::bytes(std::max(1, numVectors)),
                      runsOnHost<DeviceType> ? 1 : teamThreads / groupWidth<DeviceType>};
  while (launch.groupsPerTeam > 1 && launch.teamBytes() > sharedTableBytes) launch.groupsPerTeam /= 2;
  return launch;
}

template <class DeviceType, class Functor>
void run(const typename DeviceType::execution_space& space, const FilterLaunch& launch, LocalOrdinal numRows,
         Functor functor) {
  functor.groupBytes = launch.groupBytes;
  functor.groupsPerTeam = launch.groupsPerTeam;
  // A host thread takes many rows at a time, a team of a GPU one for each group.
  functor.rowsPerTeam = runsOnHost<DeviceType> ? 64 : launch.groupsPerTeam;
  const int threads = runsOnHost<DeviceType> ? 1 : std::max(32, launch.groupsPerTeam * groupWidth<DeviceType>);
  typename Functor::Policy policy(space, (numRows + functor.rowsPerTeam - 1) / functor.rowsPerTeam, threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(launch.teamBytes())));
  Kokkos::parallel_for("Chronos::filterRows::filter", policy, functor);
}

}  // namespace

template <class Scalar, class DeviceType>
FilteredRows<Scalar, DeviceType> filterRows(const typename DeviceType::execution_space& space,
                                            const FilterInput<Scalar, DeviceType>& input, const FilterRule& rule) {
  const CsrMatrix<Scalar, DeviceType>& rows = input.rows;
  const std::size_t n = rows.numEntries();
  const auto stays = allocate<Kokkos::View<char*, DeviceType>>("Chronos::staying entries", n);
  if (rows.numRows == 0) return {rows, stays, 0};
  const auto order = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::order of magnitudes", n);
  const auto columns = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::columns in order", n);
  // Values in order first, then what is added to each entry.
  const auto additions = allocate<Kokkos::View<double*, DeviceType>>("Chronos::corrections", n);
  const auto inOrder = allocate<Kokkos::View<double*, DeviceType>>("Chronos::corrections in order", n);
  const auto isExtended = allocate<Kokkos::View<char*, DeviceType>>("Chronos::extended rows", rows.numRows);
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::filtered row pointers", rows.numRows + 1);
  const FilterLaunch launch = launchFor<DeviceType>(static_cast<int>(input.vectors.extent(1)));
  const auto runWith = [&](auto leastTeams, auto knownVectors) {
    run<DeviceType>(space, launch, rows.numRows,
                    FilterFunctor<Scalar, DeviceType, groupWidth<DeviceType>, decltype(leastTeams)::value,
                                  decltype(knownVectors)::value>{input, rule, order, columns, additions, inOrder, stays,
                                                                 rowPtr, isExtended});
  };
  if constexpr (runsOnHost<DeviceType>) runWith(FewTeams(), AnyVectors());
  else if (launch.teamBytes() > bytesOfManyTeams) runWith(FewTeams(), AnyVectors());
  else if (input.vectors.extent(1) == SixVectors::value) runWith(ManyTeams(), SixVectors());
  else runWith(ManyTeams(), AnyVectors());
  const Range<DeviceType> range(space, 0, rows.numRows);
  const Offset numEntries = sumLengths<DeviceType>(space, rowPtr, rows.numRows);
  long long numExtended = 0;
  Kokkos::parallel_reduce("Chronos::filterRows::extended", range, CountExtendedFunctor<DeviceType>{isExtended},
                          numExtended);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::filtered columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::filtered values", numEntries);
  Kokkos::parallel_for("Chronos::filterRows::fill", range,
                       FillStayingFunctor<Scalar, DeviceType>{rows, stays, additions, rowPtr, colInd, values});
  return {{rows.numRows, rows.numCols, rowPtr, colInd, values}, stays, numExtended};
}

#define CHRONOS_FILTERROWS(SCALAR, DEVICE)                                                                             \
  template FilteredRows<SCALAR, DEVICE> filterRows(const DEVICE::execution_space&, const FilterInput<SCALAR, DEVICE>&, \
                                                   const FilterRule&);
#define CHRONOS_FILTERROWS_ALL(DEVICE) \
  CHRONOS_FILTERROWS(double, DEVICE)   \
  CHRONOS_FILTERROWS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_FILTERROWS_ALL)

}  // namespace Chronos
