// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FreedMemory.hpp"

#include "Chronos_LargePages.hpp"
#include "Chronos_LargePagesChoice.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <initializer_list>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace Chronos {
namespace {

#ifdef __GLIBC__
constexpr std::size_t bytesAhead = std::size_t(64) << 20;

bool isAnySet(std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [](const char* name) { return std::getenv(name) != nullptr; });
}

// Whether a process may have more addresses than there is memory.
bool areAddressesFree() {
  rlimit limit{};
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA})
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return false;
  constexpr const char* file = "/proc/sys/vm/overcommit_memory";
  constexpr int counted = 2;
  int overcommit = counted;
  return std::ifstream(file) >> overcommit && overcommit != counted;
}

// Whether malloc() is that of the C library, which lays one array behind the other: others, as those of sanitizers,
// may write what they hand out, or end the process where it is too much.
bool takesFromHeap() {
  const auto endOfHeap = [] { return reinterpret_cast<std::uintptr_t>(sbrk(0)); };
  const std::uintptr_t before = endOfHeap();
  void* const probe = std::malloc(2 * bytesAhead);
  const auto address = reinterpret_cast<std::uintptr_t>(probe);
  const std::uintptr_t after = endOfHeap();
  std::free(probe);
  return probe != nullptr && after > before && address < after && after - address >= 2 * bytesAhead;
}

// Of this machine, as far as launchers tell before MPI starts.
std::size_t numRanksHere() {
  for (const char* const name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_TASKS_PER_NODE"})
    if (const char* const text = std::getenv(name)) return std::max(1, std::atoi(text));
  return 1;
}

// Addresses for half of what the machine has for each rank, on which arrays come to lie one after the other; memory is
// taken where they are written.
void layOutHeap() {
  // These have malloc() write all that it hands out.
  if (isAnySet({"MALLOC_PERTURB_", "MALLOC_CHECK_"}) || !asksForLargePages() || !areAddressesFree() || !takesFromHeap())
    return;
  const long pages = sysconf(_SC_PHYS_PAGES), pageBytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || pageBytes <= 0) return;
  const std::size_t share = static_cast<std::size_t>(pages) / 2 / numRanksHere() * static_cast<std::size_t>(pageBytes);
  for (std::size_t numBytes = share; numBytes > bytesAhead; numBytes /= 2) {
    void* const heap = std::malloc(numBytes);
    if (heap == nullptr) continue;
    askForLargePages(heap, numBytes);
    std::free(heap);
    return;
  }
}
#endif

}  // namespace

bool keepFreedMemory() {
#ifdef __GLIBC__
  if (isAnySet({"MALLOC_MMAP_MAX_", "MALLOC_TRIM_THRESHOLD_", "MALLOC_TOP_PAD_", "MALLOC_MMAP_THRESHOLD_",
                "GLIBC_TUNABLES"}))
    return false;
  constexpr int never = -1;
  const bool isKept = mallopt(M_MMAP_MAX, 0) == 1 && mallopt(M_TRIM_THRESHOLD, never) == 1 &&
                      mallopt(M_TOP_PAD, static_cast<int>(bytesAhead)) == 1;
  if (isKept) layOutHeap();
  return isKept;
#else
  return false;
#endif
}

}  // namespace Chronos
