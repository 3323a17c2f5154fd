// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REDUCTIONCOUNTER_HPP
#define CHRONOS_REDUCTIONCOUNTER_HPP

namespace Chronos::Test {

/// Calls of MPI_Allreduce by this rank so far, whoever makes them. Chronos makes none on one rank.
long long numReductions();

}  // namespace Chronos::Test

#endif
