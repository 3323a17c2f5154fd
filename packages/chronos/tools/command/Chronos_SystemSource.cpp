// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SystemSource.hpp"

#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GraphPartition.hpp"
#include "Chronos_NumberChecks.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_NodewiseRows.hpp"
#include "Chronos_ProblemCheck.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_RowMove.hpp"
#include "Chronos_SystemFacts.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_WholeNodes.hpp"

#include <Tpetra_Import.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <sstream>

namespace Chronos::Command {
namespace {

const char* const loadKind = "load";

ReadOptions readOptions(const std::string& path, ProgressLine& progress, ReadOptions options = {}) {
  if (progress.isActive()) {
    options.progress = [&progress, path](double fraction) {
      progress.show("reading " + path + "  " + std::to_string(static_cast<int>(100 * fraction)) + " %");
    };
  }
  return options;
}

// With the sizes and all coefficients that are not the usual ones: what a reader of the table needs to do it again.
std::string problemName(const std::string& problem, const std::vector<GlobalOrdinal>& size,
                        const ProblemOptions& options) {
  const ProblemOptions usual{};
  std::ostringstream name;
  name << problem << ' ' << options.nx;
  for (std::size_t i = 1; i < size.size(); ++i) name << " x " << size[i];
  const auto add = [&](const char* option, double value, double usualValue) {
    if (value != usualValue) name << ", " << option << ' ' << value;
  };
  add("contrast", options.contrast, usual.contrast);
  add("stretch", options.stretch, usual.stretch);
  add("anisotropy", options.anisotropy, usual.anisotropy);
  add("angle", options.angle, usual.angle);
  add("Poisson's ratio", options.poissonRatio, usual.poissonRatio);
  add("growth", options.growth, usual.growth);
  add("deviation", options.deviation, usual.deviation);
  add("order", options.order, usual.order);
  if (options.seed != usual.seed) name << ", seed " << options.seed;
  return name.str();
}

ProblemOptions problemOptions(const MatrixOptions& options) {
  for (const std::string& member : options.given) checkIsRead(findProblem(options.problem), member);
  ProblemOptions result = options.problemOptions;
  const auto edge = [&](std::size_t i, GlobalOrdinal otherwise) {
    if (i >= options.size.size()) return otherwise;
    // The gallery takes 0 for "as nx", a person who types it means something else.
    if (options.size[i] < 1) throw InputError("--size takes numbers of nodes, 1 or more.");
    return options.size[i];
  };
  result.nx = edge(0, result.nx);
  result.ny = edge(1, 0);
  result.nz = edge(2, 0);
  result.seed = options.seed;
  return result;
}

std::vector<std::string> kindsOfRightHandSide() {
  std::vector<std::string> kinds = rightHandSideKinds();
  kinds.push_back(loadKind);
  return kinds;
}

// Of triangles2d there is none, nor of what lacks a corner.
PointGrid gridOf(const std::string& problem, const ProblemOptions& options) {
  if (problem == "triangles2d" || problem == "lshape") return {};
  const auto edge = [&](GlobalOrdinal given) { return given == 0 ? options.nx : given; };
  if (problem == "beam")
    return {options.order * options.nx + 1, options.order * edge(options.ny) + 1, options.order * edge(options.nz) + 1};
  return {options.nx, edge(options.ny), findProblem(problem).dimension == 2 ? 1 : edge(options.nz)};
}

Teuchos::RCP<TpetraMultiVector> loadOf(const NamedMatrix& source, int numColumns) {
  if (source.load.is_null())
    throw InputError("--rhs-kind load: '" + source.name +
                     "' has no load of its own; reservoir3d, beam and lshape have. Take random, ones or A*ones.");
  if (numColumns == 1) return source.load;
  const auto columns = Teuchos::rcp(new TpetraMultiVector(source.load->getMap(), numColumns));
  for (int column = 0; column < numColumns; ++column)
    columns->getVectorNonConst(column)->update(1.0, *source.load->getVector(0), 0.0);
  return columns;
}

// Unknowns of a node that sums of rows show; 0 where they show none. What is wrong with a matrix its checks say later.
int shownRowsPerNode(const TpetraCrsMatrix& matrix) {
  if (matrix.getGlobalNumRows() != matrix.getGlobalNumCols()) return 0;
  try {
    return examine(fromTpetra(matrix), NearKernel()).translations;
  } catch (const InputError&) {
  } catch (const BreakdownError&) {}
  return 0;
}

// Rows of nodes stay together: as many as are told, else as many as sums of rows or the pattern show.
void placeFile(RowPlacement placement, const ReadOptions& nodes, ProgressLine& progress, NamedMatrix& source) {
  progress.show("dealing out rows");
  long long told = nodes.rowsPerNodeOf(static_cast<long long>(source.matrix->getGlobalNumRows()));
  if (told == 1) told = std::max(1, source.components);
  if (told == 1) told = shownRowsPerNode(*source.matrix);
  const PlacedMatrix placed = placeRows(source.matrix, placement, told > 1 ? static_cast<int>(told) : 0);
  source.matrix = placed.matrix;
  source.placement = placed.report;
}

// A later matrix of a series is numbered as the first one is.
void renumber(FileNumbering numbering, const ReadOptions& nodes, const NamedMatrix* former, ProgressLine& progress,
              NamedMatrix& source) {
  const TpetraCrsMatrix& A = *source.matrix;
  if (former != nullptr && former->matrix->getGlobalNumRows() == A.getGlobalNumRows())
    source.components = former->components;
  else
    source.components =
        componentsOf(A, numbering, static_cast<int>(nodes.rowsPerNodeOf(static_cast<long long>(A.getGlobalNumRows()))));
  if (source.components == 0) return;
  progress.show("numbering unknowns node by node");
  source.matrix = numberedByNodes(A, source.components);
}

// Where a former matrix has its rows; one of another size stays as it was read.
void placeAs(const NamedMatrix& former, NamedMatrix& source) {
  Kokkos::Timer timer;
  const Teuchos::RCP<const Map> rows = former.matrix->getRowMap();
  if (rows->getGlobalNumElements() == source.matrix->getGlobalNumRows() && !rows->isSameAs(*source.matrix->getRowMap()))
    source.matrix = moveRows(*source.matrix, rows);
  source.placement = former.placement;
  if (source.placement) source.placement->seconds = maxOverRanks(*rows->getComm(), timer.seconds());
}

// Positions of nodes to where the rows of the nodes are, so that no set-up has to fetch them.
Teuchos::RCP<const TpetraMultiVector> besideRows(const TpetraMultiVector& coordinates, const Map& rows) {
  const auto numNodes = static_cast<GlobalOrdinal>(coordinates.getGlobalLength());
  const auto rowsPerNode = static_cast<GlobalOrdinal>(rows.getGlobalNumElements()) / numNodes;
  std::vector<GlobalOrdinal> nodes;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(rows); ++i) {
    const GlobalOrdinal row = rows.getGlobalElement(static_cast<LocalOrdinal>(i));
    if (row % rowsPerNode == 0) nodes.push_back(row / rowsPerNode);
  }
  const auto map = Teuchos::rcp(
      new Map(numNodes, Teuchos::arrayViewFromVector(nodes), coordinates.getMap()->getIndexBase(), rows.getComm()));
  const auto moved = Teuchos::rcp(new TpetraMultiVector(map, coordinates.getNumVectors()));
  moved->doImport(coordinates, Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node>(coordinates.getMap(), map),
                  Tpetra::INSERT);
  return moved;
}

// Of a file with a row an unknown.
Teuchos::RCP<TpetraMultiVector> readForRows(const std::string& path, const NamedMatrix& source,
                                            ProgressLine& progress) {
  const auto vectors = readVectors(path, source.rowsInFile, readOptions(path, progress));
  vectors->replaceMap(source.matrix->getRowMap());
  return vectors;
}

// Positions of unknowns in the order of the file to where the rows are.
Teuchos::RCP<const TpetraMultiVector> rowByRow(const TpetraMultiVector& coordinates, const NamedMatrix& source) {
  const auto moved = Teuchos::rcp(new TpetraMultiVector(source.rowsInFile, coordinates.getNumVectors()));
  moved->doImport(coordinates,
                  Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node>(coordinates.getMap(), source.rowsInFile),
                  Tpetra::INSERT);
  moved->replaceMap(source.matrix->getRowMap());
  return moved;
}

}  // namespace

