// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STRENGTHMETHODS_HPP
#define CHRONOS_STRENGTHMETHODS_HPP

#include "Chronos_ColumnValues.hpp"
#include "Chronos_Strength.hpp"

namespace Chronos {

/// \file
/// The measures behind strengthOfConnection(), each in a file of its own. All are collective; m_i = max_{k !=
/// i} (-a_ik), signs turned where a_ii < 0. A row without entries of that sign has no connection by the first
/// two.

/// s_ij = -a_ij / m_i
StrongFlags classicalStrength(const DistMatrix<double>& A, const StrengthParameters& parameters);

/// s_ij = -a_ij / min(m_i, m_j); m_i alone where row j has no entry of that sign
StrongFlags symmetricClassicalStrength(const DistMatrix<double>& A, const StrengthParameters& parameters);

/// s_ij = |a_ij| / sqrt(|a_ii a_jj|); 0 where a diagonal is missing
StrongFlags strongCouplings(const DistMatrix<double>& A, const StrengthParameters& parameters);

/// s_ij = (v_i . v_j)^2 / (|v_i|^2 |v_j|^2) for the stored a_ij != 0; 0 where a row of the test space
/// vanishes
StrongFlags affinity(const DistMatrix<double>& A, const StrengthParameters& parameters, const TestSpace& testSpace);

}  // namespace Chronos

#endif
