// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LagrangeProblem.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_ProblemCheck.hpp"

#include <algorithm>

namespace Chronos {

using namespace GridAssembly;

namespace {

template <class ViewType>
struct NodePlacesFunctor {
  LagrangeMesh mesh;
  Kokkos::View<const double*, Device> points;
  double edge;
  GlobalOrdinal firstNode;
  ViewType coordinates;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const GridNode node = mesh.node(firstNode + row);
    const GlobalOrdinal steps[3] = {node.i, node.j, node.k};
    for (int d = 0; d < mesh.dimension; ++d) {
      const GlobalOrdinal element = steps[d] / mesh.order;
      coordinates(row, d) = edge * (static_cast<double>(element) + points(steps[d] - element * mesh.order));
    }
  }
};

// Integrals of the functions: products over the directions of sums over the elements of a node. At an inner corner,
// where that is not so, the value is held.
template <class ViewType>
struct SourceFunctor {
  LagrangeMesh mesh;
  Kokkos::View<const double*, Device> weights;
  double volume;
  GlobalOrdinal firstNode;
  ViewType load;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const GridNode node = mesh.node(firstNode + row);
    if (mesh.isBoundary(node)) {
      load(row, 0) = 0.0;
      return;
    }
    const ElementBox box = mesh.around(node);
    double integral = volume * along(node.i, box.first.i, box.last.i) * along(node.j, box.first.j, box.last.j);
    if (!mesh.isFlat()) integral *= along(node.k, box.first.k, box.last.k);
    load(row, 0) = integral;
  }

 private:
  KOKKOS_INLINE_FUNCTION double along(GlobalOrdinal step, GlobalOrdinal first, GlobalOrdinal last) const {
    double sum = 0.0;
    for (GlobalOrdinal element = first; element <= last; ++element) sum += weights(step - element * mesh.order);
    return sum;
  }
};

// What a row reaches is within `order` layers of the lattice on either side.
void checkLocalSize(const ProblemDescription& description, const LagrangeMesh& mesh, int ranks) {
  const GlobalOrdinal owned = (mesh.numNodes() + ranks - 1) / ranks;
  const GlobalOrdinal reach = mesh.order * ((mesh.isFlat() ? 0 : mesh.planeNodes()) + mesh.lineNodes() + 1);
  checkColumns(description, std::min(owned + (ranks == 1 ? 0 : 2 * reach), mesh.numNodes()));
}

}  // namespace

LagrangeMesh lagrangeMesh(const ProblemDescription& description, const ProblemOptions& options) {
  checkOptions(description, options);
  const auto checked = [&](GlobalOrdinal value, const char* edge) {
    checkEdge(description, edge, value, 1, largestEdge, "elements");
    return value;
  };
  const auto orAsX = [&](GlobalOrdinal value) { return value == 0 ? options.nx : value; };
  const GlobalOrdinal nx = checked(options.nx, "nx");
  if (description.name == "beam") {
    const GlobalOrdinal ny = checked(orAsX(options.ny), "ny"), nz = checked(orAsX(options.nz), "nz");
    // An element in the middle of an odd number belongs to the second half.
    return {3, options.order, nx, ny, nz, std::max(nx, ny), nx / 2};
  }
  if (options.ny != 0 || options.nz != 0)
    throw InputError(description.name + ": the size is one number, elements along an edge of each quarter.");
  return {2, options.order, 2 * nx, 2 * nx, 1, nx, 0};
}

Problem lagrangeProblem(const ProblemDescription& description, const ProblemOptions& options,
                        const Teuchos::RCP<const Comm>& comm) {
  const LagrangeMesh mesh = lagrangeMesh(description, options);
  checkLocalSize(description, mesh, comm->getSize());
  const LagrangeElement element(mesh.order);
  const double edge = 1.0 / static_cast<double>(mesh.isFlat() ? mesh.cut : mesh.ny);
  const auto rowMap = Teuchos::rcp(new Map(mesh.numNodes(), 0, comm));
  const auto numRows = static_cast<std::int64_t>(TrilinosVersion::numLocal(*rowMap));
  const GlobalOrdinal firstRow = numRows > 0 ? rowMap->getMinGlobalIndex() : 0;

  Problem problem;
  problem.matrix = assembleRows(rowMap, LagrangeRows{mesh, LagrangeTables(element), mesh.isFlat() ? 1.0 : edge});
  problem.coordinates = Teuchos::rcp(new TpetraMultiVector(rowMap, mesh.dimension, false));
  problem.load = Teuchos::rcp(new TpetraMultiVector(rowMap, 1, false));
  {
    const auto places = problem.coordinates->getLocalViewDevice(Tpetra::Access::OverwriteAll);
    Kokkos::parallel_for("Chronos::Gallery::places of nodes", RangePolicy(0, numRows),
                         NodePlacesFunctor<std::decay_t<decltype(places)>>{
                             mesh, toView("Chronos::Gallery::points", element.points), edge, firstRow, places});
    const auto load = problem.load->getLocalViewDevice(Tpetra::Access::OverwriteAll);
    Kokkos::parallel_for(
        "Chronos::Gallery::source", RangePolicy(0, numRows),
        SourceFunctor<std::decay_t<decltype(load)>>{mesh, toView("Chronos::Gallery::weights", element.weights),
                                                    mesh.isFlat() ? edge * edge : edge * edge * edge, firstRow, load});
  }
  problem.nearKernel = Teuchos::rcp(new TpetraMultiVector(rowMap, 1, false));
  problem.nearKernel->putScalar(1.0);
  return problem;
}

}  // namespace Chronos
