// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LAGRANGEPROBLEM_HPP
#define CHRONOS_LAGRANGEPROBLEM_HPP

#include "Chronos_Gallery.hpp"
#include "Chronos_LagrangeRows.hpp"

namespace Chronos {

/// \brief The elements of beam or lshape, sizes and order checked. Local.
/// \throws InputError with what is allowed
GridAssembly::LagrangeMesh lagrangeMesh(const ProblemDescription& description, const ProblemOptions& options);

/// \brief beam and lshape: diffusion with elements of higher order (Tsai 2024, sections 5.4 and 6.1, whose matrices
/// came from MFEM). Collective.
///
/// The load is that of a source of 1, zero at the boundary.
/// \throws InputError as makeProblem()
Problem lagrangeProblem(const ProblemDescription& description, const ProblemOptions& options,
                        const Teuchos::RCP<const Comm>& comm);

}  // namespace Chronos

#endif
