// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CopyBandwidth.hpp"
#include "OtherMatrixProduct.hpp"

#include <cusparse.h>

#include <stdexcept>
#include <string>

namespace Chronos::Performance {
namespace {

void check(cusparseStatus_t status, const char* step) {
  if (status != CUSPARSE_STATUS_SUCCESS)
    throw std::runtime_error(std::string(step) + ": " + cusparseGetErrorString(status));
}

// SpGEMMreuse takes 32-bit row pointers.
struct NarrowFunctor {
  Kokkos::View<const Offset*, Device> wide;
  Kokkos::View<int*, Device> narrow;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { narrow(i) = static_cast<int>(wide(i)); }
};

using Buffer = Kokkos::View<char*, Device>;

struct Operand {
  CsrMatrix<double, Device> matrix;
  Kokkos::View<int*, Device> rowPtr;

  explicit Operand(const CsrMatrix<double, Device>& matrix)
      : matrix(matrix), rowPtr(allocate<Kokkos::View<int*, Device>>("narrow row pointers", matrix.numRows + 1)) {
    Kokkos::parallel_for("narrow", Kokkos::RangePolicy<Device::execution_space>(0, matrix.numRows + 1),
                         NarrowFunctor{matrix.rowPtr, rowPtr});
  }
};

class Product {
 public:
  Product(const Operand& A, const Operand& B) : A_(A), B_(B) {
    check(cusparseCreate(&handle_), "cusparseCreate");
    check(cusparseSpGEMM_createDescr(&plan_), "createDescr");
    left_ = describe(A_);
    right_ = describe(B_);
    check(cusparseCreateCsr(&result_, A.matrix.numRows, B.matrix.numCols, 0, nullptr, nullptr, nullptr, index, index,
                            base, CUDA_R_64F),
          "cusparseCreateCsr");
  }
  ~Product() {
    cusparseDestroySpMat(left_);
    cusparseDestroySpMat(right_);
    cusparseDestroySpMat(result_);
    cusparseSpGEMM_destroyDescr(plan_);
    cusparseDestroy(handle_);
  }
  Product(const Product&) = delete;
  Product& operator=(const Product&) = delete;

  void pattern() {
    std::size_t n1 = 0, n2 = 0, n3 = 0, n4 = 0, n5 = 0;
    check(cusparseSpGEMMreuse_workEstimation(handle_, op, op, left_, right_, result_, algorithm, plan_, &n1, nullptr),
          "work");
    const auto b1 = allocate<Buffer>("estimation", n1);
    check(cusparseSpGEMMreuse_workEstimation(handle_, op, op, left_, right_, result_, algorithm, plan_, &n1, b1.data()),
          "work");
    check(cusparseSpGEMMreuse_nnz(handle_, op, op, left_, right_, result_, algorithm, plan_, &n2, nullptr, &n3, nullptr,
                                  &n4, nullptr),
          "nnz");
    const auto b2 = allocate<Buffer>("counting", n2), b3 = allocate<Buffer>("pattern", n3);
    keptForValues_ = allocate<Buffer>("kept for values", n4);
    check(cusparseSpGEMMreuse_nnz(handle_, op, op, left_, right_, result_, algorithm, plan_, &n2, b2.data(), &n3,
                                  b3.data(), &n4, keptForValues_.data()),
          "nnz");
    int64_t numRows = 0, numCols = 0, numEntries = 0;
    check(cusparseSpMatGetSize(result_, &numRows, &numCols, &numEntries), "cusparseSpMatGetSize");
    rowPtr_ = allocate<Kokkos::View<int*, Device>>("row pointers", numRows + 1);
    colInd_ = allocate<Kokkos::View<int*, Device>>("columns", numEntries);
    values_ = allocate<Kokkos::View<double*, Device>>("values", numEntries);
    check(cusparseCsrSetPointers(result_, rowPtr_.data(), colInd_.data(), values_.data()), "cusparseCsrSetPointers");
    check(cusparseSpGEMMreuse_copy(handle_, op, op, left_, right_, result_, algorithm, plan_, &n5, nullptr), "copy");
    keptForPattern_ = allocate<Buffer>("kept for pattern", n5);
    check(cusparseSpGEMMreuse_copy(handle_, op, op, left_, right_, result_, algorithm, plan_, &n5,
                                   keptForPattern_.data()),
          "copy");
  }

  void values() {
    const double one = 1, zero = 0;
    check(
        cusparseSpGEMMreuse_compute(handle_, op, op, &one, left_, right_, &zero, result_, CUDA_R_64F, algorithm, plan_),
        "compute");
  }

  std::size_t numEntries() const { return colInd_.extent(0); }

 private:
  static constexpr auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  static constexpr auto algorithm = CUSPARSE_SPGEMM_DEFAULT;
  static constexpr auto index = CUSPARSE_INDEX_32I;
  static constexpr auto base = CUSPARSE_INDEX_BASE_ZERO;

  static cusparseSpMatDescr_t describe(const Operand& operand) {
    const CsrMatrix<double, Device>& rows = operand.matrix;
    cusparseSpMatDescr_t matrix;
    check(cusparseCreateCsr(&matrix, rows.numRows, rows.numCols, rows.numEntries(), operand.rowPtr.data(),
                            const_cast<int*>(rows.colInd.data()), const_cast<double*>(rows.values.data()), index, index,
                            base, CUDA_R_64F),
          "cusparseCreateCsr");
    return matrix;
  }

  Operand A_, B_;
  cusparseHandle_t handle_;
  cusparseSpGEMMDescr_t plan_;
  cusparseSpMatDescr_t left_, right_, result_;
  Buffer keptForValues_, keptForPattern_;
  Kokkos::View<int*, Device> rowPtr_, colInd_;
  Kokkos::View<double*, Device> values_;
};

}  // namespace

const char* otherProductName() {
  return "cusparse";
}

ProductSeconds otherProduct(const CsrMatrix<double, Device>& A, const CsrMatrix<double, Device>& B, int runs) {
  const Operand left(A), right(B);
  ProductSeconds seconds;
  const auto first = [&] {
    Product product(left, right);
    product.pattern();
    product.values();
    Kokkos::fence();
    seconds.numEntries = product.numEntries();
  };
  seconds.first = medianSeconds(first, runs);
  Product product(left, right);
  product.pattern();
  seconds.again = medianSeconds([&] { product.values(); }, runs);
  return seconds;
}

}  // namespace Chronos::Performance
