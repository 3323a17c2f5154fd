// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TESTSPACE_HPP
#define CHRONOS_TESTSPACE_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Rows of a test space (thesis 2.2.1), one column a vector: the near kernel that coarse levels must reproduce. A rank
/// holds the rows of its unknowns. No columns when there is none.
using TestSpace = Kokkos::View<const double**, Kokkos::LayoutLeft, Device>;

/// Global number of the node of each owned unknown.
using UnknownNodes = Kokkos::View<const GlobalOrdinal*, Device>;

/// \brief What a user knows about the unknowns of a system; each part may be empty.
struct NearKernel {
  TestSpace vectors;   ///< owned unknowns x number of vectors
  UnknownNodes nodes;  ///< of all owned unknowns or, where nothing is known, of none
};

}  // namespace Chronos

#endif
