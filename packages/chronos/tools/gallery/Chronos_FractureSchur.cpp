// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FractureSchur.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_MatrixOperators.hpp"
#include "Chronos_RowsOnHost.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_TpetraOperators.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Tpetra gives no view of the host as long as an operator holds one of the device.
RowsOnHost rowsOf(const TpetraCrsMatrix& matrix) {
  return RowsOnHost(fromTpetra(matrix));
}

// Of the fractures of this rank, and the end.
std::vector<GlobalOrdinal> partOf(const std::vector<GlobalOrdinal>& first, int begin, int end) {
  return {first.begin() + begin, first.begin() + end + 1};
}

}  // namespace

FractureSchur::FractureSchur(const FractureBlocks& blocks)
    : CommonOperator("Chronos::FractureSchur"),
      alpha_(blocks.alpha),
      firstHead_(partOf(blocks.firstHead, blocks.firstFracture, blocks.endFracture)),
      firstFlux_(partOf(blocks.firstFlux, blocks.firstFracture, blocks.endFracture)),
      matrixB_(blocks.B),
      matrixC_(blocks.C),
      matrixGh_(blocks.Gh),
      matrixGu_(blocks.Gu),
      q_(blocks.q),
      inverse_(Teuchos::rcp(new BlockDiagonalOperator(blocks.A, blocks.headSizes()))),
      B_(multiplyBy(blocks.B)),
      Bt_(transposed(blocks.B)),
      C_(multiplyBy(blocks.C)),
      Ct_(transposed(blocks.C)),
      Gh_(multiplyBy(blocks.Gh, true)),
      Gu_(multiplyBy(blocks.Gu, true)),
      head_("Chronos::FractureSchur head", TrilinosVersion::numLocal(*blocks.headMap)),
      work_("Chronos::FractureSchur work", TrilinosVersion::numLocal(*blocks.headMap)) {}

void FractureSchur::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  const Block head = head_(widthOf(x)), work = work_(widthOf(x));
  C_->apply(x, work);
  inverse_->apply(work, head);
  Gu_->apply(x, y, alpha, beta);
  Bt_->apply(head, y, -alpha * alpha_, 1);
  Gh_->apply(head, work);
  B_->apply(x, work, -alpha_, 1);
  inverse_->apply(work, head);
  Ct_->apply(head, y, alpha, 1);
}

std::size_t FractureSchur::numBytes() const {
  std::size_t bytes = inverse_->numBytes() + head_.numBytes() + work_.numBytes();
  for (const auto& matrix : {B_, Bt_, C_, Ct_, Gh_, Gu_}) bytes += matrix->numBytes();
  return bytes;
}

TpetraVector FractureSchur::rightHandSide() const {
  TpetraVector head(q_->getMap()), work(q_->getMap()), r(domainMap());
  const auto apply = [](const Operator& op, const TpetraVector& x, TpetraVector& y, double alpha, double beta) {
    applyColumns(op, "Chronos::FractureSchur", x, y, alpha, beta);
  };
  apply(*inverse_, *q_, head, 1, 0);
  apply(*Bt_, head, r, alpha_, 0);
  apply(*Gh_, head, work, 1, 0);
  apply(*inverse_, work, head, 1, 0);
  apply(*Ct_, head, r, -1, 1);
  return r;
}

TpetraVector FractureSchur::head(const TpetraVector& u) const {
  TpetraVector sum(*q_, Teuchos::Copy), h(q_->getMap());
  applyColumns(*C_, "Chronos::FractureSchur", u, sum, 1, 1);
  applyColumns(*inverse_, "Chronos::FractureSchur", sum, h, 1, 0);
  return h;
}

