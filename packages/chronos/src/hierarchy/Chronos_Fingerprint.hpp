// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FINGERPRINT_HPP
#define CHRONOS_FINGERPRINT_HPP

#include "Chronos_DistMatrix.hpp"

#include <cstdint>

namespace Chronos {

/// \brief A sum of hashes that tells whether two runs made the same matrix. Collective; exact, so independent of order.
///
/// Of global row, global column and all bits of the value of every entry.
std::uint64_t matrixFingerprint(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