void addMatrixOptions(CLI::App& app, MatrixOptions& options) {
  const std::string group = "Matrix";
  auto* file = app.add_option("matrix", options.file,
                              "Matrix Market file (coordinate real, general or symmetric), plain or gzip; or a file "
                              "that `chronos convert` or PETSc's binary viewer wrote")
                   ->option_text("FILE");
  auto* problem =
      app.add_option("--problem", options.problem, "model problem instead of a file; `chronos problems` lists them")
          ->group(group)
          ->excludes(file)
          ->option_text("NAME");
  const auto add = [&](const std::string& name, auto& value, const std::string& text) {
    return app.add_option(name, value, text)->group(group)->needs(problem)->option_text("NUMBER");
  };
  add("--size", options.size, "nodes (beam, lshape: elements) per edge: n, or nx ny [nz]; 10 when not given")
      ->expected(1, 3)
      ->option_text("n [n n]");
  const auto addMember = [&](const char* member, auto& value, const std::string& text) {
    const auto note = [&options, member](const std::string&) { options.given.push_back(member); };
    add(optionName(member), value, text)->each(note);
  };
  addMember("contrast", options.problemOptions.contrast, "coefficient of half of the cells, the others have 1");
  addMember("stretch", options.problemOptions.stretch, "edge of a cell along z, 1 along x and y");
  addMember("anisotropy", options.problemOptions.anisotropy, "diffusion across the strong direction");
  addMember("angle", options.problemOptions.angle, "strong direction in degrees");
  addMember("poissonRatio", options.problemOptions.poissonRatio, "Poisson's ratio");
  addMember("growth", options.problemOptions.growth, "edge of cells at the boundary of reservoir3d, 1 in the middle");
  addMember("deviation", options.problemOptions.deviation, "of the logarithm of random coefficients");
  addMember("order", options.problemOptions.order, "of the elements of beam and lshape");
  app.add_option("--seed", options.seed, "chooses random coefficients of a problem and a random right-hand side")
      ->group(group)
      ->option_text("NUMBER")
      ->check(inRange<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max()));
}

