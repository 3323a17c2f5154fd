// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolveCommand.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_NodewiseRows.hpp"
#include "Chronos_NumberChecks.hpp"
#include "Chronos_Interrupt.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_Memory.hpp"
#include "Chronos_OutputCheck.hpp"
#include "Chronos_ParameterXml.hpp"
#include "Chronos_SequenceCommand.hpp"
#include "Chronos_SolveJson.hpp"
#include "Chronos_SolveParts.hpp"
#include "Chronos_SolveRun.hpp"
#include "Chronos_SolveTable.hpp"
#include "Chronos_TimelineOutput.hpp"
#include "Chronos_UnusedOptions.hpp"
#include "Chronos_VtkOutput.hpp"

#include <iostream>

namespace Chronos::Command {
namespace {

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
  if (wantsSolution(options) && !isSolutionUseful(report)) std::cerr << "chronos: no solution is written.\n";
}

void checkFiles(const SolveOptions& options, const Comm& comm) {
  checkOutputs({{"--json", options.json},
                {"--solution", options.solution},
                {"--write-xml", options.writeXml},
                {"--vtk", options.vtk},
                {"--timeline", options.timeline}},
               {{"the matrix", options.matrix.file},
                {"--rhs", options.vectors.rhs},
                {"--near-kernel", options.vectors.nearKernel},
                {"--coordinates", options.vectors.coordinates},
                {"--xml", options.parameters.xml}},
               comm);
}

// Collective.
void drawTimeline(const SolveOptions& options, const SolveReport& report, const IterationRecorder& recorder,
                  const Comm& comm) {
  if (recorder.iteration() == 0) {
    if (comm.getRank() == 0) std::cerr << "chronos: no iteration was made, so no --timeline is drawn.\n";
    return;
  }
  const std::string text = writeTimeline(options.timeline, recorder, report.matrixName, comm);
  if (!options.quiet && comm.getRank() == 0) std::cout << '\n' << text << std::flush;
}

// A result that cannot be written does not cost the other one. Collective.
void writeResults(const SolveOptions& options, const SolveReport& report, const SolveTask& task, const VtkTarget& vtk,
                  const TpetraMultiVector& x) {
  Attempts attempt;
  if (!options.writeXml.empty() && report.stage == RunStage::matrix && x.getMap()->getComm()->getRank() == 0)
    std::cerr << "chronos: nothing was set up, so no --write-xml is written.\n";
  if (!options.writeXml.empty() && report.stage != RunStage::matrix)
    attempt([&] { writeXml(report.parameters, options.writeXml, *x.getMap()->getComm()); });
  if (!options.json.empty()) attempt([&] { writeJson(report, options.json, *x.getMap()->getComm()); });
  if (!options.solution.empty() && isSolutionUseful(report))
    attempt([&] { writeVectors(options.solution, calledBy(x, task.rowsInFile)); });
  if (!options.vtk.empty() && isSolutionUseful(report)) attempt([&] { writeVtk(options.vtk, vtk, task, x); });
  if (task.recorder) attempt([&] { drawTimeline(options, report, *task.recorder, *x.getMap()->getComm()); });
  attempt.finish();
}

}  // namespace

void addSolveOptions(CLI::App& app, SolveOptions& options) {
  addMatrixOptions(app, options.matrix);
  addPartitionOption(app, options.matrix);
  addNumberingOption(app, options.matrix.numbering);
  addVectorOptions(app, options.vectors);
  addParameterOptions(app, options.parameters);
  const auto add = [&](const char* name, auto& value, const char* kind, const std::string& text) {
    return app.add_option(name, value, text)->group("Output")->option_text(kind);
  };
  add("--solution", options.solution, "FILE", "write x to this Matrix Market file");
  add("--vtk", options.vtk, "FILE",
      "write x and b to this .vtu file, which ParaView opens: where coordinates or a model problem tell the places");
  add("--json", options.json, "FILE", "write all results to this file; docs/json.md explains the members");
  add("--write-xml", options.writeXml, "FILE",
      "write all parameters in use to this file, what was chosen by itself among them: for --xml or an application");
  add("--timeline", options.timeline, "FILE",
      "draw an iteration to this .svg file, of the last run with --repeat: which messages between ranks travel beside "
      "kernels, and what waits");
  add("--repeat", options.repeat, "N", "time it honestly: one warm-up, then N runs; least, median, greatest")
      ->check(inRange(1, 100000));
  app.add_flag("--explain", options.explain, "say what would have changed the choice of the method")->group("Output");
  app.add_flag("--verbose", options.verbose,
               "say of each level how far its rows lie from coarse unknowns, and what interpolation left of them")
      ->group("Output");
  app.add_flag("--quiet", options.quiet, "print errors only")->group("Output");
  addSequenceOptions(app, options);
  noteGiven(app, {"--dofs", "--seed", "--rhs-kind", "--rhs-columns", "--renew-factor"}, options.given);
}

int solveCommand(const SolveOptions& given, const std::string& command, const Teuchos::RCP<const Comm>& comm) {
  if (!given.sequence.empty()) return sequenceCommand(given, command, comm);
  Kokkos::Timer total;
  SolveOptions options = given;
  const bool isRoot = comm->getRank() == 0;
  checkFiles(options, *comm);
  checkTimeline(options.timeline, *comm);
  SolveTask task;
  task.parameters = solveParameters(options, *comm);
  task.repeat = options.repeat;
  if (!options.timeline.empty()) task.recorder = std::make_shared<IterationRecorder>();

  SolveReport report = beginReport(options, task.parameters, command, *comm);

  ProgressLine progress(isRoot && !options.quiet);
  Kokkos::Timer reading;
  const auto coordinates = loadCoordinates(options.vectors, comm, progress);
  const double coordinatesSeconds = maxOverRanks(*comm, reading.seconds());
  const NamedMatrix source =
      loadMatrix(heeding(options.vectors, options.matrix), comm, progress, rowsOfNodes(options.vectors, coordinates));
  report.readSeconds = coordinatesSeconds + source.seconds;
  task.matrixName = source.name;
  task.matrix = source.matrix;
  task.rowsInFile = source.rowsInFile;
  Kokkos::Timer rightHandSide;
  task.rightHandSide = loadRightHandSide(options.vectors, options.matrix.seed, source, progress);
  task.nearKernel = loadNearKernel(options.vectors, coordinates, source, progress);
  report.rightHandSideSeconds = maxOverRanks(*comm, rightHandSide.seconds());

  noteSizes(source, *task.rightHandSide, report);
  const VtkTarget vtk = vtkTarget(options.vtk, task.nearKernel, source);

  TpetraMultiVector x(source.matrix->getDomainMap(), task.rightHandSide->getNumVectors());
  runSolve(task, x, report, progress);
  tellEnd(report);
  progress.clear();
  report.totalSeconds = maxOverRanks(*comm, total.seconds());
  report.peakMemoryBytes = sumOverRanks(*comm, static_cast<double>(peakHostMemory()));

  noteUnused(options, !options.vectors.rhs.empty(), report);
  if (isRoot && !options.quiet) printTable(report, std::cout);
  if (isRoot) printNotes(options, report);
  writeResults(options, report, task, vtk, x);
  return exitStatus(report);
}

}  // namespace Chronos::Command
