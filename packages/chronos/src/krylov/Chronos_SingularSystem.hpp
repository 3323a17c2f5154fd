// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SINGULARSYSTEM_HPP
#define CHRONOS_SINGULARSYSTEM_HPP

#include "Chronos_NullSpace.hpp"
#include "Chronos_SolverParameters.hpp"

#include <string>
#include <vector>

namespace Chronos {

/// \brief The null space that a user asks for, tested on the matrix. Collective.
/// \param nearKernel owned rows x vectors, for NullSpaceKind::nearKernel
/// \throws InputError on all ranks when there are no such vectors, or the matrix does not take them to zero
NullSpace nullSpaceOf(const Operator& A, NullSpaceKind kind, const TestSpace& nearKernel);

/// \brief Leaves the part in the null space out of each right-hand side; a rest that is rounding becomes zero.
/// Collective.
/// \return size of what was left out of each column, relative to the column
std::vector<double> leaveOut(const NullSpace& space, TpetraMultiVector& b);

/// \brief For a solve that failed: whether constants are in the null space of the matrix, in words; empty where not.
/// Takes two products. Collective.
std::string singularAdvice(const Operator& A, const TpetraMultiVector& b);

}  // namespace Chronos

#endif
