// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amesos2OnRanks.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_ColumnNumbering.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_HaloPattern.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RowsOnHost.hpp"
#include "Chronos_UnitDiagonal.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace Chronos {
namespace {

constexpr double bytesPerEntry = sizeof(double) + sizeof(LocalOrdinal);

// Numbers are exact in double up to 2^53.
std::vector<GlobalOrdinal> columnNumbers(const DistMatrix<double>& A, const Map& numbered) {
  std::vector<GlobalOrdinal> numbers(A.numRows());
  std::iota(numbers.begin(), numbers.end(), numbered.getMinGlobalIndex());
  const std::vector<double> owned(numbers.begin(), numbers.end());
  HaloExchange<double> exchange(A.halo());
  exchange.start(toView("Chronos::coarse numbers", owned));
  for (const double number : toVector(exchange.finish())) numbers.push_back(static_cast<GlobalOrdinal>(number));
  return numbers;
}

// The rows of A with columns by those numbers, their diagonal entries times 1 + shift.
Teuchos::RCP<const TpetraCrsMatrix> renumbered(const DistMatrix<double>& A, const Teuchos::RCP<const Map>& map,
                                               double shift) {
  const std::vector<GlobalOrdinal> numbers = columnNumbers(A, *map);
  RowsOnHost rows(A);
  std::vector<GlobalOrdinal> columns(rows.colInd.size());
  for (LocalOrdinal row = 0; row < rows.numRows; ++row)
    for (Offset e = rows.rowPtr[row]; e < rows.rowPtr[row + 1]; ++e) {
      columns[e] = numbers[rows.colInd[e]];
      if (rows.colInd[e] == row) rows.values[e] *= 1 + shift;
    }
  return makeCrsMatrix(map, toView("Chronos::coarse row pointers", rows.rowPtr),
                       toView("Chronos::coarse columns", columns), toView("Chronos::coarse values", rows.values));
}

}  // namespace

Amesos2OnRanks::Amesos2OnRanks(const DistMatrix<double>& A, const std::string& solver)
    : Smoother(A.rowMap()),
      comm_(A.rowMap()->getComm()),
      numbered_(contiguousMap(A.numRows(), comm_)),
      work_("Chronos::coarse work", A.numRows()) {
  report_.name = "amesos2 " + solver;
  throwIfAny(*comm_,
             A.rowMap()->isSameAs(*A.domainMap()) ? "" : "A coarse matrix has rows and columns on other ranks.");
  if (numbered_->getGlobalNumElements() == 0) return;
  const std::vector<double> diagonal = toVector(diagonalOf(A));
  const bool isPositive = std::all_of(diagonal.begin(), diagonal.end(), [](double entry) { return entry > 0; });
  breakDownIfAny(*comm_, isPositive ? "" : notPositiveDefinite(static_cast<std::int64_t>(A.numRows())));
  Kokkos::Timer timer;
  std::string message;
  if (!tryFactor(A, solver, 0, 1 / singularPivot, message)) {
    report_.diagonalShift = singularShift;
    if (!tryFactor(A, solver, singularShift, std::numeric_limits<double>::infinity(), message))
      throw BreakdownError(message.empty()
                               ? notPositiveDefinite(static_cast<std::int64_t>(numbered_->getGlobalNumElements()))
                               : message);
  }
  const double stored = static_cast<double>(A.numGlobalEntries());
  const double entries = std::max(maxOverRanks(*comm_, factor_->numEntries()), stored / 2);
  bytes_ = (entries + stored) * bytesPerEntry / comm_->getSize();
  report_.bytes = (entries + stored) * bytesPerEntry;
  report_.density = entries / stored;
  report_.phases = {{"coarse factor", maxOverRanks(*comm_, timer.seconds())}};
}

bool Amesos2OnRanks::tryFactor(const DistMatrix<double>& A, const std::string& solver, double shift, double largest,
                               std::string& message) {
  factor_ = std::make_unique<Amesos2Factor>(renumbered(A, numbered_, shift), solver);
  message = factor_->factorize();
  const bool isFactored = maxOverRanks(*comm_, static_cast<long long>(!message.empty())) == 0;
  if (!isFactored) {
    if (message.empty()) message = solver + " of Amesos2 failed on another rank.";
    return false;
  }
  // The solution of a random right-hand side, in the scale of the diagonal, grows by the inverse of a smallest pivot.
  const std::vector<double> diagonal = toVector(diagonalOf(A));
  std::vector<double> b(diagonal.size());
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = globalUniform(1, numbered_->getMinGlobalIndex() + i) * std::sqrt(diagonal[i]);
  const auto x = toView("Chronos::coarse probe", b);
  solve(asBlock(toView("Chronos::coarse probe", b)), asBlock(x));
  const std::vector<double> found = toVector(x);
  double energy = 0, most = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    energy += b[i] * found[i];
    most = std::isfinite(found[i]) ? std::max(most, std::abs(found[i]) * std::sqrt(diagonal[i]))
                                   : std::numeric_limits<double>::infinity();
  }
  most = maxOverRanks(*comm_, most);
  return sumOverRanks(*comm_, energy) > 0 && most <= largest && std::isfinite(most);
}

std::size_t Amesos2OnRanks::numBytes() const {
  return work_.numBytes() + static_cast<std::size_t>(bytes_);
}

void Amesos2OnRanks::solve(const ConstBlock& r, const Block& z) const {
  if (b_.is_null() || static_cast<int>(b_->getNumVectors()) != widthOf(r)) {
    b_ = Teuchos::rcp(new TpetraMultiVector(numbered_, widthOf(r)));
    x_ = Teuchos::rcp(new TpetraMultiVector(numbered_, widthOf(r)));
  }
  unpackBlock(r, b_->getLocalViewDevice(Tpetra::Access::OverwriteAll), 0);
  if (!factor_->solve(*x_, *b_)) x_->putScalar(std::numeric_limits<double>::quiet_NaN());
  packBlock(x_->getLocalViewDevice(Tpetra::Access::ReadOnly), 0, z);
}

void Amesos2OnRanks::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  if (factor_ == nullptr) return;
  const Block work = work_(widthOf(r));
  solve(r, work);
  updateBlock(work, z, alpha, beta);
}

}  // namespace Chronos
