// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiSystems.hpp"

#include "Chronos_BorderedCholesky.hpp"

#include <type_traits>

namespace Chronos {
namespace {

// Lanes that look up entries of one system: patterns have some tens of entries, and steps early on few.
constexpr int gatherLanes = 8;
constexpr int gatherThreads = 128;

template <class Scalar, class DeviceType>
struct GatherFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;

  FsaiMatrix<Scalar, DeviceType> A;
  FsaiRows<Scalar, DeviceType> rows;
  FsaiSystems<Scalar, DeviceType> systems;
  Kokkos::View<const int*, DeviceType> active;
  int numActive;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int position = team.league_rank() * team.team_size() + team.team_rank();
    if (position >= numActive) return;
    const int slot = active(position);
    const LocalOrdinal row = rows.row(slot);
    const LocalOrdinal* pattern = rows.pattern.data() + std::size_t(slot) * rows.capacity;
    const int end = rows.numEntries(slot) + rows.numSelected(slot);
    for (int m = rows.numEntries(slot); m < end; ++m) {
      const LocalOrdinal col = pattern[m];
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, m + 1), [&](int p) {
        if (p < m) systems.factor((packedSize(m) + p) * systems.numSlots + slot) = entryAt(A.matrix, col, pattern[p]);
        else systems.rhs(m * systems.numSlots + slot) = -entryAt(A.matrix, row, col);
      });
    }
  }
};

template <class Scalar, class DeviceType>
struct SolveFunctor {
  FsaiMatrix<Scalar, DeviceType> A;
  FsaiRules<Scalar> rules;
  FsaiRows<Scalar, DeviceType> rows;
  FsaiSystems<Scalar, DeviceType> systems;
  Kokkos::View<const int*, DeviceType> active;
  bool isInitial;

  KOKKOS_INLINE_FUNCTION void operator()(int position) const {
    const int slot = active(position);
    const InterleavedSystem<Scalar> system{systems.factor.data() + slot, systems.rhs.data() + slot,
                                           systems.solution.data() + slot, systems.numSlots};
    const std::size_t base = std::size_t(slot) * rows.capacity;
    const Scalar before = rows.psi(slot);
    const int end = rows.numEntries(slot) + rows.numSelected(slot);
    Scalar psi = before;
    int m = rows.numEntries(slot);
    int status = rows.status(slot);
    for (; m < end; ++m) {
      if (!borderCholesky(system, m, A.diagonal(rows.pattern(base + m)), system.z(m), rules.smallestPivot)) {
        status = rowBrokeDown;
        break;
      }
      psi -= system.z(m) * system.z(m);
    }
    if (isInitial) systems.psiInitial(slot) = psi;
    else if (status == rowActive && (m == rows.capacity || rules.stops(systems.psiInitial(slot), before, psi)))
      status = rowDone;
    system.backSubstitute(m);
    for (int p = 0; p < m; ++p) rows.coefficient(base + p) = system.g(p);
    rows.psi(slot) = psi;
    rows.numEntries(slot) = m;
    rows.status(slot) = status;
  }
};

}  // namespace

template <class Scalar, class DeviceType>
FsaiSystems<Scalar, DeviceType>::FsaiSystems(std::size_t slots, int capacity)
    : numSlots(slots),
      factor(allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::FSAI factors", slots * packedSize(capacity))),
      rhs(allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::FSAI rhs", slots * capacity)),
      solution(allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::FSAI solution", slots * capacity)),
      psiInitial(allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::FSAI initial psi", slots)) {}

template <class Scalar, class DeviceType>
std::size_t FsaiSystems<Scalar, DeviceType>::bytesPerSlot(int capacity) {
  return (packedSize(capacity) + 3 * std::size_t(capacity) + 2) * sizeof(Scalar) +
         (std::size_t(capacity) + 6) * sizeof(int);
}

template <class Scalar, class DeviceType>
void gatherSystems(const typename DeviceType::execution_space& space, const FsaiMatrix<Scalar, DeviceType>& A,
                   const FsaiRows<Scalar, DeviceType>& rows, const FsaiSystems<Scalar, DeviceType>& systems,
                   const Kokkos::View<const int*, DeviceType>& active, int numActive) {
  if (numActive == 0) return;
  constexpr bool onHost = std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>;
  const int groups = onHost ? 1 : gatherThreads / gatherLanes;
  const Kokkos::TeamPolicy<typename DeviceType::execution_space> policy(space, (numActive + groups - 1) / groups,
                                                                        groups, onHost ? 1 : gatherLanes);
  Kokkos::parallel_for("Chronos::FSAI::gatherSystems", policy,
                       GatherFunctor<Scalar, DeviceType>{A, rows, systems, active, numActive});
}

template <class Scalar, class DeviceType>
void solveSystems(const typename DeviceType::execution_space& space, const FsaiMatrix<Scalar, DeviceType>& A,
                  const FsaiRules<Scalar>& rules, const FsaiRows<Scalar, DeviceType>& rows,
                  const FsaiSystems<Scalar, DeviceType>& systems, const Kokkos::View<const int*, DeviceType>& active,
                  int numActive, bool isInitial) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("Chronos::FSAI::solveSystems", Policy(space, 0, numActive),
                       SolveFunctor<Scalar, DeviceType>{A, rules, rows, systems, active, isInitial});
}

#define CHRONOS_FSAISYSTEMS(SCALAR, DEVICE)                                                                        \
  template struct FsaiSystems<SCALAR, DEVICE>;                                                                     \
  template void gatherSystems<SCALAR, DEVICE>(const DEVICE::execution_space&, const FsaiMatrix<SCALAR, DEVICE>&,   \
                                              const FsaiRows<SCALAR, DEVICE>&, const FsaiSystems<SCALAR, DEVICE>&, \
                                              const Kokkos::View<const int*, DEVICE>&, int);                       \
  template void solveSystems<SCALAR, DEVICE>(const DEVICE::execution_space&, const FsaiMatrix<SCALAR, DEVICE>&,    \
                                             const FsaiRules<SCALAR>&, const FsaiRows<SCALAR, DEVICE>&,            \
                                             const FsaiSystems<SCALAR, DEVICE>&,                                   \
                                             const Kokkos::View<const int*, DEVICE>&, int, bool);
#define CHRONOS_FSAISYSTEMS_ALL(DEVICE) CHRONOS_FSAISYSTEMS(double, DEVICE) CHRONOS_FSAISYSTEMS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_FSAISYSTEMS_ALL)

}  // namespace Chronos
