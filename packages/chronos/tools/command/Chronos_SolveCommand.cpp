// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolveCommand.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Interrupt.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_Memory.hpp"
#include "Chronos_OutputCheck.hpp"
#include "Chronos_ParameterXml.hpp"
#include "Chronos_SolveJson.hpp"
#include "Chronos_SolveRun.hpp"
#include "Chronos_SolveTable.hpp"

#include <algorithm>
#include <ctime>
#include <iostream>

namespace Chronos::Command {
namespace {

std::string dateNow() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string describeRightHandSide(const SolveOptions& options) {
  if (!options.vectors.rhs.empty()) return options.vectors.rhs;
  const bool isRandom = options.vectors.rhsKind == "random";
  return options.vectors.rhsKind + (isRandom ? " (seed " + std::to_string(options.matrix.seed) + ")" : "");
}

bool isUseful(const ColumnResult& result) {
  return result.status == SolveStatus::converged || result.status == SolveStatus::notConverged;
}

// Of several columns those that ended well are worth writing, unless something between two solves ended the run.
bool isSolutionUseful(const SolveReport& report) {
  const SolveResult& result = report.result;
  const auto any = [&](const auto& predicate) {
    return std::any_of(result.columns.begin(), result.columns.end(), predicate);
  };
  const bool isOfColumns = any([&](const ColumnResult& column) { return column.status == result.status; });
  return isUseful(result) || (isOfColumns && any(isUseful));
}

std::string messageOf(const ColumnResult& result) {
  if (!result.message.empty()) return result.message;
  if (result.status == SolveStatus::interrupted) return "interrupted.";
  return "not converged after " + std::to_string(result.iterations) +
         " iterations. Allow more (--max-iterations) or take a stronger preconditioner (chronos presets lists them).";
}

// Of the columns that did not converge; the first few of many.
void printMessages(const SolveResult& result) {
  constexpr int mostLines = 5;
  int numLines = 0, numLeftOut = 0;
  for (std::size_t index = 0; index < result.columns.size(); ++index) {
    if (result.columns[index].status == SolveStatus::converged) continue;
    if (numLines++ < mostLines)
      std::cerr << "chronos: column " << index + 1 << ": " << messageOf(result.columns[index]) << '\n';
    else ++numLeftOut;
  }
  if (numLeftOut > 0) std::cerr << "chronos: and " << numLeftOut << " columns more.\n";
}

// Files of a near kernel that are read and not used.
void noteUnusedNearKernel(const SolveOptions& options, SolveReport& report) {
  const bool isGiven = !options.vectors.nearKernel.empty() || !options.vectors.coordinates.empty();
  if (!isGiven || report.stage == RunStage::matrix || usesNearKernel(report.parameters)) return;
  report.notices.push_back("the near kernel was read and has the right length; " +
                           (report.parameters.type == "amg" ? "multigrid of this kind" : report.parameters.type) +
                           " does not use it.");
}

// What the user should hear besides the table.
void printNotes(const SolveOptions& options, const SolveReport& report) {
  const SolveResult& result = report.result;
  if (!options.quiet)
    for (const std::string& notice : report.notices) std::cout << "\nNote: " << notice << '\n';
  if (!options.quiet && result.status == SolveStatus::converged && !result.message.empty())
    std::cout << "\nNote: " << result.message << '\n';
  std::cout.flush();
  if (result.status == SolveStatus::converged) return;
  if (result.columns.size() > 1) printMessages(result);
  else std::cerr << "chronos: " << messageOf(result) << '\n';
  if (!options.solution.empty() && !isSolutionUseful(report)) std::cerr << "chronos: no solution is written.\n";
}

// The rows of a node stay together on a rank: only so can nodes be coarsened.
ReadOptions rowsOfNodes(const VectorOptions& options, const Teuchos::RCP<TpetraMultiVector>& coordinates) {
  ReadOptions nodes;
  if (options.degreesOfFreedom > 0) nodes.rowsPerNode = options.degreesOfFreedom;
  else if (!coordinates.is_null()) nodes.numNodes = static_cast<long long>(coordinates->getGlobalLength());
  return nodes;
}

void checkFiles(const SolveOptions& options, const Comm& comm) {
  checkOutputs({{"--json", options.json}, {"--solution", options.solution}, {"--write-xml", options.writeXml}},
               {{"the matrix", options.matrix.file},
                {"--rhs", options.vectors.rhs},
                {"--near-kernel", options.vectors.nearKernel},
                {"--coordinates", options.vectors.coordinates},
                {"--xml", options.parameters.xml}},
               comm);
}

// A result that cannot be written does not cost the other one. Collective.
void writeResults(const SolveOptions& options, const SolveReport& report, const TpetraMultiVector& x) {
  std::string errors;
  const auto attempt = [&](const auto& write) {
    try {
      write();
    } catch (const InputError& error) {
      errors += (errors.empty() ? "" : " ") + std::string(error.what());
    }
  };
  if (!options.writeXml.empty() && report.stage == RunStage::matrix && x.getMap()->getComm()->getRank() == 0)
    std::cerr << "chronos: nothing was set up, so no --write-xml is written.\n";
  if (!options.writeXml.empty() && report.stage != RunStage::matrix)
    attempt([&] { writeXml(report.parameters, options.writeXml, *x.getMap()->getComm()); });
  if (!options.json.empty()) attempt([&] { writeJson(report, options.json, *x.getMap()->getComm()); });
  if (!options.solution.empty() && isSolutionUseful(report)) attempt([&] { writeVectors(options.solution, x); });
  if (!errors.empty()) throw InputError(errors);
}

}  // namespace

void addSolveOptions(CLI::App& app, SolveOptions& options) {
  addMatrixOptions(app, options.matrix);
  addVectorOptions(app, options.vectors);
  addParameterOptions(app, options.parameters);
  const auto add = [&](const char* name, auto& value, const char* kind, const std::string& text) {
    return app.add_option(name, value, text)->group("Output")->option_text(kind);
  };
  add("--solution", options.solution, "FILE", "write x to this Matrix Market file");
  add("--json", options.json, "FILE", "write all results to this file; docs/json.md explains the members");
  add("--write-xml", options.writeXml, "FILE",
      "write all parameters in use to this file, what was chosen by itself among them: for --xml or an application");
  add("--repeat", options.repeat, "N", "time it honestly: one warm-up, then N runs; least, median, greatest")
      ->check(CLI::Range(1, 100000));
  app.add_flag("--explain", options.explain, "say what would have changed the choice of the method")->group("Output");
  app.add_flag("--verbose", options.verbose,
               "say of each level how far its rows lie from coarse unknowns, and what interpolation left of them")
      ->group("Output");
  app.add_flag("--quiet", options.quiet, "print errors only")->group("Output");
}

int solveCommand(const SolveOptions& options, const std::string& command, const Teuchos::RCP<const Comm>& comm) {
  Kokkos::Timer total;
  const bool isRoot = comm->getRank() == 0;
  checkFiles(options, *comm);
  SolveTask task;
  task.parameters = chooseParameters(options.parameters, *comm);
  task.repeat = options.repeat;

  SolveReport report;
  report.command = command;
  report.date = dateNow();
  report.preset = options.parameters.preset;
  report.numRanks = comm->getSize();
  report.machine = describeMachine(*comm);
  report.parameters = task.parameters;
  report.smoother.name = task.parameters.type;
  report.explain = options.explain;
  report.verbose = options.verbose;
  report.rightHandSide = describeRightHandSide(options);

  ProgressLine progress(isRoot && !options.quiet);
  Kokkos::Timer reading;
  const auto coordinates = loadCoordinates(options.vectors, comm, progress);
  const double coordinatesSeconds = maxOverRanks(*comm, reading.seconds());
  const NamedMatrix source = loadMatrix(options.matrix, comm, progress, rowsOfNodes(options.vectors, coordinates));
  report.matrixName = source.name;
  report.readSeconds = coordinatesSeconds + source.seconds;
  report.numRows = static_cast<long long>(source.matrix->getGlobalNumRows());
  report.numEntries = static_cast<long long>(source.matrix->getGlobalNumEntries());
  task.matrixName = source.name;
  task.matrix = source.matrix;
  Kokkos::Timer rightHandSide;
  task.rightHandSide = loadRightHandSide(options.vectors, options.matrix.seed, *source.matrix, progress);
  task.nearKernel = loadNearKernel(options.vectors, coordinates, source, progress);
  report.rightHandSideSeconds = maxOverRanks(*comm, rightHandSide.seconds());

  report.numRightHandSides = static_cast<int>(task.rightHandSide->getNumVectors());
  if (report.numRightHandSides == 0)
    throw InputError("'" + options.vectors.rhs + "' holds no column: give at least one right-hand side.");

  TpetraMultiVector x(source.matrix->getDomainMap(), task.rightHandSide->getNumVectors());
  runSolve(task, x, report, progress);
  progress.clear();
  report.totalSeconds = maxOverRanks(*comm, total.seconds());
  report.peakMemoryBytes = sumOverRanks(*comm, static_cast<double>(peakHostMemory()));

  noteUnusedNearKernel(options, report);
  if (isRoot && !options.quiet) printTable(report, std::cout);
  if (isRoot) printNotes(options, report);
  writeResults(options, report, x);
  return exitStatus(report);
}

}  // namespace Chronos::Command
