// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_VTKFILE_HPP
#define CHRONOS_VTKFILE_HPP

#include "Chronos_Types.hpp"

#include <string>
#include <utility>
#include <vector>

/// \file
/// Results that ParaView and VisIt show: VTK's XML files, as text (docs.vtk.org, "VTK File Formats").

namespace Chronos {

/// Points of a box, numbered lexicographically with x fastest, whose cells join neighbours; without: points alone.
struct PointGrid {
  GlobalOrdinal nx = 0, ny = 0, nz = 0;

  bool isGrid() const { return nx > 0; }
  GlobalOrdinal numPoints() const { return nx * ny * nz; }
};

/// What is known at the points: a field for each column.
struct PointField {
  std::string name;  ///< letters, digits, blanks and -_.; several columns are numbered behind it from 1
  /// k unknowns a point, point by point: k times as many rows as there are points, global indices 0, 1, ... k is 1 for
  /// a scalar, 2 or 3 for a vector
  Teuchos::RCP<const TpetraMultiVector> values;
};

/// \brief Writes points and fields as .vtu: hexahedra of a grid, quadrilaterals of a flat one, else a vertex a point.
///        Collective.
///
/// All ranks write side by side, to a temporary name that is given up for the final one in the end; the bytes do not
/// depend on the number of ranks.
/// \param points a row a point, global indices 0 to n - 1, 1 to 3 columns; those that lack are zero
/// \throws InputError on all ranks: a field whose length is no multiple of the points, a grid of another size, values
///         that are not finite, a file that cannot be written
void writeVtu(const std::string& path, const TpetraMultiVector& points, const std::vector<PointField>& fields,
              const PointGrid& grid = PointGrid());

/// \brief Writes a .pvd: files of writeVtu() as steps in time. Collective.
/// \param steps time and file, the name as it is seen from the folder of the .pvd
/// \throws InputError on all ranks when it cannot be written
void writePvd(const std::string& path, const std::vector<std::pair<double, std::string>>& steps,
              const Teuchos::RCP<const Comm>& comm);

}  // namespace Chronos

#endif
