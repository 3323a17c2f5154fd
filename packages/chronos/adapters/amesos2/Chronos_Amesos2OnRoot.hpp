// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AMESOS2ONROOT_HPP
#define CHRONOS_AMESOS2ONROOT_HPP

#include "Chronos_RootFactor.hpp"

#include <memory>
#include <string>

namespace Chronos {

/// \brief A factor by a solver of Amesos2 on rank 0, not built yet, as FactoredOnRoot wants it. Local.
///
/// For solvers of one rank. Amesos2 would gather for them, too, in every application anew and for maps of consecutive
/// indices alone.
///
/// A factorisation into L U does not tell whether a matrix is positive definite. What is refused: a negative diagonal,
/// an entry above sqrt(a_ii a_jj), an energy x^T A^{-1} x <= 0 of a random x, and what the solver itself refuses.
/// \param solver one of amesos2Solvers()
std::unique_ptr<RootFactor> amesos2OnRoot(const std::string& solver);

}  // namespace Chronos

#endif
