// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_OTHERMATRIXPRODUCT_HPP
#define CHRONOS_OTHERMATRIXPRODUCT_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos::Performance {

/// Medians of the time that A*B takes: pattern and values, and values again.
struct ProductSeconds {
  double first = 0, again = 0;
  std::size_t numEntries = 0;
};

/// The library that is there anyway: cuSPARSE (SpGEMMreuse, columns unsorted) on a GPU, KokkosKernels on a
/// host.
const char* otherProductName();
ProductSeconds otherProduct(const CsrMatrix<double, Device>& A, const CsrMatrix<double, Device>& B, int runs);

}  // namespace Chronos::Performance

#endif
