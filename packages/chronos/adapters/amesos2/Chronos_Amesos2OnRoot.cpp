// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amesos2OnRoot.hpp"

#include "Chronos_Amesos2Factor.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_SymmetricPart.hpp"
#include "Chronos_UnitDiagonal.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <Teuchos_DefaultSerialComm.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

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

}  // namespace

// What rank 0 holds.
class Amesos2OnRoot::Root {
 public:
  // Empty, or what went wrong. The matrix is scaled in place.
  std::string build(RootMatrix& matrix, const std::string& solver) {
    scale_ = scaleToUnitDiagonal(matrix);
    asymmetry_ = takeSymmetricPart(matrix);
    storeDiagonal(matrix);
    if (isIndefinite(matrix)) return notPositiveDefinite(matrix.numRows);
    map_ = Teuchos::rcp(
        new Map(static_cast<Tpetra::global_size_t>(matrix.numRows), 0, Teuchos::rcp(new Teuchos::SerialComm<int>())));
    std::string message;
    if (tryFactor(matrix, solver, 0, 1 / singularPivot, message)) return "";
    shift_ = singularShift;
    if (tryFactor(matrix, solver, shift_, std::numeric_limits<double>::infinity(), message)) return "";
    return message.empty() ? notPositiveDefinite(matrix.numRows) : message;
  }

  // Right-hand sides in, solutions out, one after the other.
  void solve(double* values, int width) {
    const std::size_t n = scale_.size();
    prepare(width);
    {
      const auto in = b_->getLocalViewHost(Tpetra::Access::OverwriteAll);
      for (int c = 0; c < width; ++c)
        for (std::size_t i = 0; i < n; ++i) in(i, c) = values[c * n + i] * scale_[i];
    }
    const bool isSolved = factor_->solve(*x_, *b_);
    const auto out = x_->getLocalViewHost(Tpetra::Access::ReadOnly);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (int c = 0; c < width; ++c)
      for (std::size_t i = 0; i < n; ++i) values[c * n + i] = isSolved ? out(i, c) * scale_[i] : nan;
  }

  double shift() const { return shift_; }
  double asymmetry() const { return asymmetry_; }
  // At least the lower triangle has to be in a factor, whether the solver tells or not.
  double numEntries() const { return std::max(factor_->numEntries(), numStored_ / 2); }
  double bytes() const { return (numEntries() + numStored_) * bytesPerEntry; }

 private:
  void prepare(int width) {
    if (!b_.is_null() && static_cast<int>(b_->getNumVectors()) == width) return;
    b_ = Teuchos::rcp(new TpetraMultiVector(map_, width));
    x_ = Teuchos::rcp(new TpetraMultiVector(map_, width));
  }

  // Whether there is a factor, and the solution of a random right-hand side has not grown beyond `largest`, as it would
  // by the inverse of a smallest pivot.
  bool tryFactor(const RootMatrix& matrix, const std::string& solver, double shift, double largest,
                 std::string& message) {
    numStored_ = static_cast<double>(matrix.values.size());
    factor_ = std::make_unique<Amesos2Factor>(toSerialMatrix(matrix, map_, shift), solver);
    message = factor_->factorize();
    if (!message.empty()) return false;
    std::vector<double> b(scale_.size());
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = globalUniform(1, i) / scale_[i];
    std::vector<double> x = b;
    solve(x.data(), 1);
    double energy = 0, most = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
      energy += b[i] * x[i];
      most = std::max(most, std::abs(x[i] / scale_[i]));
      if (!std::isfinite(x[i])) return false;
    }
    return energy > 0 && most <= largest;
  }

  Teuchos::RCP<const Map> map_;
  std::unique_ptr<Amesos2Factor> factor_;
  Teuchos::RCP<TpetraMultiVector> x_, b_;
  std::vector<double> scale_;
  double shift_ = 0, asymmetry_ = 0, numStored_ = 0;
};

Amesos2OnRoot::Amesos2OnRoot(const DistMatrix<double>& A, const std::string& solver)
    : Smoother(A.rowMap()),
      comm_(A.rowMap()->getComm()),
      gather_(A.rowMap()),
      work_("Chronos::coarse work", A.numRows()) {
  report_.name = "amesos2 " + solver;
  Kokkos::Timer timer;
  RootMatrix matrix = gather_.gather(A);
  const double gatherSeconds = timer.seconds();
  timer.reset();
  double bytes = 0, numEntries = 0, shift = 0, asymmetry = 0;
  std::string message;
  if (gather_.isRoot() && gather_.numUnknowns() > 0) {
    root_ = std::make_unique<Root>();
    try {
      message = root_->build(matrix, solver);
    } catch (const std::bad_alloc&) {
      message = "No memory on rank 0 for the factor of the coarsest level: use more levels.";
    } catch (const std::exception& error) {
      message = solver + " of Amesos2: " + error.what();
    }
    if (message.empty()) {
      bytes = root_->bytes();
      numEntries = root_->numEntries();
      shift = root_->shift();
      asymmetry = root_->asymmetry();
    }
  }
  breakDownIfAny(*comm_, message);
  report_.bytes = sumOverRanks(*comm_, bytes);
  report_.density = sumOverRanks(*comm_, numEntries) / double(A.numGlobalEntries());
  report_.diagonalShift = sumOverRanks(*comm_, shift);
  report_.asymmetry = sumOverRanks(*comm_, asymmetry);
  report_.phases = {{"coarse gather", maxOverRanks(*comm_, gatherSeconds)},
                    {"coarse factor", maxOverRanks(*comm_, timer.seconds())}};
}

Amesos2OnRoot::~Amesos2OnRoot() = default;

std::size_t Amesos2OnRoot::numBytes() const {
  return work_.numBytes() + (root_ == nullptr ? 0 : static_cast<std::size_t>(root_->bytes()));
}

void Amesos2OnRoot::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  const Block work = work_(widthOf(r));
  if (root_ != nullptr) values_.resize(static_cast<std::size_t>(gather_.numUnknowns()) * widthOf(r));
  gather_.gather(r, values_.data());
  if (root_ != nullptr) root_->solve(values_.data(), widthOf(r));
  gather_.scatter(values_.data(), work);
  updateBlock(work, z, alpha, beta);
}

}  // namespace Chronos
