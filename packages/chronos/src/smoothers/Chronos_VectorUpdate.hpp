// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_VECTORUPDATE_HPP
#define CHRONOS_VECTORUPDATE_HPP

#include "Chronos_Smoother.hpp"

namespace Chronos {

/// z = omega x, or z += omega x. Local; does not wait for the device.
void updateVector(const Smoother::ConstVector& x, double omega, const Smoother::Vector& z, Update update);

}  // namespace Chronos

#endif
