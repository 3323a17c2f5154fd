// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_VECTORUPDATE_HPP
#define CHRONOS_VECTORUPDATE_HPP

#include "Chronos_Smoother.hpp"

namespace Chronos {

/// z = omega x, or z += omega x. Local; does not wait for the device.
void updateVector(const Smoother::ConstVector& x, double omega, const Smoother::Vector& z, Update update);

/// result = alpha a + beta b; b is not read when beta is 0. result may be a or b. Local; does not wait for the device.
void combineVectors(double alpha, const Smoother::ConstVector& a, double beta, const Smoother::ConstVector& b,
                    const Smoother::Vector& result);

/// Numbers in (-1, 1) by the global index: the same on any number of ranks. Local.
void fillRandom(const Map& rowMap, std::uint64_t seed, const Smoother::Vector& x);

}  // namespace Chronos

#endif
