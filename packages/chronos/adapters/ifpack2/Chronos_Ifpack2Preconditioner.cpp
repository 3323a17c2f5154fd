// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Ifpack2Preconditioner.hpp"

#include "Chronos_CreatePreconditioner.hpp"

namespace Chronos {

Ifpack2Preconditioner::Ifpack2Preconditioner(const Teuchos::RCP<const TpetraRowMatrix>& matrix)
    : M_(Teuchos::rcp(new Chronos::Preconditioner<>(matrixOf(matrix)))) {}

void Ifpack2Preconditioner::initialize() {
  isComputed_ = false;
  M_->initialize();
  isInitialized_ = true;
  ++numInitialize_;
  initializeSeconds_ += M_->initializeSeconds();
}

void Ifpack2Preconditioner::compute() {
  if (!isInitialized_) initialize();
  isComputed_ = false;
  M_->compute();
  isComputed_ = true;
  ++numCompute_;
  computeSeconds_ += M_->computeSeconds();
}

void Ifpack2Preconditioner::setMatrix(const Teuchos::RCP<const TpetraRowMatrix>& matrix) {
  isInitialized_ = M_->setMatrix(matrixOf(matrix));
  isComputed_ = false;
}

void Ifpack2Preconditioner::apply(const TpetraMultiVector& X, TpetraMultiVector& Y, Teuchos::ETransp mode, double alpha,
                                  double beta) const {
  Kokkos::Timer timer;
  M_->apply(X, Y, mode, alpha, beta);
  ++numApply_;
  applySeconds_ += timer.seconds();
}

void Ifpack2Preconditioner::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  Kokkos::Timer timer;
  M_->apply(x, y, alpha, beta);
  ++numApply_;
  applySeconds_ += timer.seconds();
}

}  // namespace Chronos
