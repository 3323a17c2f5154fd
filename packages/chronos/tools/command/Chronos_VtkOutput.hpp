// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_VTKOUTPUT_HPP
#define CHRONOS_VTKOUTPUT_HPP

#include "Chronos_SolveRun.hpp"
#include "Chronos_SystemSource.hpp"
#include "Chronos_VtkFile.hpp"

namespace Chronos::Command {

/// Where unknowns are.
struct VtkTarget {
  Teuchos::RCP<const TpetraMultiVector> points;
  PointGrid grid;  ///< of a model problem on one
};

/// \brief Says before the solve whether its result can be written for ParaView. Local.
/// \param path empty where nothing is wanted
/// \throws InputError on all ranks: no coordinates, unknowns that are no multiple of them, a name without .vtu
VtkTarget vtkTarget(const std::string& path, const NearKernelInput& nearKernel, const NamedMatrix& source);

/// \brief Writes the fields `solution` and `right-hand side`. Collective.
/// \throws InputError on all ranks when the file cannot be written
void writeVtk(const std::string& path, const VtkTarget& target, const SolveTask& task, const TpetraMultiVector& x);

}  // namespace Chronos::Command

#endif
