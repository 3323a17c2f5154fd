// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FREEDMEMORY_HPP
#define CHRONOS_FREEDMEMORY_HPP

namespace Chronos {

/// \brief Asks the C library to keep freed memory of the host for what is allocated next, and not to give it back to
/// the system. Local, and for the whole process: for the main() of a program that solves one system after another.
///
/// A set-up allocates and frees many arrays. The GNU C library gives large ones back at once, and the system clears
/// each page again for the next one: a tenth of a set-up on one core, a quarter on 16 threads. The price is that the
/// process may hold up to two thirds more than it needs, in pieces between what is in use. Memory is asked for by large
/// pages, see askForLargePages(); GLIBC_TUNABLES=glibc.malloc.hugetlb=1 has these for programs that do not call this.
/// \return false where nothing changed: with another C library, or where the environment tells it what to do already
///         (MALLOC_MMAP_MAX_, MALLOC_TRIM_THRESHOLD_, MALLOC_TOP_PAD_, MALLOC_MMAP_THRESHOLD_, GLIBC_TUNABLES)
bool keepFreedMemory();

}  // namespace Chronos

#endif
