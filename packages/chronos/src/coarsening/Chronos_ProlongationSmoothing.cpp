// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProlongationSmoothing.hpp"

#include "Chronos_CoarseColumns.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_DistProduct.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_JacobiOperator.hpp"
#include "Chronos_SpectralEstimate.hpp"

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

void checkInput(const DistMatrix<double>& A, const ProlongationSmoothingParameters& parameters,
                const Splitting& splitting, const StrongFlags& strong) {
  std::string message;
  if (parameters.rows == SmoothedRows::fine && splitting.types.extent(0) != std::size_t(A.numRows()))
    message = "smoothing the fine rows of a prolongation needs the splitting of the rows of the matrix";
  if (parameters.matrix == SmoothingMatrix::strong && strong.extent(0) != A.local().numEntries())
    message = "smoothing a prolongation by the strong entries of a matrix needs one flag for each of its entries";
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

// Whether every rank takes all entries. Parameters tell, flags do not: those of a rank without rows are
// always empty.
bool takesAll(const ProlongationSmoothingParameters& parameters) {
  return parameters.rows == SmoothedRows::all && parameters.matrix == SmoothingMatrix::whole;
}

// Rows that lost entries may no longer need all of the halo.
DistMatrix<double> jacobiMatrix(const DistMatrix<double>& A, const JacobiRows<double, Device>& rows, double omega,
                                bool takesAll) {
  const auto local = jacobiOperator<double, Device>(Device::execution_space(), rows, omega);
  if (takesAll) return DistMatrix<double>(A.rowMap(), A.halo(), local);
  return compressColumns(A.rowMap(), A.domainMap(), local, sameColumns(A));
}

}  // namespace

DistMatrix<double> smoothProlongation(const DistMatrix<double>& A, const DistMatrix<double>& P, double omega) {
  const JacobiRows<double, Device> rows{A.local(), diagonalColumns(A), {}, {}};
  return *DistProduct<double>(jacobiMatrix(A, rows, omega, true), P).result();
}

DistMatrix<double> smoothProlongation(const DistMatrix<double>& A, const DistMatrix<double>& P,
                                      const ProlongationSmoothingParameters& parameters, const Splitting& splitting,
                                      const StrongFlags& strong) {
  if (parameters.steps == 0) return P;
  checkInput(A, parameters, splitting, strong);
  JacobiRows<double, Device> rows{A.local(), diagonalColumns(A), {}, {}};
  if (parameters.matrix == SmoothingMatrix::strong) rows.strong = strong;
  if (parameters.rows == SmoothedRows::fine) rows.keptRow = coarseRows(splitting);
  const DistMatrix<double> S = jacobiMatrix(A, rows, omegaFor(A, rows, parameters), takesAll(parameters));
  DistMatrix<double> smoothed = P;
  for (int step = 0; step < parameters.steps; ++step) smoothed = *DistProduct<double>(S, smoothed).result();
  return smoothed;
}

}  // namespace Chronos
