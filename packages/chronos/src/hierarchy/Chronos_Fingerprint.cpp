// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Fingerprint.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_GlobalColumn.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_HostCopy.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

KOKKOS_INLINE_FUNCTION std::uint64_t bitsOf(double value) {
  union {
    double number;
    std::uint64_t bits;
  } both;
  both.number = value;
  return both.bits;
}

struct MatrixHashFunctor {
  CsrMatrix<double, Device> A;
  typename Map::local_map_type rowMap;
  GlobalColumn globalColumn;

  KOKKOS_INLINE_FUNCTION void operator()(int row, std::uint64_t& sum) const {
    const std::uint64_t rowHash = globalHash(static_cast<std::uint64_t>(rowMap.getGlobalElement(row)));
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const GlobalOrdinal global = globalColumn(A.colInd(entry));
      sum += globalHash(globalHash(rowHash ^ static_cast<std::uint64_t>(global)) ^ bitsOf(A.values(entry)));
    }
  }
};

}  // namespace

std::uint64_t matrixFingerprint(const DistMatrix<double>& A) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("Chronos::fingerprint::matrix", RowPolicy(0, A.numRows()),
                          MatrixHashFunctor{A.local(), A.rowMap()->getLocalMap(), GlobalColumn(A)}, sum);
  return sumOfHashes(*A.rowMap()->getComm(), sum);
}

}  // namespace Chronos
