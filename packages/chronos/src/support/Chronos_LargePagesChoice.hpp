// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LARGEPAGESCHOICE_HPP
#define CHRONOS_LARGEPAGESCHOICE_HPP

namespace Chronos {

/// Whether askForLargePages() asks: not where the environment has CHRONOS_LARGE_PAGES=0, which is read once. On
/// machines whose memory is in pieces a system may take long to make a large page.
bool asksForLargePages();

}  // namespace Chronos

#endif
