// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRODUCTSONHOST_HPP
#define CHRONOS_PRODUCTSONHOST_HPP

#include "Chronos_Block.hpp"
#include "Chronos_ProductSums.hpp"

namespace Chronos {

/// The sums of ProductSums where whoever asks waits for them: on the host, of this rank.
class ProductsOnHost {
 public:
  ProductsOnHost(std::size_t numRows, int width)
      : sums_(static_cast<std::int64_t>(numRows) * width, width),
        onHost_(allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::CG products",
                                                             ProductSums<Device>::resultLength(width))) {}

  /// \param form asks for products: (sums, space, results)
  /// \return these, until the next call
  template <class Form>
  const double* wait(const Form& form) const {
    const Device::execution_space space;
    form(sums_, space, asKernelsSee<Device>(onHost_));
    space.fence();
    return onHost_.data();
  }

 private:
  ProductSums<Device> sums_;
  Kokkos::View<double*, PinnedSpace> onHost_;
};

}  // namespace Chronos

#endif
