// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FINGERPRINT_HPP
#define CHRONOS_FINGERPRINT_HPP

#include "Chronos_Splitting.hpp"

namespace Chronos {

/// \brief Sums of hashes that tell whether two runs made the same thing. Collective; exact, so independent of order.
///
/// Of the global indices of the coarse points: the same on any number of ranks that number rows alike.
std::uint64_t splittingFingerprint(const Map& rowMap, const Splitting& splitting);

/// Of global row, global column and all bits of the value of every entry.
std::uint64_t matrixFingerprint(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
