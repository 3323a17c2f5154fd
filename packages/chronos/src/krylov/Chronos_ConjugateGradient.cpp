// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ConjugateGradient.hpp"

#include "Chronos_BelosSolve.hpp"
#include "Chronos_BlockSolve.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_ColumnIteration.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Memory.hpp"
#include "Chronos_SingularSystem.hpp"
#include "Chronos_StageClock.hpp"

#include <algorithm>
#include <cstdio>
#include <tuple>

namespace Chronos {
namespace {

bool areFinite(const TpetraMultiVector& x) {
  for (std::size_t j = 0; j < x.getNumVectors(); ++j) {
    const auto column = x.getVector(j)->getLocalViewDevice(Tpetra::Access::ReadOnly);
    if (!isFinite(ConstVector(column.data(), column.extent(0)))) return false;
  }
  return true;
}

void setToZero(TpetraMultiVector& x) {
  for (std::size_t j = 0; j < x.getNumVectors(); ++j) {
    const auto column = x.getVectorNonConst(j)->getLocalViewDevice(Tpetra::Access::OverwriteAll);
    fillBlock(Block(column.data(), column.extent(0), 1), 0);
  }
}

void checkVectors(const Operator& A, const TpetraMultiVector& b, const TpetraMultiVector& x, InitialGuess guess) {
  const Comm& comm = *b.getMap()->getComm();
  throwIfAny(comm, b.getNumVectors() == x.getNumVectors()
                       ? ""
                       : "solve() got " + std::to_string(b.getNumVectors()) + " right-hand sides and " +
                             std::to_string(x.getNumVectors()) +
                             " solution vectors; give it as many of one as of the "
                             "other.");
  throwIfAny(comm, b.getMap()->isSameAs(*A.rangeMap()) && x.getMap()->isSameAs(*A.domainMap())
                       ? ""
                       : "The vectors are not distributed like the rows of the matrix: give them its maps.");
  throwIfAny(comm, areFinite(b) ? "" : "The right-hand side holds a NaN or an infinity.");
  if (guess == InitialGuess::given)
    throwIfAny(comm, areFinite(x) ? "" : "The initial guess holds a NaN or an infinity.");
}

// One column where it lies.
void solveColumn(const Operator& A, const Operator* M, const TpetraMultiVector& b, TpetraMultiVector& x,
                 const SolverParameters& parameters, const SolveMonitor& hooks, ColumnResult& result) {
  const auto bView = b.getLocalViewDevice(Tpetra::Access::ReadOnly);
  const auto xView = x.getLocalViewDevice(Tpetra::Access::ReadWrite);
  solveBlock(A, M, ConstBlock(bView.data(), bView.extent(0), 1), Block(xView.data(), xView.extent(0), 1), 1, parameters,
             hooks, &result);
}

// Several, packed row by row, eight at a time.
void solveColumns(const Operator& A, const Operator* M, const TpetraMultiVector& b, TpetraMultiVector& x,
                  const SolverParameters& parameters, const SolveMonitor& hooks, std::vector<ColumnResult>& results) {
  const ConstColumnsOfVectors bView = b.getLocalViewDevice(Tpetra::Access::ReadOnly);
  const ColumnsOfVectors xView = x.getLocalViewDevice(Tpetra::Access::ReadWrite);
  const int numColumns = static_cast<int>(bView.extent(1));
  for (int first = 0; first < numColumns; first += widestBlock) {
    const int count = std::min(widestBlock, numColumns - first), width = blockWidth(count);
    const Block bBlock = allocateBlock("Chronos::packed b", bView.extent(0), width);
    const Block xBlock = allocateBlock("Chronos::packed x", xView.extent(0), width);
    packBlock(bView, first, bBlock);
    if (parameters.initialGuess != InitialGuess::zero) packBlock(xView, first, xBlock);
    solveBlock(A, M, bBlock, xBlock, count, parameters, hooks, results.data() + first);
    unpackBlock(xBlock, xView, first);
  }
}

// A breakdown is worse than an interrupt, that than no convergence; then iterations count, then residuals.
std::tuple<int, int, double> badness(const ColumnResult& result) {
  const int status = result.status == SolveStatus::breakdown      ? 3
                     : result.status == SolveStatus::interrupted  ? 2
                     : result.status == SolveStatus::notConverged ? 1
                                                                  : 0;
  return {status, result.iterations, result.relativeResidual};
}

TpetraMultiVector plainCopy(const TpetraMultiVector& X) {
  TpetraMultiVector copy(X.getMap(), X.getNumVectors(), false);
  Tpetra::deep_copy(copy, X);
  return copy;
}

// What to try where conjugate gradients were asked for against advice.
void adviseFlexible(const SolverParameters& parameters, const Operator* M, ColumnResult& result) {
  if (!wantsFixedSymmetric(parameters.method) || M == nullptr || M->isFixedSymmetric()) return;
  if (result.status != SolveStatus::breakdown && result.status != SolveStatus::notConverged) return;
  result.message += result.message.empty() ? "" : " ";
  result.message +=
      "The preconditioner is not symmetric, or not the same in every application: take `method` = flexible cg.";
}

// How far the right-hand side was from the range, where that matters.
void noteShare(double share, double tolerance, ColumnResult& result) {
  if (!(share > tolerance)) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "%.3g %% of the right-hand side lie in the null space and were left out: the residual is that of the "
                "rest.",
                100 * share);
  result.message += (result.message.empty() ? "" : " ") + std::string(text);
}

}  // namespace

