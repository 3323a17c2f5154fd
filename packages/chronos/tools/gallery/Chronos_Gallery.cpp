// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Gallery.hpp"

#include "Chronos_BrickElasticity.hpp"
#include "Chronos_DidYouMean.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_LagrangeProblem.hpp"
#include "Chronos_ProblemCheck.hpp"
#include "Chronos_Reservoir.hpp"
#include "Chronos_ScalarStencils.hpp"
#include "Chronos_TriangleElements.hpp"

namespace Chronos {

using namespace GridAssembly;

namespace {

// 43 million nodes.
constexpr GlobalOrdinal mostRefinements = 9;

template <class ViewType>
struct CoordinatesFunctor {
  Grid grid;
  GlobalOrdinal firstNode;
  double origin[3];
  double spacing[3];
  ViewType coordinates;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t node) const {
    const GridNode position = grid.node(firstNode + node);
    const GlobalOrdinal steps[3] = {position.i, position.j, position.k};
    for (int d = 0; d < static_cast<int>(coordinates.extent(1)); ++d) {
      coordinates(node, d) = origin[d] + spacing[d] * static_cast<double>(steps[d]);
    }
  }
};

template <class CoordinatesView, class ModesView>
struct RigidBodyModesFunctor {
  CoordinatesView coordinates;
  double centre[3];
  ModesView modes;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t node) const {
    const double x = coordinates(node, 0) - centre[0];
    const double y = coordinates(node, 1) - centre[1];
    const double z = coordinates(node, 2) - centre[2];
    const double rotation[3][3] = {{0.0, -z, y}, {z, 0.0, -x}, {-y, x, 0.0}};
    for (int component = 0; component < 3; ++component) {
      for (int mode = 0; mode < 3; ++mode) {
        modes(3 * node + component, mode) = component == mode ? 1.0 : 0.0;
        modes(3 * node + component, 3 + mode) = rotation[mode][component];
      }
    }
  }
};

Teuchos::RCP<TpetraMultiVector> gridCoordinates(const Teuchos::RCP<const Map>& nodeMap, int dimension, const Grid& grid,
                                                const double (&origin)[3], double stretch) {
  auto coordinates = Teuchos::rcp(new TpetraMultiVector(nodeMap, dimension, false));
  const auto numNodes = static_cast<std::int64_t>(TrilinosVersion::numLocal(*nodeMap));
  const GlobalOrdinal firstNode = numNodes > 0 ? nodeMap->getMinGlobalIndex() : 0;
  const auto view = coordinates->getLocalViewDevice(Tpetra::Access::OverwriteAll);
  using Functor = CoordinatesFunctor<std::decay_t<decltype(view)>>;
  Kokkos::parallel_for("Chronos::Gallery::coordinates", RangePolicy(0, numNodes),
                       Functor{grid, firstNode, {origin[0], origin[1], origin[2]}, {1.0, 1.0, stretch}, view});
  return coordinates;
}

Teuchos::RCP<TpetraMultiVector> rigidBodyModes(const Teuchos::RCP<const Map>& rowMap,
                                               const TpetraMultiVector& coordinates, const double (&centre)[3]) {
  auto modes = Teuchos::rcp(new TpetraMultiVector(rowMap, 6, false));
  const auto numNodes = static_cast<std::int64_t>(TrilinosVersion::numLocal(*coordinates.getMap()));
  const auto coordinatesView = coordinates.getLocalViewDevice(Tpetra::Access::ReadOnly);
  const auto modesView = modes->getLocalViewDevice(Tpetra::Access::OverwriteAll);
  using Functor = RigidBodyModesFunctor<std::decay_t<decltype(coordinatesView)>, std::decay_t<decltype(modesView)>>;
  Kokkos::parallel_for("Chronos::Gallery::rigid body modes", RangePolicy(0, numNodes),
                       Functor{coordinatesView, {centre[0], centre[1], centre[2]}, modesView});
  return modes;
}

template <class CoordinatesView>
void copyNodes(const TriangleMesh& mesh, GlobalOrdinal firstNode, const CoordinatesView& coordinates) {
  for (std::size_t node = 0; node < coordinates.extent(0); ++node)
    for (int d = 0; d < 2; ++d) coordinates(node, d) = mesh.nodes[firstNode + node][d];
}

