// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Reservoir.hpp"

#include "Chronos_ProblemCheck.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {

using namespace GridAssembly;

namespace {

constexpr int numLayers = 8;
constexpr double kappa = 100.0;
// Of the half of the cells along an edge, that have the length of those in the lens.
constexpr double evenShare = 0.5;

Kokkos::View<const double*, Device> onDevice(const std::vector<double>& values) {
  Kokkos::View<double*, Device> result("Chronos::Gallery::reservoir", values.size());
  const auto host = Kokkos::create_mirror_view(result);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = values[i];
  Kokkos::deep_copy(result, host);
  return result;
}

double growthAt(double place, double growth) {
  return std::pow(growth, std::max(0.0, (place - evenShare) / (1.0 - evenShare)));
}

// Along x and y cells grow to both sides, along z to the bottom.
std::vector<double> brickEdges(GlobalOrdinal n, double least, double growth, bool growsUpwards) {
  std::vector<double> edges(static_cast<std::size_t>(n));
  for (GlobalOrdinal i = 0; i < n; ++i) {
    const double place = ReservoirBody::place(i, n);
    edges[i] = least * growthAt(growsUpwards ? std::abs(place) : -place, growth);
  }
  return edges;
}

std::vector<double> layerModuli(GlobalOrdinal n, double contrast) {
  std::vector<double> moduli(static_cast<std::size_t>(n));
  for (GlobalOrdinal k = 0; k < n; ++k) {
    const int layer = static_cast<int>(numLayers * (0.5 - 0.5 * ReservoirBody::place(k, n)));
    // As compressibility is inverse to effective stress, which grows with depth.
    moduli[k] = (layer + 0.5) / (0.5 * numLayers) * (layer % 2 == 0 ? 1 : contrast);
  }
  return moduli;
}

// Products of integrals along the three directions: exact, and symmetric bit by bit.
ReservoirBody::Reference referenceIntegrals() {
  Kokkos::View<double[8][8][3][3], Kokkos::LayoutRight, Device> result("Chronos::Gallery::reference integrals");
  const auto host = Kokkos::create_mirror_view(result);
  for (int entry = 0; entry < 8 * 8 * 9; ++entry) {
    const int a = entry / 72, b = entry / 9 % 8, p = entry / 3 % 3, q = entry % 3;
    double product = 1.0;
    for (int d = 0; d < 3; ++d) {
      const bool aIsFar = (a >> d & 1) != 0, bIsFar = (b >> d & 1) != 0, isSame = aIsFar == bIsFar;
      if (d == p && d == q) product *= isSame ? 1.0 : -1.0;
      else if (d == p) product *= aIsFar ? 0.5 : -0.5;
      else if (d == q) product *= bIsFar ? 0.5 : -0.5;
      else product *= isSame ? 1.0 / 3.0 : 1.0 / 6.0;
    }
    host(a, b, p, q) = product;
  }
  Kokkos::deep_copy(result, host);
  return result;
}

template <class ViewType>
struct PlacesFunctor {
  Grid grid;
  GlobalOrdinal firstNode;
  Kokkos::View<const double*, Device> planes[3];
  ViewType coordinates;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t node) const {
    const GridNode at = grid.node(firstNode + node);
    coordinates(node, 0) = planes[0](at.i);
    coordinates(node, 1) = planes[1](at.j);
    coordinates(node, 2) = planes[2](at.k);
  }
};

// Component p of the displacement of a node, 0 where it is clamped; of the nodes of a window.
template <class ViewType>
struct Displacements {
  Grid grid;
  GlobalOrdinal firstNode;
  ViewType values;

  KOKKOS_INLINE_FUNCTION double operator()(const GridNode& brick, int corner, int p) const {
    const GridNode node{brick.i - 1 + (corner & 1), brick.j - 1 + (corner >> 1 & 1), brick.k - 1 + (corner >> 2)};
    return grid.contains(node) ? values(3 * (grid.index(node) - firstNode) + p, 0) : 0.0;
  }
};

template <class ViewType>
struct DilatationFunctor {
  ReservoirBody body;
  Displacements<ViewType> displacements;
  GlobalOrdinal firstBrick;
  Kokkos::View<double*, Device> dilatations;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const {
    const GridNode brick = body.bricks().node(firstBrick + number);
    double sum = 0.0;
    for (int corner = 0; corner < 8; ++corner)
      for (int p = 0; p < 3; ++p) sum += body.meanSlope(brick, corner, p) * displacements(brick, corner, p);
    dilatations(number) = sum;
  }
};

struct StiffeningFunctor {
  double exponent;
  Kokkos::View<double*, Device> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t brick) const { values(brick) = expm1(-exponent * values(brick)); }
};

