// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKUPDATES_HPP
#define CHRONOS_BLOCKUPDATES_HPP

#include "Chronos_Block.hpp"

#include <vector>

namespace Chronos {

/// \file
/// Updates of blocks with a number for each column. All are local and do not wait for the device.

/// y_c = x_c + factor_c y_c; y_c is not read where the factor is 0.
void addMultiples(const ConstBlock& x, const ColumnScalars& factors, const Block& y);

/// \brief d_c = w_c + factor_c d_c and x_c += step_c d_c, in one pass; columns of step 0 are left alone.
///
/// d_c is not read where the factor is 0.
void advanceAlong(const ConstBlock& w, const ColumnScalars& factors, const Block& d, const ColumnScalars& steps,
                  const Block& x);

/// The same of one column, whose directions are in single precision and rounded where they are stored.
void advanceAlong(const Kokkos::View<const float*, Device>& w, double factor, const Kokkos::View<float*, Device>& d,
                  double step, const Vector& x);

/// \brief x_c += step_c d_c and then d_c = w_c + factor_c d_c, in one pass: a step that waited for the next direction.
///
/// x_c is left alone where the step is 0, and d_c is not read where the factor is as well.
void addStepAndTurn(const ConstBlock& w, const ColumnScalars& factors, const Block& d, const ColumnScalars& steps,
                    const Block& x);

/// x_c += step_c d_c, with the bits of addStepAndTurn(); columns of step 0 are left alone.
void addStep(const ConstBlock& d, const ColumnScalars& steps, const Block& x);

/// \brief p_c = z_c + factor_c p_c, s_c = w_c + factor_c s_c, x_c += step_c p_c and r_c -= step_c s_c, in one pass: a
/// step of conjugate gradients whose image s = A p follows from w = A z. Columns of step 0 are left alone.
///
/// p_c and s_c are not read where the factor is 0. z may be r.
void advanceStep(const ConstBlock& z, const ConstBlock& w, const ColumnScalars& factors, const Block& p, const Block& s,
                 const ColumnScalars& steps, const Block& x, const Block& r);

/// result_c = alpha_c a_c + beta b_c. result may be a or b.
void combineColumns(const ColumnScalars& alpha, const ConstBlock& a, double beta, const ConstBlock& b,
                    const Block& result);

/// x_c = value. Kokkos 3 takes four times as long as memory needs, and ten times for what might have strides.
void fillBlock(const Block& x, double value);

/// x_c += steps_c and steps_c = 0 in the chosen columns; the others are left alone.
void takeSteps(const std::array<bool, widestBlock>& chosen, const Block& steps, const Block& x);

/// x_c *= factor_c, exactly 0 where the factor is 0. Nothing happens where all are 1.
void scaleColumns(const ColumnScalars& factors, const Block& x);

/// to_c = from_c for the chosen columns alone.
void copyColumns(const ConstBlock& from, const std::array<bool, widestBlock>& chosen, const Block& to);

/// to_c = from_{columns[c]}, zero in the columns of `to` behind the last.
void chooseColumns(const ConstBlock& from, const std::vector<int>& columns, const Block& to);

/// One column of a block into one of another.
void placeColumn(const ConstBlock& from, int fromColumn, const Block& to, int toColumn);

/// Columns of a multivector, one after the other in memory.
using ColumnsOfVectors = Kokkos::View<double**, Kokkos::LayoutLeft, Device>;
using ConstColumnsOfVectors = Kokkos::View<const double**, Kokkos::LayoutLeft, Device>;

/// \brief Columns of a multivector into the rows of a block and back.
/// \param first column of the multivector that is column 0 of the block; columns of the block that the multivector does
/// not have are set to zero, and left out on the way back
void packBlock(const ConstColumnsOfVectors& from, int first, const Block& to);
void unpackBlock(const ConstBlock& from, const ColumnsOfVectors& to, int first);

/// Whether no entry is an infinity or no number. Synchronises the device.
bool isFinite(const ConstVector& x);

/// Largest magnitude in each column; infinity where an entry is no number. Synchronises the device.
ColumnScalars largestEntries(const ConstBlock& x);

}  // namespace Chronos

#endif
