// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SYSTEMKINDS_HPP
#define CHRONOS_SYSTEMKINDS_HPP

#include "Chronos_SystemFacts.hpp"

namespace Chronos {

/// \file
/// What a system is by its facts, and what it wants: the questions behind the choice of a method. Where their answers
/// change, docs/choosing.md says. Local.

/// Nearly all rows are nearly those of an M-matrix.
bool isLikeMMatrix(const SystemFacts& facts);
/// Half of the rows send constants, or a vector of units, to zero, and no body is seen. Finite elements of flat cells
/// have positive entries, but constants are near their kernel all the same.
bool isDiffusion(const SystemFacts& facts);
bool isLikeDiffusion(const SystemFacts& facts);
/// Rows that send constants, or a vector of units, to zero; a share.
double zeroSumRows(const SystemFacts& facts);
/// Constants are not near the kernel of most rows.
bool isScaled(const SystemFacts& facts);
/// Pairs of unknowns are as good as a splitting, at half of its set-up and less memory.
bool isEven(const SystemFacts& facts);
/// Cells that are longer one way than the others have positive couplings in finite elements, and eigenvalues of
/// D^-1 A of 4 and more; with 27 entries a row a sweep of Gauss-Seidel takes a host hardly longer than one of Jacobi.
bool wantsGaussSeidel(const SystemFacts& facts);
/// Diffusion in rows so long that a set-up of multigrid takes as long as a hundred iterations of one level: time steps
/// of elements, and on a host elements of high order and splines, of which the smooth ones are well-conditioned.
bool mayEndWithOneLevel(const SystemFacts& facts);

/// A near kernel of several vectors is known, or nodes whose translations are one.
bool knowsBodies(const SystemFacts& facts);
/// Flat cells that bend. Without bending `smoothed aggregation` is enough; a GPU takes longer for what would reduce it.
bool bends(const SystemFacts& facts);

/// Unknowns from which on a third step of Chebyshev takes hardly longer than the iterations that it saves: the more of
/// them, the more it saves.
constexpr long long thirdStepFrom = 2500000;
bool wantsThirdStep(const SystemFacts& facts);

}  // namespace Chronos

#endif