KrylovMethod krylovMethod(const SolverParameters& parameters, const Operator* M, const Operator* A) {
  if (parameters.method != KrylovMethod::automatic) return parameters.method;
  if (A != nullptr && !A->isFixedSymmetric()) return KrylovMethod::fgmres;
  if (M != nullptr && M->narrowSystem().exists()) return KrylovMethod::flexibleCg;
  return M == nullptr || M->isFixedSymmetric() ? KrylovMethod::cg : KrylovMethod::flexibleCg;
}

const ColumnResult& worstOf(const std::vector<ColumnResult>& columns) {
  return *std::max_element(columns.begin(), columns.end(), [](const ColumnResult& one, const ColumnResult& other) {
    return badness(one) < badness(other);
  });
}

namespace {

SolveResult solveRegular(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                         const TpetraMultiVector& b, TpetraMultiVector& x, const SolverParameters& parameters,
                         const SolveMonitor& hooks) {
  if (!b.isConstantStride() || sharesMemory(b, x)) return solveRegular(A, M, plainCopy(b), x, parameters, hooks);
  checkVectors(*A, b, x, parameters.initialGuess);
  if (!x.isConstantStride()) {
    TpetraMultiVector plainX = plainCopy(x);
    const SolveResult result = solveRegular(A, M, b, plainX, parameters, hooks);
    Tpetra::deep_copy(x, plainX);
    return result;
  }
  if (parameters.initialGuess == InitialGuess::preconditioned) {
    if (M.is_null()) Tpetra::deep_copy(x, b);
    else applyColumns(*M, "The preconditioner", b, x, 1, 0);
  }
  std::vector<ColumnResult> columns(b.getNumVectors());
  SolveResult result;
  result.method = krylovMethod(parameters, M.get(), A.get());
  if (isForUnsymmetric(result.method)) {
    if (parameters.initialGuess == InitialGuess::zero) setToZero(x);
    solveByBelos(result.method, A, M, b, x, parameters, hooks, columns);
  } else if (columns.size() == 1) solveColumn(*A, M.get(), b, x, parameters, hooks, columns[0]);
  else solveColumns(*A, M.get(), b, x, parameters, hooks, columns);
  for (ColumnResult& column : columns) adviseFlexible(parameters, M.get(), column);
  if (columns.empty()) {
    result.status = SolveStatus::converged;
    return result;
  }
  static_cast<ColumnResult&>(result) = worstOf(columns);
  result.columns = std::move(columns);
  return result;
}

// In what is orthogonal to the null space, where the matrix is definite.
SolveResult solveSingular(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                          const TpetraMultiVector& b, TpetraMultiVector& x, const SolverParameters& parameters,
                          const SolveMonitor& hooks, const TestSpace& nearKernel) {
  checkVectors(*A, b, x, parameters.initialGuess);
  const NullSpace space = nullSpaceOf(*A, parameters.nullSpace, nearKernel);
  TpetraMultiVector rest = plainCopy(b);
  const std::vector<double> shares = leaveOut(space, rest);
  const Teuchos::RCP<const Operator> projected =
      M.is_null() ? M : Teuchos::RCP<const Operator>(Teuchos::rcp(new ProjectedOperator(M, space)));
  SolveResult result = solveRegular(A, projected, rest, x, parameters, hooks);
  space.project(x);
  for (std::size_t j = 0; j < result.columns.size(); ++j) noteShare(shares[j], parameters.tolerance, result.columns[j]);
  if (!result.columns.empty()) static_cast<ColumnResult&>(result) = worstOf(result.columns);
  return result;
}

bool hasFailed(const ColumnResult& result) {
  return result.status == SolveStatus::breakdown || result.status == SolveStatus::notConverged;
}

// What is said of the matrix when it turns out to be singular takes the place of what its signs looked like.
void diagnose(const Operator& A, const TpetraMultiVector& b, const SolveMonitor& hooks, SolveResult& result) {
  if (std::none_of(result.columns.begin(), result.columns.end(), hasFailed)) return;
  const std::string advice = singularAdvice(A, b, hooks.nearKernel ? hooks.nearKernel() : TestSpace());
  if (advice.empty()) return;
  const std::string misread = std::string(": ") + notDefinite;
  for (ColumnResult& column : result.columns) {
    if (!hasFailed(column)) continue;
    const std::size_t at = column.message.find(misread);
    if (at != std::string::npos) column.message.erase(at, misread.size());
    column.message = advice + (column.message.empty() ? "" : " ") + column.message;
  }
  static_cast<ColumnResult&>(result) = worstOf(result.columns);
}

}  // namespace

SolveResult solve(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                  const TpetraMultiVector& b, TpetraMultiVector& x, const SolverParameters& parameters,
                  const SolveMonitor& hooks, const TestSpace& nearKernel) {
  const StageRegion region("Chronos::solve");
  const bool isSingular = parameters.nullSpace != NullSpaceKind::none;
  SolveResult result = isSingular ? solveSingular(A, M, b, x, parameters, hooks, nearKernel)
                                  : solveRegular(A, M, b, x, parameters, hooks);
  if (!isSingular) diagnose(*A, b, hooks, result);
  keepShareOfDeviceMemory();
  return result;
}

}  // namespace Chronos
