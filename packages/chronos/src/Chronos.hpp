// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HPP
#define CHRONOS_HPP

/// \file
/// The one header of an application.

#include "Chronos_BelosFlexibleCg.hpp"
#include "Chronos_BlockDiagonalOperator.hpp"
#include "Chronos_ConjugateGradient.hpp"
#include "Chronos_CreatePreconditioner.hpp"
#include "Chronos_Eigenpairs.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_FreedMemory.hpp"
#include "Chronos_InverseOperator.hpp"
#include "Chronos_MatrixOperators.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_PolynomialPreconditioner.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_ProductOperator.hpp"
#include "Chronos_ReusePolicy.hpp"
#include "Chronos_ScaledOperator.hpp"
#include "Chronos_SumOperator.hpp"
#include "Chronos_SystemSolve.hpp"
#include "Chronos_Version.hpp"

#endif
