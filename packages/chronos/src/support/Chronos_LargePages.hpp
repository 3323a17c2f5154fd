// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LARGEPAGES_HPP
#define CHRONOS_LARGEPAGES_HPP

#include <cstddef>

namespace Chronos {

/// \brief Asks the system to back memory of the host by pages of 2 MiB, before it is first written; nothing where a
/// large page does not fit, or the system has none.
///
/// A page is made and cleared where it is first touched. That takes 0.1 ms/MB by small pages of 4 KiB on a machine of
/// its own, 4 ms/MB where the memory of a virtual machine has to be had from its host, and 0.1 by large ones there.
void askForLargePages(void* begin, std::size_t numBytes);

}  // namespace Chronos

#endif
