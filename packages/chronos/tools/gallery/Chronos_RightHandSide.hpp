// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RIGHTHANDSIDE_HPP
#define CHRONOS_RIGHTHANDSIDE_HPP

#include "Chronos_Types.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace Chronos {

/// Names that makeRightHandSide() knows: random, ones, A*ones.
const std::vector<std::string>& rightHandSideKinds();

/// \brief Right-hand side in the range map of a matrix, computed on the device. Collective.
///
/// \param kind `random`: uniform in (-1, 1), a function of the seed and the global row only, so the same on any number
/// of ranks; `ones`; `A*ones`: the solution is 1 everywhere
/// \param seed read by `random`; column j has seed + j
/// \param numbers what rows are called for `random`, as many on each rank; null: as the range map calls them
/// \throws InputError that lists the kinds when there is none of that name
Teuchos::RCP<TpetraMultiVector> makeRightHandSide(const std::string& kind, const TpetraCrsMatrix& matrix,
                                                  std::uint64_t seed = 0, int numColumns = 1,
                                                  const Teuchos::RCP<const Map>& numbers = Teuchos::null);

}  // namespace Chronos

#endif
