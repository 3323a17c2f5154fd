// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_VtkOutput.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_FileEnding.hpp"

namespace Chronos::Command {

VtkTarget vtkTarget(const std::string& path, const NearKernelInput& nearKernel, const NamedMatrix& source) {
  if (path.empty()) return {};
  if (!hasEnding(path, ".vtu"))
    throw InputError("--vtk '" + path + "': ParaView knows the format by its name; let it end in .vtu.");
  if (nearKernel.coordinates.is_null())
    throw InputError("--vtk '" + path + "': nothing says where the unknowns are; give the file of --coordinates.");
  const auto rows = static_cast<long long>(source.matrix->getGlobalNumRows()),
             points = static_cast<long long>(nearKernel.coordinates->getGlobalLength());
  if (points == 0 || rows % points != 0)
    throw InputError("--vtk '" + path + "': " + std::to_string(rows) + " unknowns are no multiple of " +
                     std::to_string(points) + " coordinates; every node must have all its unknowns.");
  const bool isOnGrid = source.grid.isGrid() && source.grid.numPoints() == points;
  return {nearKernel.coordinates, isOnGrid ? source.grid : PointGrid()};
}

void writeVtk(const std::string& path, const VtkTarget& target, const SolveTask& task, const TpetraMultiVector& x) {
  writeVtu(path, *target.points, {{"solution", Teuchos::rcpFromRef(x)}, {"right-hand side", task.rightHandSide}},
           target.grid);
}

}  // namespace Chronos::Command