template <class LocalMatrix>
struct TangentFunctor {
  ReservoirRows rows;
  typename Map::local_map_type rowMap, colMap;
  LocalMatrix matrix;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const GlobalOrdinal global = rowMap.getGlobalElement(static_cast<LocalOrdinal>(row));
    const GridNode node = rows.body.grid.node(global / 3);
    for (auto k = matrix.graph.row_map(row); k < matrix.graph.row_map(row + 1); ++k) {
      const GlobalOrdinal column = colMap.getGlobalElement(matrix.graph.entries(k));
      matrix.values(k) =
          rows.entry(node, static_cast<int>(global % 3), rows.body.grid.node(column / 3), static_cast<int>(column % 3));
    }
  }
};

// Forces of the pressure, less those of the deformed bricks where there are displacements.
template <class WindowView, class ForceView>
struct ForcesFunctor {
  ReservoirBody body;
  GlobalOrdinal firstNode, firstBrick;
  double pressure, exponent;
  Displacements<WindowView> displacements;
  Kokkos::View<const double*, Device> dilatations;  // empty: the body is at rest
  ForceView forces;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const {
    const GridNode node = body.grid.node(firstNode + number);
    double sum[3] = {0.0, 0.0, 0.0};
    for (int around = 0; around < 8; ++around) {
      const GridNode brick{node.i + (around & 1), node.j + (around >> 1 & 1), node.k + (around >> 2)};
      if (body.bricks().contains(brick)) add(brick, 7 - around, sum);
    }
    for (int p = 0; p < 3; ++p) forces(3 * number + p, 0) = sum[p];
  }

 private:
  KOKKOS_INLINE_FUNCTION void add(const GridNode& brick, int a, double (&sum)[3]) const {
    double outwards = pressure * body.lens(brick) * body.volume(brick);
    if (dilatations.extent(0) > 0) {
      const double theta = dilatations(body.bricks().index(brick) - firstBrick), modulus = body.moduli(brick.k);
      const double stress = -expm1(-exponent * theta) / exponent - theta;
      outwards -= modulus * body.lambda * body.volume(brick) * stress;
      for (int b = 0; b < 8; ++b) {
        for (int q = 0; q < 3; ++q) {
          const double u = displacements(brick, b, q);
          for (int p = 0; p < 3; ++p) sum[p] -= modulus * body.stiffness(brick, a, p, b, q) * u;
        }
      }
    }
    for (int p = 0; p < 3; ++p) sum[p] += outwards * body.meanSlope(brick, a, p);
  }
};

}  // namespace

Reservoir::Reservoir(const ProblemOptions& options, const Teuchos::RCP<const Comm>& comm) {
  body_.grid = checkedGrid(findProblem("reservoir3d"), options, *comm);
  const Grid grid = body_.grid, bricks = body_.bricks();
  const double nu = options.poissonRatio;
  body_.lambda = nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
  body_.mu = 0.5 / (1.0 + nu);
  body_.reference = referenceIntegrals();
  body_.moduli = onDevice(layerModuli(bricks.nz, options.contrast));
  const std::vector<double> edges[3] = {brickEdges(bricks.nx, 1.0, options.growth, true),
                                        brickEdges(bricks.ny, 1.0, options.growth, true),
                                        brickEdges(bricks.nz, options.stretch, options.growth, false)};
  const GlobalOrdinal numPlanes[3] = {grid.nx, grid.ny, grid.nz};
  for (int d = 0; d < 3; ++d) {
    body_.edges[d] = onDevice(edges[d]);
    double place = 0.0;
    for (GlobalOrdinal i = 0; i < numPlanes[d]; ++i) planes_[d].push_back(place += edges[d][i]);
  }

  nodeMap_ = Teuchos::rcp(new Map(grid.numNodes(), 0, comm));
  rowMap_ = Teuchos::rcp(new Map(3 * grid.numNodes(), 3 * TrilinosVersion::numLocal(*nodeMap_), 0, comm));
  numOwned_ = static_cast<GlobalOrdinal>(TrilinosVersion::numLocal(*nodeMap_));
  if (numOwned_ > 0) {
    firstOwned_ = nodeMap_->getMinGlobalIndex();
    const GlobalOrdinal layer = grid.nx * (grid.ny + 1) + 1, last = firstOwned_ + numOwned_ - 1;
    firstInWindow_ = std::max<GlobalOrdinal>(0, firstOwned_ - layer);
    numInWindow_ = std::min(grid.numNodes(), last + layer + 1) - firstInWindow_;
    const GridNode begin = grid.node(firstOwned_), end = grid.node(last);
    firstBrick_ = bricks.index(begin);
    // No brick lies on the uppermost nodes; those below them reach all bricks of their layer.
    const GlobalOrdinal behind =
        end.k + 1 < bricks.nz ? bricks.index({end.i + 1, end.j + 1, end.k + 1}) + 1 : bricks.numNodes();
    numBricks_ = behind - firstBrick_;
  }
  std::vector<GlobalOrdinal> window(static_cast<std::size_t>(3 * numInWindow_));
  for (std::size_t i = 0; i < window.size(); ++i) window[i] = 3 * firstInWindow_ + static_cast<GlobalOrdinal>(i);
  windowMap_ = Teuchos::rcp(new Map(Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid(),
                                    Teuchos::ArrayView<const GlobalOrdinal>(window.data(), window.size()), 0, comm));
  import_ = Teuchos::rcp(new Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node>(rowMap_, windowMap_));

  coordinates_ = Teuchos::rcp(new TpetraMultiVector(nodeMap_, 3, false));
  const auto view = coordinates_->getLocalViewDevice(Tpetra::Access::OverwriteAll);
  Kokkos::parallel_for(
      "Chronos::Gallery::places", RangePolicy(0, numOwned_),
      PlacesFunctor<std::decay_t<decltype(view)>>{
          grid, firstOwned_, {onDevice(planes_[0]), onDevice(planes_[1]), onDevice(planes_[2])}, view});
}

