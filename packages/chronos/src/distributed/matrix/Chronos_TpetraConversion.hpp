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
/// \throws InputError on all ranks when the matrix is not fill complete
DistMatrix<double> fromTpetra(const TpetraCrsMatrix& matrix);

/// \brief The same for as long as an application goes on working with its matrix.
///
/// Tpetra lets nobody read or change a matrix on the host while somebody holds a view of it on a GPU. So there the
/// result refers to the arrays without holding them, and keeps the matrix alive instead: whoever shares the pattern of
/// the result has its halo, to which the matrix is attached, and the values last as long as the matrix does.
DistMatrix<double> fromTpetra(const Teuchos::RCP<const TpetraCrsMatrix>& matrix);
/// The values alone, likewise; those that were changed on the host are on the GPU then. Local.
DistMatrix<double>::Local::Values valuesOf(const TpetraCrsMatrix& matrix);

/// A Tpetra matrix with a copy of the entries of a DistMatrix, in double. Collective.
template <class Scalar>
Teuchos::RCP<TpetraCrsMatrix> toTpetra(const DistMatrix<Scalar>& matrix);

}  // namespace Chronos

#endif