Problem trianglesProblem(const ProblemDescription& description, const ProblemOptions& options,
                         const Teuchos::RCP<const Comm>& comm) {
  checkOptions(description, options);
  if (options.nx < 0 || options.nx > mostRefinements || options.ny != 0 || options.nz != 0)
    throw InputError(description.name + ": the size is one number of refinements, allowed is [0, " +
                     std::to_string(mostRefinements) + "].");
  TriangleMesh mesh = jitteredMesh(options.seed);
  for (GlobalOrdinal step = 0; step < options.nx; ++step) mesh = refined(mesh);
  const auto rowMap = Teuchos::rcp(new Map(mesh.nodes.size(), 0, comm));
  Problem problem;
  problem.matrix = assembleTriangles(rowMap, mesh, rotatedDiffusion(options.anisotropy, options.angle));
  problem.coordinates = Teuchos::rcp(new TpetraMultiVector(rowMap, 2, false));
  if (TrilinosVersion::numLocal(*rowMap) > 0)
    copyNodes(mesh, rowMap->getMinGlobalIndex(), problem.coordinates->getLocalViewHost(Tpetra::Access::OverwriteAll));
  problem.nearKernel = Teuchos::rcp(new TpetraMultiVector(rowMap, 1, false));
  problem.nearKernel->putScalar(1.0);
  return problem;
}

Problem reservoirProblem(const ProblemOptions& options, const Teuchos::RCP<const Comm>& comm) {
  const Reservoir reservoir(options, comm);
  Problem problem;
  problem.dofsPerNode = 3;
  problem.matrix = reservoir.makeMatrix();
  problem.coordinates = reservoir.coordinates();
  const auto centre = reservoir.centre();
  problem.nearKernel =
      rigidBodyModes(problem.matrix->getRowMap(), *problem.coordinates, {centre[0], centre[1], centre[2]});
  problem.load = reservoir.load(1.0);
  return problem;
}

}  // namespace

const std::vector<ProblemDescription>& problems() {
  const std::string dirichlet = "zero on the layer of nodes around the grid, eliminated";
  const std::string held = "zero all around; rows and columns stay, zeros (stored) and 1 on the diagonal";
  const std::string scalarSize = "nodes per edge of the grid, all free: n^3 unknowns";
  static const std::vector<ProblemDescription> list = {
      {"laplace3d7", "Laplacian, 7-point finite differences: 6 and -1", dirichlet, scalarSize, 3, 1, 1, {}},
      {"laplace3d27", "Laplacian, 27-point stencil: 26 and -1", dirichlet, scalarSize, 3, 1, 1, {}},
      {"anisotropic2d",
       "anisotropic diffusion turned against the grid, bilinear finite elements on squares",
       dirichlet,
       "nodes per edge of the grid, all free: n^2 unknowns",
       2,
       1,
       1,
       {"anisotropy", "angle"}},
      {"triangles2d",
       "anisotropic diffusion diag(1 + anisotropy, anisotropy), turned, linear finite elements on triangles",
       "zero by a penalty: nodes of the boundary stay",
       "refinements of a Delaunay mesh of 328 triangles: 5, 6, 7 make 168,577, 673,025 and 2,689,537 unknowns",
       2,
       1,
       1,
       {"anisotropy", "angle", "seed"}},
      {"lognormal3d",
       "diffusion whose coefficients, one a cell and direction, have normal logarithms, 7-point finite volumes",
       "no flow; one cell is held at zero",
       "cells per edge of the grid, one unknown each: n^3 unknowns",
       3,
       1,
       1,
       {"deviation", "seed"}},
      {"jumps3d",
       "diffusion whose coefficient jumps at random between cells, 7-point finite volumes, harmonic means at the faces",
       "zero in the layer of cells around the grid, which have their neighbour's coefficient; eliminated",
       "cells per edge of the grid, one unknown each: n^3 unknowns",
       3,
       1,
       1,
       {"contrast", "stretch", "seed"}},
      {"elasticity3d",
       "linear elasticity, trilinear bricks, unknowns node by node; Young's modulus jumps at random between bricks",
       "clamped on the face x = 0, eliminated; free on the other five",
       "free nodes per edge: 3 n^3 unknowns; the clamped nodes are one more layer, so bricks are n x (n-1) x (n-1)",
       3,
       3,
       2,
       {"contrast", "stretch", "poissonRatio", "seed"}},
      {"reservoir3d",
       "compaction above and around a reservoir: linear elasticity, bricks that grow towards the sides and the bottom, "
       "eight layers whose modulus grows with depth, every second one times contrast; rhs-kind load: pressure drops in "
       "a lens",
       "clamped on the bottom and the four sides, eliminated; free on top",
       "free nodes per edge: 3 n^3 unknowns; (n+1) x (n+1) x n bricks",
       3,
       3,
       1,
       {"contrast", "stretch", "growth", "poissonRatio"}},
      {"beam",
       "diffusion in a beam whose coefficient is 0.1 in the first half of its length and 1 in the second, Lagrange "
       "elements on cubes, nodes at Gauss-Lobatto points; rhs-kind load: a source of 1",
       held,
       "elements along x, y and z, the width along y is 1: 64 8 8 of order 3 make 120,625 unknowns",
       3,
       1,
       1,
       {"order"}},
      {"lshape",
       "Laplacian in three quarters of a square, an inner corner between them, Lagrange elements on squares, nodes at "
       "Gauss-Lobatto points; rhs-kind load: a source of 1",
       held,
       "elements along an edge of each quarter: 128 of order 3 make 443,905 unknowns",
       2,
       1,
       1,
       {"order"}}};
  return list;
}

