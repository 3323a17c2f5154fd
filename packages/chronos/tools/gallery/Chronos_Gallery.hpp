// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GALLERY_HPP
#define CHRONOS_GALLERY_HPP

#include "Chronos_Types.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace Chronos {

/// What a model problem is, in words, for `chronos problems`.
struct ProblemDescription {
  std::string name;
  std::string summary;
  std::string boundaryConditions;
  std::string sizeMeaning;
  int dimension;
  int dofsPerNode;
  GlobalOrdinal smallestEdge;        ///< smallest ny and nz (nx may always be 1)
  std::vector<std::string> options;  ///< members of ProblemOptions that it reads besides the sizes
};

/// \brief All model problems, in the order in which they are shown.
const std::vector<ProblemDescription>& problems();

/// \brief The description of a problem.
/// \throws InputError that lists the names when there is none of that name
const ProblemDescription& findProblem(const std::string& name);

/// What the command calls a member of ProblemOptions: poissonRatio is --poisson-ratio.
std::string optionName(const std::string& member);

/// \brief Sizes and coefficients of a model problem. An option that the problem does not read stays at its default.
///
/// Lengths are in cell edges: all grids have cells of edge 1 (and `stretch` along z; reservoir3d in its middle), so
/// that entries do not scale with the size of the grid. But beam has the width 1 along y, and lshape squares of edge 1
/// in thirds: rows of their boundaries have 1 on the diagonal, and entries are those of the source.
struct ProblemOptions {
  GlobalOrdinal nx = 10;      ///< nodes along x, in [1, 100000]
  GlobalOrdinal ny = 0;       ///< nodes along y, 0 means nx
  GlobalOrdinal nz = 0;       ///< nodes along z, 0 means nx; 0 or 1 in two dimensions
  double anisotropy = 1e-3;   ///< diffusion across the strong direction, where 1 is along it, in [1e-10, 1e10]
  double angle = 45;          ///< of the strong direction with x, degrees, in [-360, 360]
  double contrast = 1;        ///< coefficient of about half of the cells, where the others have 1, in [1e-12, 1e12]
  double stretch = 1;         ///< edge of a cell along z, where 1 is along x and y, in [1e-4, 1e4]
  double poissonRatio = 0.3;  ///< in [0, 0.499]
  double growth = 10;         ///< edge of the cells at the boundary over those in the lens, in [1, 1000]
  double deviation = 1;       ///< of the logarithm of a random coefficient, in [0, 10]
  std::uint64_t seed = 0;     ///< chooses which cells have which coefficient
  int order = 3;              ///< of the polynomials of beam and lshape along each direction, in [1, 8]
};

/// A matrix and what a preconditioner may be told about it.
struct Problem {
  Teuchos::RCP<TpetraCrsMatrix> matrix;         ///< symmetric positive definite, rows in a contiguous even map
  Teuchos::RCP<TpetraMultiVector> coordinates;  ///< numNodes x dimension, in the map of nodes
  Teuchos::RCP<TpetraMultiVector> nearKernel;   ///< the constant; or 6 rigid-body modes, see makeProblem()
  Teuchos::RCP<TpetraMultiVector> load;         ///< right-hand side that belongs to it; null where there is none
  int dofsPerNode = 1;                          ///< unknowns are numbered node by node
};

/// \brief Builds a model problem in parallel, on the device. Collective; all ranks pass the same arguments.
///
/// Nodes are numbered lexicographically, x fastest, and distributed in contiguous pieces that differ by at most one
/// node; a node's unknowns are on one rank. Every rank computes its own rows alone, so the entries are the same, bit by
/// bit, on any number of ranks, and the matrix is symmetric bit by bit. Entries that happen to be zero are stored: the
/// pattern depends on the grid only.
///
/// beam and lshape keep the rows of their boundary: zeros, stored, and 1 on the diagonal. Their sizes are elements, of
/// which each has `order` steps of the lattice of nodes along each direction; lshape has nx^2 in each of three squares.
///
/// triangles2d is another matter: nx counts refinements of a coarse mesh of the unit square, every rank makes the whole
/// mesh on the host, and nodes are numbered coarse ones first.
///
/// The near kernel of elasticity3d and reservoir3d holds three translations (along x, y, z) and three rotations (about
/// x, y, z) at the free nodes, about the centre of the free nodes: with coordinates (x, y, z) relative to it the
/// rotations are (0, -z, y), (z, 0, -x) and (-y, x, 0).
///
/// O(entries) time, 20 bytes per entry in arrays of its own on the device (8 of them freed at the end). Generating is a
/// small part of the time: on an H200 the kernels take 8 ms for 300^3 rows of laplace3d7, the Tpetra matrix 2.4 s.
///
/// \throws InputError on all ranks when the name is unknown (lists the names), an option is out of range (gives the
/// range) or not read by this problem (lists those that are), or when one rank's part exceeds 32-bit local indices
Problem makeProblem(const std::string& name, const ProblemOptions& options, const Teuchos::RCP<const Comm>& comm);

}  // namespace Chronos

#endif
