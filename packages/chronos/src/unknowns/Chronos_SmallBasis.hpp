// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMALLBASIS_HPP
#define CHRONOS_SMALLBASIS_HPP

#include "Chronos_SmallMatrix.hpp"

namespace Chronos {

/// \file
/// Small matrices put together, and bases of their columns. Local.

SmallMatrix transposed(const SmallMatrix& A);
SmallMatrix minus(SmallMatrix A, const SmallMatrix& B);
SmallMatrix negative(SmallMatrix A);

/// Rows of one on those of the other.
SmallMatrix stack(const SmallMatrix& top, const SmallMatrix& bottom);
/// Columns of one beside those of the other.
SmallMatrix beside(const SmallMatrix& left, const SmallMatrix& right);

/// An orthonormal basis of the columns of B beside the orthonormal ones of C: Gram-Schmidt, twice; columns that depend
/// on those before are left out.
SmallMatrix orthonormalBeside(const SmallMatrix& C, const SmallMatrix& B);

}  // namespace Chronos

#endif
