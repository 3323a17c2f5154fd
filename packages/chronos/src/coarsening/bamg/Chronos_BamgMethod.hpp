// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BAMGMETHOD_HPP
#define CHRONOS_BAMGMETHOD_HPP

#include "Chronos_Bamg.hpp"
#include "Chronos_Interpolation.hpp"

namespace Chronos {

/// bamgInterpolation(). Does not truncate: filtering keeps the test space.
InterpolationMethod bamgMethod();

void bindBamg(ParameterBinding& list, BamgParameters& p);

}  // namespace Chronos

#endif
