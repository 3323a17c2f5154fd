// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ZOLTAN2_HPP
#define CHRONOS_ZOLTAN2_HPP

/// \file
/// Coarse levels on fewer ranks by a graph; library Chronos::zoltan2. An application that includes this header and
/// links the library has `agglomeration` = `zoltan2`.

#include <string>
#include <vector>

namespace Chronos {

/// \brief Methods of Zoltan2 for graphs that this Trilinos has, under their names there, the one that is taken first.
/// Local.
///
/// Debian's Trilinos 13.2 has `scotch` and `phg`.
const std::vector<std::string>& zoltan2Algorithms();

/// \brief Hands the partitioner to Chronos; again and again is once. Local.
/// \return true
bool registerZoltan2();

/// A library that is linked statically would lose what only registers itself.
inline const bool zoltan2IsRegistered = registerZoltan2();

}  // namespace Chronos

#endif
