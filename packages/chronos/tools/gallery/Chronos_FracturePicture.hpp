// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FRACTUREPICTURE_HPP
#define CHRONOS_FRACTUREPICTURE_HPP

#include "Chronos_FractureBlocks.hpp"

#include <string>

namespace Chronos {

/// \brief An SVG of the network, triangles coloured by head between its extremes, seen obliquely and painted from back
/// to front, with a scale. Collective; rank 0 writes.
///
/// For networks of a hundred fractures: about 90 bytes a triangle.
/// \param h on headMap
/// \throws InputError on all ranks when the file cannot be written
void drawFractures(const std::string& path, const FractureNetwork& network, const FractureBlocks& blocks,
                   const TpetraVector& h);

/// \brief The same as legacy VTK for ParaView: triangles in space, at nodes the head, of triangles the fracture and its
/// transmissivity. Collective; rank 0 writes.
/// \throws InputError on all ranks when the file cannot be written
void writeFractures(const std::string& path, const FractureNetwork& network, const FractureBlocks& blocks,
                    const TpetraVector& h);

}  // namespace Chronos

#endif
