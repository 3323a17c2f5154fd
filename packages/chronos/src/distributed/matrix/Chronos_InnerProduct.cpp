// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InnerProduct.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_LimitedWait.hpp"

#include <algorithm>

namespace Chronos {

double innerProduct(const Comm& comm, const Kokkos::View<const double*, Device>& x,
                    const Kokkos::View<const double*, Device>& y) {
  return sumOverRanks(comm, blockDot<Device>(Device::execution_space(), x, y));
}

std::vector<SmallMatrix> tallProducts(const Comm& comm, const std::vector<TallPair>& pairs) {
  std::vector<SmallMatrix> products;
  std::vector<double> mine;
  for (const TallPair& pair : pairs) {
    products.push_back(tallProduct<Device>(Device::execution_space(), pair.X, pair.Y));
    mine.insert(mine.end(), products.back().values.begin(), products.back().values.end());
  }
  // MPI promises equal results of MPI_Allreduce on all ranks nowhere; what one rank has and sends is the same for all.
  const int length = static_cast<int>(mine.size());
  std::vector<double> sums(mine.size());
  const LimitedWait wait(comm, "reduction");
  MPI_Reduce(mine.data(), sums.data(), length, MPI_DOUBLE, MPI_SUM, 0, rawComm(comm));
  MPI_Bcast(sums.data(), length, MPI_DOUBLE, 0, rawComm(comm));
  auto next = sums.begin();
  for (SmallMatrix& product : products) {
    std::copy_n(next, product.values.size(), product.values.begin());
    next += static_cast<std::ptrdiff_t>(product.values.size());
  }
  return products;
}

}  // namespace Chronos
