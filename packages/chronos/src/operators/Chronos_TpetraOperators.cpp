// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TpetraOperators.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_WorkBlock.hpp"

#include <functional>

namespace Chronos {
namespace {

// Tells the same on all ranks: numbers of columns are global, and Tpetra compares maps collectively.
void checkShapes(const Operator& op, const std::string& name, const TpetraMultiVector& X, const TpetraMultiVector& Y) {
  if (X.getNumVectors() != Y.getNumVectors())
    throw InputError(name + "::apply(X, Y): X has " + std::to_string(X.getNumVectors()) + " columns and Y has " +
                     std::to_string(Y.getNumVectors()) + "; give them the same number.");
  if (!X.getMap()->isSameAs(*op.domainMap()))
    throw InputError(name + "::apply(X, Y): X is not distributed like the domain of the operator: use getDomainMap().");
  if (!Y.getMap()->isSameAs(*op.rangeMap()))
    throw InputError(name + "::apply(X, Y): Y is not distributed like the range of the operator: use getRangeMap().");
}

void applyPacked(const Operator& op, const ConstColumnsOfVectors& x, const ColumnsOfVectors& y) {
  const int numColumns = static_cast<int>(x.extent(1));
  for (int first = 0; first < numColumns; first += widestBlock) {
    const int width = blockWidth(numColumns - first);
    const Block in = allocateBlock("Chronos::packed x", x.extent(0), width);
    const Block out = allocateBlock("Chronos::packed y", y.extent(0), width);
    packBlock(x, first, in);
    op.apply(in, out);
    unpackBlock(out, y, first);
  }
}

class WrappedTpetra : public Operator {
 public:
  explicit WrappedTpetra(const Teuchos::RCP<const TpetraOperator>& op) : op_(op) {}

  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    if (x_.is_null() || static_cast<int>(x_->getNumVectors()) != widthOf(x)) {
      x_ = Teuchos::rcp(new TpetraMultiVector(op_->getDomainMap(), widthOf(x)));
      y_ = Teuchos::rcp(new TpetraMultiVector(op_->getRangeMap(), widthOf(x)));
    }
    unpackBlock(x, x_->getLocalViewDevice(Tpetra::Access::OverwriteAll), 0);
    if (beta != 0) unpackBlock(y, y_->getLocalViewDevice(Tpetra::Access::OverwriteAll), 0);
    op_->apply(*x_, *y_, Teuchos::NO_TRANS, alpha, beta);
    packBlock(y_->getLocalViewDevice(Tpetra::Access::ReadOnly), 0, y);
  }
  Teuchos::RCP<const Map> domainMap() const override { return op_->getDomainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return op_->getRangeMap(); }

 private:
  Teuchos::RCP<const TpetraOperator> op_;
  mutable Teuchos::RCP<TpetraMultiVector> x_, y_;
};

// The other way round.
class WrappedOperator : public TpetraOperator {
 public:
  explicit WrappedOperator(const Teuchos::RCP<const Chronos::Operator>& op) : op_(op) {}

  void apply(const TpetraMultiVector& X, TpetraMultiVector& Y, Teuchos::ETransp mode, double alpha,
             double beta) const override {
    if (mode != Teuchos::NO_TRANS) throw InputError("The transpose of this operator of Chronos cannot be applied.");
    applyColumns(*op_, "An operator of Chronos", X, Y, alpha, beta);
  }
  Teuchos::RCP<const Map> getDomainMap() const override { return op_->domainMap(); }
  Teuchos::RCP<const Map> getRangeMap() const override { return op_->rangeMap(); }

 private:
  Teuchos::RCP<const Chronos::Operator> op_;
};

}  // namespace

bool sharesMemory(const TpetraMultiVector& X, const TpetraMultiVector& Y) {
  const auto x = X.getLocalViewDevice(Tpetra::Access::ReadOnly);
  const auto y = Y.getLocalViewDevice(Tpetra::Access::ReadOnly);
  const std::less<const double*> before;
  return x.span() > 0 && y.span() > 0 && before(x.data(), y.data() + y.span()) && before(y.data(), x.data() + x.span());
}

void applyColumns(const Operator& op, const std::string& name, const TpetraMultiVector& X, TpetraMultiVector& Y,
                  double alpha, double beta) {
  checkShapes(op, name, X, Y);
  if (alpha == 0) {
    if (beta == 0) Y.putScalar(0.0);
    else Y.scale(beta);
    return;
  }
  if (!X.isConstantStride() || sharesMemory(X, Y)) {
    TpetraMultiVector copy(X.getMap(), X.getNumVectors(), false);
    Tpetra::deep_copy(copy, X);
    return applyColumns(op, name, copy, Y, alpha, beta);
  }
  const bool isOne = X.getNumVectors() == 1;
  if (!Y.isConstantStride() || (!isOne && (alpha != 1 || beta != 0))) {
    TpetraMultiVector result(Y.getMap(), Y.getNumVectors(), false);
    applyColumns(op, name, X, result, 1, 0);
    // Y may hold anything when beta is 0; update() keeps to that as well.
    Y.update(alpha, result, beta);
    return;
  }
  const auto x = X.getLocalViewDevice(Tpetra::Access::ReadOnly);
  if (isOne) {
    const auto y = beta == 0 ? Y.getLocalViewDevice(Tpetra::Access::OverwriteAll)
                             : Y.getLocalViewDevice(Tpetra::Access::ReadWrite);
    op.apply(ConstBlock(x.data(), x.extent(0), 1), Block(y.data(), y.extent(0), 1), alpha, beta);
  } else {
    applyPacked(op, x, Y.getLocalViewDevice(Tpetra::Access::OverwriteAll));
  }
}

Teuchos::RCP<const Operator> wrapTpetra(const Teuchos::RCP<const TpetraOperator>& op) {
  if (op.is_null()) return Teuchos::null;
  return Teuchos::rcp(new WrappedTpetra(op));
}

Teuchos::RCP<const TpetraOperator> asTpetra(const Teuchos::RCP<const Operator>& op) {
  if (op.is_null()) return Teuchos::null;
  const auto tpetra = Teuchos::rcp_dynamic_cast<const TpetraOperator>(op);
  return tpetra.is_null() ? Teuchos::RCP<const TpetraOperator>(Teuchos::rcp(new WrappedOperator(op))) : tpetra;
}

}  // namespace Chronos
