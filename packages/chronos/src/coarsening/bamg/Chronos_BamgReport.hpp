// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BAMGREPORT_HPP
#define CHRONOS_BAMGREPORT_HPP

#include "Chronos_Bamg.hpp"

namespace Chronos {

/// \brief Interpolation distance, residual and norm of the weights, counted in classes over the fine rows. Collective.
/// \param distances of the rows that were solved, 0 of all others
std::vector<Distribution> bamgDistributions(const Comm& comm, const Kokkos::View<const int*, Device>& distances,
                                            const BamgSolutions<Device>& solutions, int maxDistance,
                                            long long numPromoted);

}  // namespace Chronos

#endif