const ProblemDescription& findProblem(const std::string& name) {
  std::vector<std::string> names;
  for (const ProblemDescription& problem : problems()) {
    if (problem.name == name) return problem;
    names.push_back(problem.name);
  }
  throw InputError("There is no model problem \"" + name + "\"." + didYouMean(name, names) + " There are " +
                   listed(names) + ".");
}

Problem makeProblem(const std::string& name, const ProblemOptions& options, const Teuchos::RCP<const Comm>& comm) {
  const ProblemDescription& description = findProblem(name);
  if (name == "triangles2d") return trianglesProblem(description, options, comm);
  if (name == "reservoir3d") return reservoirProblem(options, comm);
  if (name == "beam" || name == "lshape") return lagrangeProblem(description, options, comm);
  const Grid grid = checkedGrid(description, options, *comm);

  const int dofs = description.dofsPerNode;
  const Teuchos::RCP<const Map> nodeMap = Teuchos::rcp(new Map(grid.numNodes(), 0, comm));
  Problem problem;
  problem.dofsPerNode = dofs;
  if (name == "elasticity3d") {
    const Teuchos::RCP<const Map> rowMap =
        Teuchos::rcp(new Map(dofs * grid.numNodes(), dofs * TrilinosVersion::numLocal(*nodeMap), 0, comm));
    problem.matrix = assembleRows(
        rowMap, BrickElasticityRows{
                    grid, {options.contrast, options.seed}, brickStiffness(options.poissonRatio, options.stretch)});
    problem.coordinates = gridCoordinates(nodeMap, 3, grid, {1.0, 0.0, 0.0}, options.stretch);
    problem.nearKernel =
        rigidBodyModes(rowMap, *problem.coordinates,
                       {1.0 + 0.5 * (grid.nx - 1), 0.5 * (grid.ny - 1), 0.5 * options.stretch * (grid.nz - 1)});
    return problem;
  }

  if (name == "laplace3d7") {
    problem.matrix = assembleRows(nodeMap, SevenPointRows<UnitCoefficient>{grid, {}, 1.0, 1.0});
  } else if (name == "jumps3d") {
    problem.matrix =
        assembleRows(nodeMap, SevenPointRows<JumpCoefficient>{
                                  grid, {options.contrast, options.seed}, options.stretch, 1.0 / options.stretch});
  } else if (name == "lognormal3d") {
    problem.matrix = assembleRows(nodeMap, LogNormalRows{grid, options.deviation, options.seed});
  } else if (name == "laplace3d27") {
    problem.matrix = assembleRows(nodeMap, laplace27Rows(grid));
  } else {
    problem.matrix = assembleRows(nodeMap, rotatedAnisotropyRows(grid, options.anisotropy, options.angle));
  }
  problem.coordinates =
      gridCoordinates(nodeMap, description.dimension, grid, {1.0, 1.0, options.stretch}, options.stretch);
  problem.nearKernel = Teuchos::rcp(new TpetraMultiVector(nodeMap, 1, false));
  problem.nearKernel->putScalar(1.0);
  return problem;
}

}  // namespace Chronos
