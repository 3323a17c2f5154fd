// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHOLESKYFACTOR_HPP
#define CHRONOS_CHOLESKYFACTOR_HPP

#include "Chronos_RootFactor.hpp"

#include <memory>

namespace Chronos {

/// \brief An L L^T of CHOLMOD, by dense blocks where they pay (Chen, Davis, Hager, Rajamanickam 2008), not built yet.
/// Local.
///
/// There only where CHOLMOD was found. Indices have 64 bits. A matrix that is not positive definite has no factor.
std::unique_ptr<RootFactor> choleskyFactor();

}  // namespace Chronos

#endif