std::array<double, 3> Reservoir::centre() const {
  return {0.5 * (planes_[0].front() + planes_[0].back()), 0.5 * (planes_[1].front() + planes_[1].back()),
          0.5 * (planes_[2].front() + planes_[2].back())};
}

Teuchos::RCP<TpetraCrsMatrix> Reservoir::makeMatrix() const {
  return assembleRows(rowMap_, ReservoirRows{body_, {}, 0});
}

Teuchos::RCP<TpetraMultiVector> Reservoir::inWindow(const TpetraMultiVector& displacements) const {
  const auto window = Teuchos::rcp(new TpetraMultiVector(windowMap_, 1));
  window->doImport(displacements, *import_, Tpetra::INSERT);
  return window;
}

Reservoir::BrickValues Reservoir::dilatations(const TpetraMultiVector& window) const {
  const BrickValues result("Chronos::Gallery::dilatations", numBricks_);
  const auto view = window.getLocalViewDevice(Tpetra::Access::ReadOnly);
  using ViewType = std::decay_t<decltype(view)>;
  Kokkos::parallel_for("Chronos::Gallery::dilatations", RangePolicy(0, numBricks_),
                       DilatationFunctor<ViewType>{body_, Displacements<ViewType>{body_.grid, firstInWindow_, view},
                                                   firstBrick_, result});
  return result;
}

void Reservoir::setTangent(const TpetraMultiVector& displacements, TpetraCrsMatrix& matrix) const {
  const BrickValues stiffening = dilatations(*inWindow(displacements));
  Kokkos::parallel_for("Chronos::Gallery::stiffening", RangePolicy(0, numBricks_),
                       StiffeningFunctor{kappa, stiffening});
  const auto local = matrix.getLocalMatrixDevice();
  Kokkos::parallel_for("Chronos::Gallery::tangent", RangePolicy(0, local.numRows()),
                       TangentFunctor<std::decay_t<decltype(local)>>{ReservoirRows{body_, stiffening, firstBrick_},
                                                                     matrix.getRowMap()->getLocalMap(),
                                                                     matrix.getColMap()->getLocalMap(), local});
}

Teuchos::RCP<TpetraMultiVector> Reservoir::load(double pressureDrop) const {
  return forces(pressureDrop, Teuchos::null);
}

Teuchos::RCP<TpetraMultiVector> Reservoir::residual(double pressureDrop, const TpetraMultiVector& displacements) const {
  return forces(pressureDrop, inWindow(displacements));
}

Teuchos::RCP<TpetraMultiVector> Reservoir::forces(double pressureDrop,
                                                  const Teuchos::RCP<const TpetraMultiVector>& window) const {
  const auto result = Teuchos::rcp(new TpetraMultiVector(rowMap_, 1, false));
  const bool isAtRest = window.is_null();
  const TpetraMultiVector nothing(rowMap_, 0);
  const auto windowView = (isAtRest ? nothing : *window).getLocalViewDevice(Tpetra::Access::ReadOnly);
  const auto forceView = result->getLocalViewDevice(Tpetra::Access::OverwriteAll);
  using WindowView = std::decay_t<decltype(windowView)>;
  using Functor = ForcesFunctor<WindowView, std::decay_t<decltype(forceView)>>;
  const double unit = (body_.lambda + 2.0 * body_.mu) / kappa;
  Kokkos::parallel_for("Chronos::Gallery::forces", RangePolicy(0, numOwned_),
                       Functor{body_, firstOwned_, firstBrick_, -pressureDrop * unit, kappa,
                               Displacements<WindowView>{body_.grid, firstInWindow_, windowView},
                               isAtRest ? BrickValues() : dilatations(*window), forceView});
  return result;
}

}  // namespace Chronos
