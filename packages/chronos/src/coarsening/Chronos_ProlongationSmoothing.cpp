// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProlongationSmoothing.hpp"

#include "Chronos_ChebyshevSteps.hpp"
#include "Chronos_ColumnCompression.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_DistinctValues.hpp"
#include "Chronos_DistProduct.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_JacobiOperator.hpp"
#include "Chronos_NodeJacobiOperator.hpp"
#include "Chronos_SmootherTable.hpp"
#include "Chronos_SpectralEstimate.hpp"

#include <algorithm>

namespace Chronos {
namespace {

struct IsCoarseFunctor {
  Kokkos::View<const char*, Device> types;
  Kokkos::View<char*, Device> coarse;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { coarse(row) = types(row) == coarsePoint; }
};

Kokkos::View<const char*, Device> coarseRows(const Splitting& splitting) {
  const auto coarse = allocate<Kokkos::View<char*, Device>>("Chronos::coarse rows", splitting.types.extent(0));
  Kokkos::parallel_for("Chronos::smoothProlongation::coarseRows",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(
                           0, static_cast<int>(splitting.types.extent(0))),
                       IsCoarseFunctor{splitting.types, coarse});
  return coarse;
}

// Whether every rank takes all entries. Parameters tell, flags do not: those of a rank without rows are
// always empty.
bool takesAll(const ProlongationSmoothingParameters& parameters) {
  return parameters.rows == SmoothedRows::all && parameters.matrix == SmoothingMatrix::whole;
}

void checkInput(const DistMatrix<double>& A, const ProlongationSmoothingParameters& parameters,
                const SmoothingHelp& help) {
  // The parameters, which are those of all ranks, ask for nothing more.
  if (takesAll(parameters)) return;
  std::string message;
  if (parameters.rows == SmoothedRows::fine && help.splitting.types.extent(0) != std::size_t(A.numRows()))
    message = "smoothing the fine rows of a prolongation needs the splitting of the rows of the matrix";
  if (parameters.matrix == SmoothingMatrix::strong && help.strong.extent(0) != A.local().numEntries())
    message = "smoothing a prolongation by the strong entries of a matrix needs one flag for each of its entries";
  if (parameters.diagonal == SmoothingDiagonal::nodes)
    message =
        "smoothing a prolongation by the blocks of nodes takes all rows and the whole matrix: leave `rows` and "
        "`matrix` of `prolongation smoothing` as they are, or set its `diagonal` to entries";
  throwIfAny(*A.rowMap()->getComm(), message);
}

double omegaFor(const DistMatrix<double>& A, const JacobiRows<double, Device>& rows,
                const ProlongationSmoothingParameters& parameters) {
  if (parameters.matrix == SmoothingMatrix::strong) {
    const double bound =
        maxOverRanks(*A.rowMap()->getComm(), gershgorinBound<double, Device>(Device::execution_space(), rows));
    return bound > 0 ? parameters.damping / bound : parameters.damping;
  }
  return relaxationFactor(A, Jacobi(A), parameters.damping, parameters.eigenvalueSteps);
}

// Rows that lost entries may no longer need all of the halo.
DistMatrix<double> jacobiMatrix(const DistMatrix<double>& A, const JacobiRows<double, Device>& rows, double omega,
                                bool takesAll) {
  const auto local = jacobiOperator<double, Device>(Device::execution_space(), rows, omega);
  if (takesAll) return DistMatrix<double>(A.rowMap(), A.halo(), local);
  return compressHalo(A, local);
}

struct SmallestFunctor {
  ConstVector diagonal;
  KOKKOS_INLINE_FUNCTION void operator()(int row, double& smallest) const {
    if (diagonal(row) < smallest) smallest = diagonal(row);
  }
};

struct DescentFunctor {
  Kokkos::View<const LocalOrdinal*, Device> nodeOfRow;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numDescents) const {
    if (row > 0 && nodeOfRow(row) < nodeOfRow(row - 1)) ++numDescents;
  }
};

// What nodeJacobiValues() wants of this rank: diagonals in the pattern, rows of a node that follow each other.
bool isInNodes(const DistMatrix<double>& A, const Kokkos::View<const LocalOrdinal*, Device>& nodeOfRow) {
  const Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>> rows(0, A.numRows());
  double smallest = 1;
  int numDescents = 0;
  if (A.numRows() > 0) {
    Kokkos::parallel_reduce("Chronos::smoothProlongation::diagonal", rows, SmallestFunctor{diagonalOf(A)},
                            Kokkos::Min<double>(smallest));
    Kokkos::parallel_reduce("Chronos::smoothProlongation::order", rows, DescentFunctor{nodeOfRow}, numDescents);
  }
  return smallest > 0 && numDescents == 0;
}

double nodeOmega(const DistMatrix<double>& A, const SmoothingHelp& help,
                 const ProlongationSmoothingParameters& parameters) {
  // The largest eigenvalue is at most tightRoom times this.
  if (help.blockEigenvalue > 0) return std::min(parameters.damping, largestDamping / tightRoom) / help.blockEigenvalue;
  const SmootherChoice blocks(smootherTable(SmootherUse::smoothing), "block jacobi");
  return relaxationFactor(A, *blocks.make(Teuchos::rcpFromRef(A), help.nodes), parameters.damping,
                          parameters.eigenvalueSteps);
}

// I - omega B^{-1} A on the pattern of A; null where rows or nodes are not what it takes. Collective.
Teuchos::RCP<const DistMatrix<double>> nodeJacobiMatrix(const DistMatrix<double>& A, const SmoothingHelp& help,
                                                        const ProlongationSmoothingParameters& parameters) {
  const bool isTold = help.nodes.extent(0) == std::size_t(A.numRows());
  DistinctValues<Device> distinct;
  if (isTold) distinct = distinctValues<Device>(Device::execution_space(), help.nodes);
  const bool isPossible = isTold && isInNodes(A, distinct.positions);
  if (minOverRanks(*A.rowMap()->getComm(), isPossible ? 1LL : 0LL) == 0) return Teuchos::null;
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::Jacobi values", A.local().numEntries());
  nodeJacobiValues<Device>(Device::execution_space(),
                           {A.local(), diagonalColumns(A), distinct.positions,
                            static_cast<LocalOrdinal>(distinct.values.extent(0)), A.nodes()},
                           nodeOmega(A, help, parameters), values);
  return Teuchos::rcp(new DistMatrix<double>(A.withValues(values)));
}

Teuchos::RCP<const DistMatrix<double>> smoothingMatrix(const DistMatrix<double>& A, const SmoothingHelp& help,
                                                       const ProlongationSmoothingParameters& parameters) {
  if (parameters.diagonal == SmoothingDiagonal::nodes) {
    const Teuchos::RCP<const DistMatrix<double>> byNodes = nodeJacobiMatrix(A, help, parameters);
    if (!byNodes.is_null()) return byNodes;
  }
  JacobiRows<double, Device> rows{A.local(), diagonalColumns(A), {}, {}};
  if (parameters.matrix == SmoothingMatrix::strong) rows.strong = help.strong;
  if (parameters.rows == SmoothedRows::fine) rows.keptRow = coarseRows(help.splitting);
  return Teuchos::rcp(
      new DistMatrix<double>(jacobiMatrix(A, rows, omegaFor(A, rows, parameters), takesAll(parameters))));
}

}  // namespace

DistMatrix<double> smoothProlongation(const DistMatrix<double>& A, const DistMatrix<double>& P, double omega) {
  const JacobiRows<double, Device> rows{A.local(), diagonalColumns(A), {}, {}};
  return *DistProduct<double>(jacobiMatrix(A, rows, omega, true), P).result();
}

DistMatrix<double> smoothProlongation(const DistMatrix<double>& A, const DistMatrix<double>& P,
                                      const ProlongationSmoothingParameters& parameters, const SmoothingHelp& help) {
  if (parameters.steps == 0) return P;
  checkInput(A, parameters, help);
  const Teuchos::RCP<const DistMatrix<double>> S = smoothingMatrix(A, help, parameters);
  DistMatrix<double> smoothed = P;
  for (int step = 0; step < parameters.steps; ++step) smoothed = *DistProduct<double>(*S, smoothed).result();
  return smoothed;
}

}  // namespace Chronos
