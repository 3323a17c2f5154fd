// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TPETRACONVERSION_HPP
#define CHRONOS_TPETRACONVERSION_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief A fill-complete Tpetra matrix as a DistMatrix. Collective.
///
/// Row pointers and values are always shared, not copied. Column indices are shared when the column map lists the
/// owned columns first, in the order of the domain map, then the others grouped by ascending owner, which is what
/// fillComplete makes; otherwise they are renumbered. The Tpetra matrix must outlive the result, and changed values
/// are seen through it.
/// \throws InputError on all ranks when the matrix is not fill complete, or has a column that nobody owns
DistMatrix<double> fromTpetra(const TpetraCrsMatrix& matrix);

/// Whether a host reads the arrays of a device: then Tpetra has one copy of a matrix, else one on either side.
constexpr bool arraysAreShared =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Device::memory_space>::accessible;

/// \brief The same for as long as an application goes on working with its matrix. Collective.
///
/// Tpetra lets nobody read or change a matrix on the host while somebody holds a view of it on a GPU. So there the
/// result refers to the arrays of a matrix of optimized storage, which is the default of fillComplete(), without
/// holding them. The graph, which owns the pattern, is attached to the halo, which whoever shares the pattern has; the
/// values last as long as the matrix does, see keeping().
DistMatrix<double> fromTpetra(const Teuchos::RCP<const TpetraCrsMatrix>& matrix);

/// A DistMatrix whose values are those of the Tpetra matrix, which lives as long as the result has a holder. Local.
Teuchos::RCP<const DistMatrix<double>> keeping(const Teuchos::RCP<const TpetraCrsMatrix>& matrix,
                                               const DistMatrix<double>& values);

/// \brief The values alone, as in fromTpetra(); those that were changed on the host are on the GPU then, and Tpetra
/// takes them for changed there. Local.
/// \throws std::runtime_error of Tpetra where somebody holds a view of them on the host
DistMatrix<double>::Local::Values valuesOf(const TpetraCrsMatrix& matrix);

/// A Tpetra matrix with a copy of the entries of a DistMatrix, in double. Collective.
template <class Scalar>
Teuchos::RCP<TpetraCrsMatrix> toTpetra(const DistMatrix<Scalar>& matrix);

}  // namespace Chronos

#endif
