// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amesos2OnRoot.hpp"

#include "Chronos_Amesos2Factor.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_SymmetricPart.hpp"
#include "Chronos_UnitDiagonal.hpp"

#include <Teuchos_DefaultSerialComm.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace Chronos {
namespace {

constexpr double bytesPerEntry = sizeof(double) + sizeof(LocalOrdinal);

Teuchos::RCP<const TpetraCrsMatrix> toSerialMatrix(const RootMatrix& matrix, const Teuchos::RCP<const Map>& map,
                                                   double shift) {
  const std::size_t n = matrix.numRows;
  std::vector<std::size_t> rowPtr(matrix.rowPtr.begin(), matrix.rowPtr.end());
  std::vector<LocalOrdinal> colInd(matrix.colInd.begin(), matrix.colInd.end());
  std::vector<double> values = matrix.values;
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t e = rowPtr[row]; e < rowPtr[row + 1]; ++e)
      if (colInd[e] == static_cast<LocalOrdinal>(row)) values[e] += shift;
  using LocalMatrix = TpetraCrsMatrix::local_matrix_device_type;
  using Graph = LocalMatrix::StaticCrsGraphType;
  const typename Graph::row_map_type::non_const_type rowMap("Chronos::coarse row pointers", n + 1);
  const typename Graph::entries_type entries("Chronos::coarse columns", colInd.size());
  const typename LocalMatrix::values_type entryValues("Chronos::coarse values", values.size());
  Kokkos::deep_copy(rowMap, toView("Chronos::coarse row pointers", rowPtr));
  Kokkos::deep_copy(entries, toView("Chronos::coarse columns", colInd));
  Kokkos::deep_copy(entryValues, toView("Chronos::coarse values", values));
  const LocalMatrix rows("Chronos::coarse matrix", static_cast<LocalOrdinal>(n), static_cast<LocalOrdinal>(n),
                         values.size(), entryValues, rowMap, entries);
  return Teuchos::rcp(new TpetraCrsMatrix(rows, map, map, map, map));
}

// What a positive definite matrix of unit diagonal cannot have. A row of zeros is left to the shift; its diagonal must
// be stored.
bool isIndefinite(const RootMatrix& matrix) {
  for (std::int64_t row = 0; row < matrix.numRows; ++row)
    for (std::int64_t e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; ++e) {
      const double value = matrix.values[e];
      const bool isFine = matrix.colInd[e] == row ? value >= 0 : std::abs(value) <= 1 + symmetryTolerance;
      if (!isFine) return true;
    }
  return false;
}

// The shift needs an entry to be added to.
void storeDiagonal(RootMatrix& matrix) {
  RootMatrix whole;
  whole.numRows = matrix.numRows;
  for (std::int64_t row = 0; row < matrix.numRows; ++row) {
    bool isStored = false;
    const auto add = [&](std::int64_t col, double value) {
      whole.colInd.push_back(col);
      whole.values.push_back(value);
    };
    for (std::int64_t e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; ++e) {
      if (!isStored && matrix.colInd[e] > row) add(row, 0);
      isStored = isStored || matrix.colInd[e] >= row;
      add(matrix.colInd[e], matrix.values[e]);
    }
    if (!isStored) add(row, 0);
    whole.rowPtr.push_back(static_cast<std::int64_t>(whole.colInd.size()));
  }
  matrix = std::move(whole);
}

class Amesos2OnRoot : public RootFactor {
 public:
  explicit Amesos2OnRoot(const std::string& solver) : solver_(solver) {}

  std::string build(RootMatrix& matrix) override {
    storeDiagonal(matrix);
    if (isIndefinite(matrix)) return notPositiveDefinite(matrix.numRows);
    numStored_ = static_cast<double>(matrix.values.size());
    map_ = Teuchos::rcp(
        new Map(static_cast<Tpetra::global_size_t>(matrix.numRows), 0, Teuchos::rcp(new Teuchos::SerialComm<int>())));
    prepare(1);
    std::string message;
    if (tryFactor(matrix, 0, 1 / singularPivot, message)) return "";
    shift_ = singularShift;
    if (tryFactor(matrix, shift_, std::numeric_limits<double>::infinity(), message)) return "";
    return message.empty() ? notPositiveDefinite(matrix.numRows) : message;
  }

  std::string prepare(int width) override {
    values_.resize(map_->getGlobalNumElements() * width);
    b_ = Teuchos::rcp(new TpetraMultiVector(map_, width));
    x_ = Teuchos::rcp(new TpetraMultiVector(map_, width));
    return "";
  }

  double* rightHandSides() override { return values_.data(); }
  const double* solve() override {
    {
      const auto in = b_->getLocalViewHost(Tpetra::Access::OverwriteAll);
      forEachValue([&](std::size_t row, int column, double& value) { in(row, column) = value; });
    }
    if (!factor_->solve(*x_, *b_)) return nullptr;
    const auto out = x_->getLocalViewHost(Tpetra::Access::ReadOnly);
    forEachValue([&](std::size_t row, int column, double& value) { value = out(row, column); });
    return values_.data();
  }

  double shift() const override { return shift_; }
  // At least the lower triangle has to be in a factor, whether the solver tells or not.
  double numEntries() const override { return std::max(factor_->numEntries(), numStored_ / 2); }
  double bytes() const override { return (numEntries() + numStored_) * bytesPerEntry; }

 private:
  template <class Function>
  void forEachValue(const Function& function) {
    const std::size_t n = map_->getGlobalNumElements();
    const int width = static_cast<int>(values_.size() / n);
    for (int c = 0; c < width; ++c)
      for (std::size_t i = 0; i < n; ++i) function(i, c, values_[c * n + i]);
  }

  // Whether there is a factor, and the solution of a random right-hand side has not grown beyond `largest`, as it would
  // by the inverse of a smallest pivot.
  bool tryFactor(const RootMatrix& matrix, double shift, double largest, std::string& message) {
    factor_ = std::make_unique<Amesos2Factor>(toSerialMatrix(matrix, map_, shift), solver_);
    message = factor_->factorize();
    if (!message.empty()) return false;
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = globalUniform(1, i);
    const double* x = solve();
    if (x == nullptr) return false;
    double energy = 0, most = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      energy += globalUniform(1, i) * x[i];
      most = std::max(most, std::abs(x[i]));
      if (!std::isfinite(x[i])) return false;
    }
    return energy > 0 && most <= largest;
  }

  std::string solver_;
  Teuchos::RCP<const Map> map_;
  std::unique_ptr<Amesos2Factor> factor_;
  Teuchos::RCP<TpetraMultiVector> x_, b_;
  std::vector<double> values_;
  double shift_ = 0, numStored_ = 0;
};

}  // namespace

std::unique_ptr<RootFactor> amesos2OnRoot(const std::string& solver) {
  return std::make_unique<Amesos2OnRoot>(solver);
}

}  // namespace Chronos