void addPartitionOption(CLI::App& app, MatrixOptions& options) {
  options.placement = RowPlacement::automatic;
  static const std::map<std::string, RowPlacement> kinds = {
      {"automatic", RowPlacement::automatic}, {"graph", RowPlacement::graph}, {"rows", RowPlacement::rows}};
  const auto take = [&options](const std::string& kind) { options.placement = kinds.at(kind); };
  const std::string without = hasGraphPartitioner() ? "" : "; this program was built without METIS";
  const std::string text =
      "which rank gets which rows of a file: rows (equal pieces of consecutive ones), graph (by a partition of the "
      "graph "
      "of the matrix, METIS" +
      without + "), or automatic, when not given: graph where consecutive rows share far more columns than need be";
  app.add_option_function<std::string>("--partition", take, text)
      ->group("Matrix")
      ->option_text("KIND")
      ->excludes(app.get_option("--problem"))
      ->check(CLI::IsMember(&kinds));
}

void addVectorOptions(CLI::App& app, VectorOptions& options) {
  auto* rhs = app.add_option("--rhs", options.rhs,
                             "right-hand sides, Matrix Market or PETSc's binary form, a column each: solved together")
                  ->group("Matrix")
                  ->option_text("FILE");
  app.add_option("--rhs-kind", options.rhsKind,
                 "right-hand side when there is no file: random (uniform in (-1, 1), the same on any number of ranks), "
                 "ones, A*ones (the solution is 1), or load (the forces that belong to the model problem, where it has "
                 "some: reservoir3d, beam, lshape)")
      ->group("Matrix")
      ->option_text("KIND")
      ->excludes(rhs)
      ->check(CLI::IsMember(kindsOfRightHandSide()));
  app.add_option("--rhs-columns", options.rhsColumns,
                 "so many right-hand sides when there is no file, solved together; random ones all differ")
      ->group("Matrix")
      ->option_text("NUMBER")
      ->excludes(rhs)
      ->check(inRange(1, 10000));
  app.add_option("--near-kernel", options.nearKernel,
                 "near-kernel vectors, Matrix Market, n rows; for multigrid, other preconditioners do not use them")
      ->group("Matrix")
      ->option_text("FILE");
  app.add_option(
         "--coordinates", options.coordinates,
         "positions of the nodes, Matrix Market, 2 or 3 columns, a row a node (or a row an unknown): rigid-body modes "
         "follow from them when there are no near-kernel vectors. Unknowns are numbered node by node or component by "
         "component, translations before rotations")
      ->group("Matrix")
      ->option_text("FILE");
  app.add_option("--dofs", options.degreesOfFreedom,
                 "unknowns of a node; n over the rows of the coordinates when not given")
      ->group("Matrix")
      ->option_text("NUMBER")
      ->check(inRange(1, 64));
}

Teuchos::RCP<TpetraMultiVector> loadCoordinates(const VectorOptions& options, const Teuchos::RCP<const Comm>& comm,
                                                ProgressLine& progress) {
  if (options.coordinates.empty()) return Teuchos::null;
  return readVectors(options.coordinates, comm, readOptions(options.coordinates, progress));
}

MatrixOptions heeding(const VectorOptions& vectors, const MatrixOptions& options) {
  MatrixOptions result = options;
  if (vectors.degreesOfFreedom == 1 && options.numbering == FileNumbering::automatic)
    result.numbering = FileNumbering::nodes;
  return result;
}

