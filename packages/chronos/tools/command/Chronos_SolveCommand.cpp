// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolveCommand.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Interrupt.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_Memory.hpp"
#include "Chronos_OutputCheck.hpp"
#include "Chronos_SolveJson.hpp"
#include "Chronos_SolveRun.hpp"
#include "Chronos_SolveTable.hpp"

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

std::string typeName(const Parameters& parameters) {
  for (const ParameterEntry& entry : describe(parameters))
    if (entry.list.empty() && entry.name == "type") return entry.value;
  return "";
}

bool isSolutionUseful(const SolveReport& report) {
  return report.result.status == SolveStatus::converged || report.result.status == SolveStatus::notConverged;
}

// What the user should hear besides the table.
void printNotes(const SolveOptions& options, const SolveReport& report) {
  const SolveResult& result = report.result;
  const bool isGiven = !options.vectors.nearKernel.empty() || !options.vectors.coordinates.empty();
  if (!options.quiet && isGiven && report.parameters.type != PreconditionerType::amg)
    std::cout << "\nNote: the near kernel was read and has the right length; " << typeName(report.parameters)
              << " does not use it.\n";
  std::cout.flush();
  if (result.status == SolveStatus::converged) return;
  if (!result.message.empty()) {
    std::cerr << "chronos: " << result.message << '\n';
  } else if (result.status == SolveStatus::interrupted) {
    std::cerr << "chronos: interrupted.\n";
  } else {
    std::cerr << "chronos: not converged after " << result.iterations
              << " iterations. Allow more (--max-iterations) or take a stronger preconditioner (--preset strong).\n";
  }
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
  checkOutputs({{"--json", options.json}, {"--solution", options.solution}},
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
  add("--repeat", options.repeat, "N", "time it honestly: one warm-up, then N runs; least, median, greatest")
      ->check(CLI::Range(1, 100000));
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
  report.numRanks = comm->getSize();
  report.machine = describeMachine(*comm);
  report.parameters = task.parameters;
  report.smoother.name = typeName(task.parameters);
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
  task.matrix = source.matrix;
  Kokkos::Timer rightHandSide;
  task.rightHandSide = loadRightHandSide(options.vectors, options.matrix.seed, *source.matrix, progress);
  task.nearKernel = loadNearKernel(options.vectors, coordinates, source, progress);
  report.rightHandSideSeconds = maxOverRanks(*comm, rightHandSide.seconds());

  TpetraMultiVector x(source.matrix->getDomainMap(), 1);
  runSolve(task, x, report, progress);
  progress.clear();
  report.totalSeconds = maxOverRanks(*comm, total.seconds());
  report.peakMemoryBytes = sumOverRanks(*comm, static_cast<double>(peakHostMemory()));

  if (isRoot && !options.quiet) printTable(report, std::cout);
  if (isRoot) printNotes(options, report);
  writeResults(options, report, x);
  return exitStatus(report);
}

}  // namespace Chronos::Command
