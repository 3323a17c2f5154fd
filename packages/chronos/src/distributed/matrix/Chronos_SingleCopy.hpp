// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SINGLECOPY_HPP
#define CHRONOS_SINGLECOPY_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief The matrix with values rounded to single precision; pattern, halo and plan are shared. Local.
///
/// A product then moves 8 bytes an entry in place of 12. Symmetric matrices stay symmetric, and the transpose of a copy
/// is the copy of the transpose.
DistMatrix<float> singleCopy(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