NamedMatrix loadMatrix(const MatrixOptions& options, const Teuchos::RCP<const Comm>& comm, ProgressLine& progress,
                       const ReadOptions& nodes, const NamedMatrix* former) {
  if (options.file.empty() == options.problem.empty())
    throw InputError("Give a matrix: a file name, or --problem NAME (`chronos problems` lists them).");
  Kokkos::Timer timer;
  NamedMatrix result;
  result.numbering = options.numbering.value_or(FileNumbering::nodes);
  if (!options.file.empty()) {
    result.name = options.file;
    ReadOptions pieces = nodes;
    pieces.mayHoldNodes = true;
    result.matrix = readMatrix(options.file, comm, readOptions(options.file, progress, pieces));
    if (options.numbering) renumber(*options.numbering, nodes, former, progress, result);
    const bool isShared = comm->getSize() > 1;
    if (isShared && former == nullptr && options.placement) result.matrix = withWholeNodes(result.matrix);
    if (isShared && former != nullptr) placeAs(*former, result);
    else if (isShared && options.placement) placeFile(*options.placement, nodes, progress, result);
  } else {
    const ProblemOptions settings = problemOptions(options);
    result.name = problemName(options.problem, options.size, settings);
    progress.show("generating " + result.name);
    const Problem problem = makeProblem(options.problem, settings, comm);
    result.matrix = problem.matrix;
    result.load = problem.load;
    result.grid = gridOf(options.problem, settings);
    result.nearKernel.coordinates = problem.coordinates;
    result.nearKernel.degreesOfFreedom = problem.dofsPerNode;
  }
  const Teuchos::RCP<const Map> rows = result.matrix->getRowMap();
  result.rowsInFile = result.components > 0 ? mapByComponents(*rows, result.components) : rows;
  Device::execution_space().fence();
  result.seconds = maxOverRanks(*comm, timer.seconds());
  return result;
}

Teuchos::RCP<TpetraMultiVector> loadRightHandSide(const VectorOptions& options, std::uint64_t seed,
                                                  const NamedMatrix& source, ProgressLine& progress) {
  if (options.rhs.empty() && options.rhsKind == loadKind) return loadOf(source, options.rhsColumns);
  if (options.rhs.empty())
    return makeRightHandSide(options.rhsKind, *source.matrix, seed, options.rhsColumns, source.rowsInFile);
  return readForRows(options.rhs, source, progress);
}

NearKernelInput loadNearKernel(const VectorOptions& options, const Teuchos::RCP<TpetraMultiVector>& coordinates,
                               const NamedMatrix& source, ProgressLine& progress) {
  const Teuchos::RCP<const Map> rowMap = source.matrix->getRowMap();
  NearKernelInput result = source.nearKernel;
  if (options.degreesOfFreedom > 0) result.degreesOfFreedom = options.degreesOfFreedom;
  if (!options.nearKernel.empty()) result.vectors = readForRows(options.nearKernel, source, progress);
  if (!coordinates.is_null()) result.coordinates = coordinates;
  const auto numRows = static_cast<GlobalOrdinal>(rowMap->getGlobalNumElements());
  const GlobalOrdinal numNodes = coordinates.is_null() ? 0 : static_cast<GlobalOrdinal>(coordinates->getGlobalLength());
  // Where unknowns are in the order that the user says, or that was made, nobody looks again.
  const bool isTold = source.numbering == FileNumbering::nodes || source.components > 0;
  result.numbering = isTold ? UnknownNumbering::nodes : UnknownNumbering::automatic;
  if (source.components > 0 && result.degreesOfFreedom == 0) result.degreesOfFreedom = source.components;
  const bool isMoved = source.placement && source.placement->isByGraph;
  if (source.components > 0 && numNodes == numRows) result.coordinates = rowByRow(*coordinates, source);
  else if (isMoved && numNodes > 0 && numRows % numNodes == 0) result.coordinates = besideRows(*coordinates, *rowMap);
  // Also for preconditioners that do not use it: a file that does not fit is a mistake. Of nodes that lack unknowns
  // only the set-up knows how many there are.
  const int mostPerNode = result.degreesOfFreedom > 0 ? result.degreesOfFreedom : 3;
  const bool mayLackUnknowns =
      !isTold && numNodes > 0 && numNodes < numRows && numRows < mostPerNode * numNodes && result.vectors.is_null();
  if (!mayLackUnknowns) makeNearKernel(result, rowMap);
  return result;
}

}  // namespace Chronos::Command
