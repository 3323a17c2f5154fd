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

/// \brief For a solve that failed: what of the near kernel is in the null space of the matrix, in words; empty where
/// nothing is.
///
/// Near-kernel vectors are tried together and one by one; without them constants, and the translations of bodies whose
/// unknowns are numbered node by node, two or three a node. Takes a product a vector. Collective.
/// \param nearKernel owned rows x vectors, or none
std::string singularAdvice(const Operator& A, const TpetraMultiVector& b, const TestSpace& nearKernel = {});

}  // namespace Chronos

#endif