std::vector<double> FractureSchur::diagonal() const {
  // Their columns are those of heads or fluxes of this rank, counted from the first; others lie behind.
  const RowsOnHost B = rowsOf(*matrixB_), C = rowsOf(*matrixC_), Gh = rowsOf(*matrixGh_), Gu = rowsOf(*matrixGu_);
  const int numFractures = static_cast<int>(firstHead_.size()) - 1;
  GlobalOrdinal mostFluxes = 0;
  for (int i = 0; i < numFractures; ++i) mostFluxes = std::max(mostFluxes, firstFlux_[i + 1] - firstFlux_[i]);
  std::vector<double> result(firstFlux_.back() - firstFlux_.front(), 0.0);
  for (std::size_t flux = 0; flux < result.size(); ++flux)
    for (Offset e = Gu.rowPtr[flux]; e < Gu.rowPtr[flux + 1]; ++e)
      if (Gu.colInd[e] == static_cast<LocalOrdinal>(flux)) result[flux] += Gu.values[e];

  const std::size_t numRows = firstHead_.back() - firstHead_.front();
  for (GlobalOrdinal begin = 0; begin < mostFluxes; begin += widestBlock) {
    // Column c of a fracture's rows is that of its flux begin + c.
    std::vector<double> columns(numRows * widestBlock, 0.0);
    const auto columnOf = [&](int fracture, LocalOrdinal local) {
      const GlobalOrdinal flux = firstFlux_.front() + local;
      const GlobalOrdinal column = flux - firstFlux_[fracture] - begin;
      const bool isHere =
          flux >= firstFlux_[fracture] && flux < firstFlux_[fracture + 1] && column >= 0 && column < widestBlock;
      return isHere ? static_cast<int>(column) : -1;
    };
    const auto forEachEntry = [&](const RowsOnHost& matrix, const auto& function) {
      for (int i = 0; i < numFractures; ++i) {
        if (firstFlux_[i + 1] - firstFlux_[i] <= begin) continue;
        for (GlobalOrdinal row = firstHead_[i]; row < firstHead_[i + 1]; ++row) {
          const std::size_t local = row - firstHead_.front();
          for (Offset e = matrix.rowPtr[local]; e < matrix.rowPtr[local + 1]; ++e)
            function(i, local, matrix.colInd[e], matrix.values[e]);
        }
      }
    };
    forEachEntry(C, [&](int fracture, std::size_t row, LocalOrdinal flux, double value) {
      const int column = columnOf(fracture, flux);
      if (column >= 0) columns[row * widestBlock + column] = value;
    });
    const auto x = toView("Chronos::FractureSchur columns", columns);
    const Block w = allocateBlock("Chronos::FractureSchur w", numRows, widestBlock);
    inverse_->apply(ConstBlock(x.data(), numRows, widestBlock), w);
    const std::vector<double> W = toVector(asVector(w));
    const auto add = [&](int fracture, int column, double value) {
      const GlobalOrdinal flux = firstFlux_[fracture] + begin + column;
      if (flux < firstFlux_[fracture + 1]) result[flux - firstFlux_.front()] += value;
    };
    forEachEntry(B, [&](int fracture, std::size_t row, LocalOrdinal flux, double value) {
      const int column = columnOf(fracture, flux);
      if (column >= 0) add(fracture, column, -2 * alpha_ * value * W[row * widestBlock + column]);
    });
    forEachEntry(Gh, [&](int fracture, std::size_t row, LocalOrdinal col, double value) {
      const GlobalOrdinal other = firstHead_.front() + col;
      if (other < firstHead_[fracture] || other >= firstHead_[fracture + 1]) return;
      for (int c = 0; c < widestBlock; ++c)
        add(fracture, c, W[row * widestBlock + c] * value * W[col * widestBlock + c]);
    });
  }
  return result;
}

Teuchos::RCP<const Operator> FractureSchur::inverseDiagonal() const {
  std::vector<double> values = diagonal();
  const bool isPositive = std::all_of(values.begin(), values.end(), [](double d) { return d > 0; });
  breakDownIfAny(*domainMap()->getComm(),
                 isPositive ? "" : "Chronos::FractureSchur: a flux shows neither in a head nor in a sum of fluxes.");
  std::vector<Offset> rowPtr{0};
  std::vector<GlobalOrdinal> colInd;
  for (double& value : values) {
    value = 1 / value;
    colInd.push_back(firstFlux_.front() + static_cast<GlobalOrdinal>(colInd.size()));
    rowPtr.push_back(colInd.size());
  }
  const DistMatrix<double> matrix(domainMap(), domainMap(), toView("Chronos::FractureSchur rowPtr", rowPtr),
                                  toView("Chronos::FractureSchur diagonal", colInd),
                                  toView("Chronos::FractureSchur inverse", values));
  return multiplyBy(toTpetra(matrix), true);
}

}  // namespace Chronos
