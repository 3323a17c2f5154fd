// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MueLuSmoother.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_NodesOfUnknowns.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_TpetraOperators.hpp"

#include <MueLu_FactoryManager.hpp>
#include <MueLu_Level.hpp>
#include <MueLu_SmootherFactory.hpp>
#include <Xpetra_CrsMatrixWrap.hpp>
#include <Xpetra_TpetraCrsMatrix.hpp>
#include <Xpetra_TpetraMultiVector.hpp>

namespace Chronos {
namespace {

using XpetraMatrix = Xpetra::Matrix<double, LocalOrdinal, GlobalOrdinal, Node>;
using XpetraWrap = Xpetra::CrsMatrixWrap<double, LocalOrdinal, GlobalOrdinal, Node>;
using XpetraTpetra = Xpetra::TpetraCrsMatrix<double, LocalOrdinal, GlobalOrdinal, Node>;
using Prototype = MueLu::SmootherPrototype<double, LocalOrdinal, GlobalOrdinal, Node>;

Teuchos::RCP<const TpetraCrsMatrix> tpetraMatrixOf(const Teuchos::RCP<const XpetraMatrix>& A) {
  const auto wrap = Teuchos::rcp_dynamic_cast<const XpetraWrap>(A);
  const auto matrix = wrap.is_null() ? Teuchos::null : Teuchos::rcp_dynamic_cast<XpetraTpetra>(wrap->getCrsMatrix());
  if (matrix.is_null()) throw InputError("Chronos smooths matrices of Tpetra, and a level of MueLu has another one.");
  return matrix->getTpetra_CrsMatrix();
}

// The smoother alone as the operator of a preconditioner, for Tpetra's vectors.
void addCorrection(const RelaxedSmoother& smoother, const TpetraMultiVector& r, TpetraMultiVector& x, double beta) {
  applyColumns(*smoother.M, "Chronos::MueLuSmoother", r, x, smoother.omega, beta);
}

}  // namespace

void MueLuSmoother::DeclareInput(MueLu::Level& level) const {
  this->Input(level, "A");
}

void MueLuSmoother::Setup(MueLu::Level& level) {
  const auto A = MueLu::Factory::Get<Teuchos::RCP<XpetraMatrix>>(level, "A");
  A_ = tpetraMatrixOf(A);
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(fromTpetra(A_)));
  const int nodeSize = static_cast<int>(A->GetFixedBlockSize());
  const bool usesNodes = parameters_.usesNodes() && nodeSize > 1;
  smoother_ =
      createSmoother(matrix, parameters_, usesNodes ? nodesOfBlocks(*matrix->rowMap(), nodeSize) : UnknownNodes());
  this->IsSetup(true);
}

void MueLuSmoother::Apply(Vectors& xpetraX, const Vectors& xpetraB, bool guessIsZero) const {
  Chronos::TpetraMultiVector& x = Xpetra::toTpetra(xpetraX);
  const Chronos::TpetraMultiVector& b = Xpetra::toTpetra(xpetraB);
  int sweep = 0;
  if (guessIsZero) {
    if (sweeps_ == 0) x.putScalar(0);
    else addCorrection(smoother_, b, x, 0);
    sweep = 1;
  }
  if (sweep >= sweeps_) return;
  Chronos::TpetraMultiVector r(b.getMap(), b.getNumVectors(), false);
  for (; sweep < sweeps_; ++sweep) {
    Tpetra::deep_copy(r, b);
    A_->apply(x, r, Teuchos::NO_TRANS, -1, 1);
    addCorrection(smoother_, r, x, 1);
  }
}

Teuchos::RCP<Prototype> MueLuSmoother::Copy() const {
  return Teuchos::rcp(new MueLuSmoother(*this));
}

std::size_t MueLuSmoother::getNodeSmootherComplexity() const {
  if (A_.is_null()) return Teuchos::OrdinalTraits<std::size_t>::invalid();
  const double entries = double(A_->getLocalMatrixDevice().nnz());
  return static_cast<std::size_t>(sweeps_ * entries * (1 + smoother_.M->report().density));
}

std::string MueLuSmoother::description() const {
  return "Chronos::MueLuSmoother{" + parameters_.method.name() + ", sweeps: " + std::to_string(sweeps_) + "}";
}

void smoothWithChronos(const MueLu::HierarchyManager<double, LocalOrdinal, GlobalOrdinal, Node>& manager,
                       const Teuchos::ParameterList& list) {
  SmootherParameters parameters;
  ParameterBinding binding("smoother");
  bindSmoother(binding, parameters);
  binding.read(list);
  const Teuchos::RCP<Prototype> before = Teuchos::rcp(new MueLuSmoother(parameters, parameters.sweepsBefore));
  Teuchos::RCP<Prototype> after = before;
  if (parameters.sweepsAfter != parameters.sweepsBefore)
    after = Teuchos::rcp(new MueLuSmoother(parameters, parameters.sweepsAfter));
  using Factory = MueLu::SmootherFactory<double, LocalOrdinal, GlobalOrdinal, Node>;
  const auto factory = Teuchos::rcp(new Factory(before, after));
  for (std::size_t level = 0; level < manager.getNumFactoryManagers(); ++level)
    Teuchos::rcp_dynamic_cast<MueLu::FactoryManager<double, LocalOrdinal, GlobalOrdinal, Node>>(
        manager.GetFactoryManager(static_cast<int>(level)), true)
        ->SetFactory("Smoother", factory);
}

}  // namespace Chronos
