// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CopyBandwidth.hpp"
#include "OtherMatrixProduct.hpp"

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_spgemm.hpp>

namespace Chronos::Performance {
namespace {

using Execution = Device::execution_space;
using Memory = Device::memory_space;
using Handle =
    KokkosKernels::Experimental::KokkosKernelsHandle<Offset, LocalOrdinal, double, Execution, Memory, Memory>;

// C keeps its arrays and the handle its plan between symbolic and numeric phase.
class Product {
 public:
  Product(const CsrMatrix<double, Device>& A, const CsrMatrix<double, Device>& B) : A_(A), B_(B) {
    handle_.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
  }
  ~Product() { handle_.destroy_spgemm_handle(); }
  Product(const Product&) = delete;
  Product& operator=(const Product&) = delete;

  void symbolic() {
    rowPtr_ = Kokkos::View<Offset*, Device>("row pointers", A_.numRows + 1);
    KokkosSparse::Experimental::spgemm_symbolic(&handle_, A_.numRows, B_.numRows, B_.numCols, A_.rowPtr, A_.colInd,
                                                false, B_.rowPtr, B_.colInd, false, rowPtr_);
    colInd_ = allocate<Kokkos::View<LocalOrdinal*, Device>>("columns", handle_.get_spgemm_handle()->get_c_nnz());
    values_ = allocate<Kokkos::View<double*, Device>>("values", colInd_.extent(0));
  }

  void numeric() {
    KokkosSparse::Experimental::spgemm_numeric(&handle_, A_.numRows, B_.numRows, B_.numCols, A_.rowPtr, A_.colInd,
                                               A_.values, false, B_.rowPtr, B_.colInd, B_.values, false, rowPtr_,
                                               colInd_, values_);
  }

  std::size_t numEntries() const { return colInd_.extent(0); }

 private:
  CsrMatrix<double, Device> A_, B_;
  Handle handle_;
  Kokkos::View<Offset*, Device> rowPtr_;
  Kokkos::View<LocalOrdinal*, Device> colInd_;
  Kokkos::View<double*, Device> values_;
};

}  // namespace

const char* otherProductName() {
  return "kokkoskernels";
}

ProductSeconds otherProduct(const CsrMatrix<double, Device>& A, const CsrMatrix<double, Device>& B, int runs) {
  ProductSeconds seconds;
  const auto first = [&] {
    Product product(A, B);
    product.symbolic();
    product.numeric();
    seconds.numEntries = product.numEntries();
  };
  seconds.first = medianSeconds(first, runs);
  Product product(A, B);
  product.symbolic();
  seconds.again = medianSeconds([&] { product.numeric(); }, runs);
  return seconds;
}

}  // namespace Chronos::Performance
