// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_IFPACK2PRECONDITIONER_HPP
#define CHRONOS_IFPACK2PRECONDITIONER_HPP

/// \file
/// The door into Ifpack2; library Chronos::ifpack2.

#include "Chronos_Preconditioner.hpp"

#include <Ifpack2_Details_CanChangeMatrix.hpp>
#include <Ifpack2_Preconditioner.hpp>

namespace Chronos {

using TpetraRowMatrix = Tpetra::RowMatrix<double, LocalOrdinal, GlobalOrdinal, Node>;

/// \brief Everything that Chronos has as a preconditioner of Ifpack2: FSAI, multigrid, all smoothers, `auto`.
///
/// For code that keeps an Ifpack2::Preconditioner; parameters are those of readParameters(), among them `user data`. It
/// is an Operator of Chronos too, so that solve() applies it without copies. compute() after new values keeps what
/// `reuse` says; initialize() again begins anew. Calls are collective but for setParameters().
class Ifpack2Preconditioner : public Ifpack2::Preconditioner<double, LocalOrdinal, GlobalOrdinal, Node>,
                              public Ifpack2::Details::CanChangeMatrix<TpetraRowMatrix>,
                              public Operator {
 public:
  /// \param matrix a Tpetra::CrsMatrix, fill complete and symmetric positive definite
  /// \throws InputError when it is another kind of RowMatrix, or null
  explicit Ifpack2Preconditioner(const Teuchos::RCP<const TpetraRowMatrix>& matrix);

  /// \throws InputError for unknown names, wrong types and values; nothing is changed then
  void setParameters(const Teuchos::ParameterList& list) override { M_->setParameters(list); }
  void initialize() override;
  bool isInitialized() const override { return isInitialized_; }
  void compute() override;
  bool isComputed() const override { return isComputed_; }
  /// As PreconditionerBase::setMatrix(); initialize() is done where the pattern is the former one.
  void setMatrix(const Teuchos::RCP<const TpetraRowMatrix>& matrix) override;

  void apply(const TpetraMultiVector& X, TpetraMultiVector& Y, Teuchos::ETransp mode = Teuchos::NO_TRANS,
             double alpha = 1, double beta = 0) const override;
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  bool hasTransposeApply() const override { return M_->hasTransposeApply(); }
  bool isFixedSymmetric() const override { return M_->isFixedSymmetric(); }
  Teuchos::RCP<const Map> getDomainMap() const override { return M_->getDomainMap(); }
  Teuchos::RCP<const Map> getRangeMap() const override { return M_->getRangeMap(); }
  Teuchos::RCP<const Map> domainMap() const override { return M_->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return M_->rangeMap(); }
  std::size_t numBytes() const override { return M_->numBytes(); }

  Teuchos::RCP<const TpetraRowMatrix> getMatrix() const override { return M_->matrix(); }
  int getNumInitialize() const override { return numInitialize_; }
  int getNumCompute() const override { return numCompute_; }
  int getNumApply() const override { return numApply_; }
  /// Seconds of all calls, of the slowest rank; of apply() those of this rank until the host goes on.
  double getInitializeTime() const override { return initializeSeconds_; }
  double getComputeTime() const override { return computeSeconds_; }
  double getApplyTime() const override { return applySeconds_; }

  /// What is behind: choice, levels, report.
  const Teuchos::RCP<Chronos::Preconditioner<>>& preconditioner() const { return M_; }

 private:
  Teuchos::RCP<Chronos::Preconditioner<>> M_;
  bool isInitialized_ = false, isComputed_ = false;
  int numInitialize_ = 0, numCompute_ = 0;
  double initializeSeconds_ = 0, computeSeconds_ = 0;
  mutable int numApply_ = 0;
  mutable double applySeconds_ = 0;
};

}  // namespace Chronos

#endif
