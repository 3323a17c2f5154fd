// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenCommand.hpp"

#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_EigenMethods.hpp"
#include "Chronos_EigenReport.hpp"
#include "Chronos_Eigenpairs.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_ExitStatus.hpp"
#include "Chronos_NumberChecks.hpp"
#include "Chronos_Interrupt.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_NodewiseRows.hpp"
#include "Chronos_OutputCheck.hpp"
#include "Chronos_RowMove.hpp"
#include "Chronos_UnusedOptions.hpp"
#include "Chronos_UserData.hpp"

#include <cstdio>
#include <iostream>

namespace Chronos::Command {
namespace {

EigenMonitor makeMonitor(ProgressLine& progress, int k) {
  EigenMonitor monitor;
  monitor.interrupted = [] {
    looksForSignals(true);
    return signalReceived();
  };
  if (progress.isActive()) {
    monitor.progress = [&progress, k](int iteration, int numConverged, double residual) {
      if (!progress.isDue()) return;
      char text[120];
      std::snprintf(text, sizeof text, "iteration %d  %d of %d pairs converged  largest residual %.2e", iteration,
                    numConverged, k, residual);
      progress.show(text);
    };
  }
  return monitor;
}

// The list goes the way of every list, so that errors name parameter and range.
EigenParameters eigenParameters(const EigenOptions& options) {
  Teuchos::ParameterList list;
  list.set("which", options.which);
  list.set("method", options.eigen.method);
  list.set("tolerance", options.eigen.tolerance);
  list.set("maximum iterations", options.eigen.maxIterations);
  list.set("guard vectors", options.eigen.guardVectors);
  return readEigenParameters(list);
}

// For the largest values nothing is set up: the matrix is tested alone.
Parameters preconditionerParameters(EigenOptions& options, SpectrumEnd which, const Comm& comm) {
  NearKernelInput told;
  const Parameters parameters = chooseParameters(options.preconditioner, comm, told);
  heedUserData(told, options.matrix, options.vectors);
  if (which == SpectrumEnd::smallest) return parameters;
  Parameters none;
  none.type = "none";
  return none;
}

std::string describePreconditioner(const PreconditionerBase& T, const EigenReport& report) {
  if (report.parameters.which == SpectrumEnd::smallest) {
    const std::string text = T.description();  // the name of the class goes before
    return text.substr(text.find(": ") + 2);
  }
  return report.massName.empty() ? "none" : "jacobi of the mass matrix";
}

ReadOptions rowsOfNodes(const VectorOptions& options, const Teuchos::RCP<TpetraMultiVector>& coordinates) {
  ReadOptions nodes;
  if (options.degreesOfFreedom > 0) nodes.rowsPerNode = options.degreesOfFreedom;
  else if (!coordinates.is_null()) nodes.numNodes = static_cast<long long>(coordinates->getGlobalLength());
  return nodes;
}

void writeResults(const EigenOptions& options, const EigenReport& report, const Teuchos::RCP<const Map>& rowsInFile) {
  std::string errors;
  const auto attempt = [&](const auto& write) {
    try {
      write();
    } catch (const InputError& error) {
      errors += (errors.empty() ? "" : " ") + std::string(error.what());
    }
  };
  if (!options.json.empty()) attempt([&] { writeJson(report, options.json, *rowsInFile->getComm()); });
  if (!options.vectorsFile.empty())
    attempt([&] { writeVectors(options.vectorsFile, calledBy(*report.result.vectors, rowsInFile)); });
  if (!errors.empty()) throw InputError(errors);
}

int exitStatusOf(EigenStatus status) {
  if (status == EigenStatus::interrupted) return exitInterrupted;
  return status == EigenStatus::converged ? exitConverged : exitNotConverged;
}

}  // namespace

void addEigenOptions(CLI::App& app, EigenOptions& options) {
  addMatrixOptions(app, options.matrix);
  addPartitionOption(app, options.matrix);
  addNumberingOption(app, options.matrix.numbering);
  const auto add = [&](const char* name, auto& value, const char* group, const char* kind, const std::string& text) {
    return app.add_option(name, value, text)->group(group)->option_text(kind);
  };
  add("--mass", options.mass, "Matrix", "FILE",
      "mass matrix M of A x = lambda M x, symmetric positive definite, on as many rows");
  add("--near-kernel", options.vectors.nearKernel, "Matrix", "FILE",
      "near-kernel vectors, Matrix Market, n rows: for multigrid, and to begin with");
  add("--coordinates", options.vectors.coordinates, "Matrix", "FILE",
      "positions of the nodes, Matrix Market, 2 or 3 columns: rigid-body modes follow from them. Unknowns are numbered "
      "node by node or component by component");
  add("--dofs", options.vectors.degreesOfFreedom, "Matrix", "NUMBER",
      "unknowns of a node; n over the rows of the coordinates when not given")
      ->check(inRange(1, 64));

  const EigenParameters defaults{};
  std::string methods;
  for (const auto& method : namesOf(eigenMethods()))
    methods += (methods.empty() ? "" : "; ") + method.first + ": " + method.second;
  add("-k,--count", options.k, "Method", "NUMBER", "pairs that are wanted (" + std::to_string(options.k) + ")");
  add("--which", options.which, "Method", "END", "smallest (default) or largest values");
  add("--method", options.eigen.method, "Method", "NAME", methods + " (" + defaults.method + ")");
  add("--tolerance", options.eigen.tolerance, "Method", "NUMBER",
      "||A x - lambda M x|| / (|lambda| ||M x||) to reach (" + CLI::detail::to_string(defaults.tolerance) + ")");
  add("--max-iterations", options.eigen.maxIterations, "Method", "NUMBER",
      "iterations at most (" + std::to_string(defaults.maxIterations) + ")");
  add("--guard-vectors", options.eigen.guardVectors, "Method", "NUMBER",
      "vectors iterated beside the wanted ones; a fifth as many, at least 2, when not given");
  add("--preset", options.preconditioner.preset, "Preconditioner", "NAME",
      "named set of parameters; `chronos presets` lists them; chosen by the matrix when not given");
  add("--xml", options.preconditioner.xml, "Preconditioner", "FILE", "Teuchos parameter list, overrides the preset");
  add("--preconditioner", options.preconditioner.preconditioner, "Preconditioner", "NAME",
      "type of the preconditioner; `chronos parameters` lists them");
  add("--set", options.preconditioner.assignments, "Preconditioner", "TEXT",
      "any parameter of the preconditioner: \"list/key=value\", overrides preset and XML; as often as you like")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  add("--vectors", options.vectorsFile, "Output", "FILE",
      "write the vectors to this Matrix Market file, a column each");
  add("--json", options.json, "Output", "FILE", "write all results to this file; docs/json.md explains the members");
  app.add_flag("--quiet", options.quiet, "print nothing but errors")->group("Output");
  noteGiven(app, {"--dofs", "--seed", "--preset", "--xml", "--preconditioner", "--set"}, options.given);
}

int eigenCommand(const EigenOptions& given, const std::string& command, const Teuchos::RCP<const Comm>& comm) {
  Kokkos::Timer total;
  EigenOptions options = given;
  const bool isRoot = comm->getRank() == 0;
  checkOutputs({{"--json", options.json}, {"--vectors", options.vectorsFile}},
               {{"the matrix", options.matrix.file},
                {"--mass", options.mass},
                {"--near-kernel", options.vectors.nearKernel},
                {"--coordinates", options.vectors.coordinates},
                {"--xml", options.preconditioner.xml}},
               *comm);
  EigenReport report;
  report.command = command;
  report.date = dateNow();
  report.numRanks = comm->getSize();
  report.machine = describeMachine(*comm);
  report.parameters = eigenParameters(options);
  const Parameters parameters = preconditionerParameters(options, report.parameters.which, *comm);

  ProgressLine progress(isRoot && !options.quiet);
  Kokkos::Timer reading;
  const auto coordinates = loadCoordinates(options.vectors, comm, progress);
  const ReadOptions nodes = rowsOfNodes(options.vectors, coordinates);
  const NamedMatrix source = loadMatrix(heeding(options.vectors, options.matrix), comm, progress, nodes);
  const NearKernelInput nearKernel = loadNearKernel(options.vectors, coordinates, source, progress);
  Teuchos::RCP<TpetraCrsMatrix> mass;
  if (!options.mass.empty()) {
    progress.show("reading " + options.mass);
    mass = readMatrix(options.mass, comm, nodes);
    const Teuchos::RCP<const Map> rows = source.matrix->getRowMap();
    if (source.components > 0 && mass->getGlobalNumRows() == rows->getGlobalNumElements() &&
        mass->getGlobalNumCols() == rows->getGlobalNumElements())
      mass = numberedByNodes(*mass, source.components);
    if (mass->getGlobalNumRows() == rows->getGlobalNumElements() && !mass->getRowMap()->isSameAs(*rows))
      mass = moveRows(*mass, rows);
  }
  report.readSeconds = maxOverRanks(*comm, reading.seconds());
  report.matrixName = source.name;
  report.massName = options.mass;
  report.placement = source.placement;
  report.components = source.components;
  report.numRows = static_cast<long long>(source.matrix->getGlobalNumRows());
  report.numEntries = static_cast<long long>(source.matrix->getGlobalNumEntries());

  looksForSignals(false);
  progress.show("setting up the preconditioner");
  Kokkos::Timer settingUp;
  Preconditioner<> T(source.matrix);
  T.setParameters(parameters);
  T.setNearKernel(nearKernel.vectors);
  T.setCoordinates(nearKernel.coordinates, nearKernel.degreesOfFreedom);
  T.setUnknownNumbering(nearKernel.numbering);
  try {
    T.compute();
  } catch (const InputError& error) {
    throw InputError("'" + source.name + "': " + error.what());
  }
  throwIfInterrupted(*comm);
  Device::execution_space().fence();
  report.setupSeconds = maxOverRanks(*comm, settingUp.seconds());
  report.preconditioner = describePreconditioner(T, report);
  report.notices = T.notices();
  for (const std::string& notice : unusedOptions(options, T.parametersInUse(), !T.choice().is_null(), comm->getSize()))
    report.notices.push_back(notice);

  Kokkos::Timer solving;
  report.result = eigenpairs(T, mass, options.k, report.parameters, makeMonitor(progress, options.k));
  looksForSignals(true);  // what is known will be written
  report.solveSeconds = maxOverRanks(*comm, solving.seconds());
  progress.clear();
  report.totalSeconds = maxOverRanks(*comm, total.seconds());

  if (isRoot && !options.quiet) printTable(report, std::cout);
  if (isRoot && report.result.status != EigenStatus::converged)
    std::cerr << "chronos: " << (report.result.message.empty() ? "interrupted." : report.result.message) << '\n';
  writeResults(options, report, source.rowsInFile);
  return exitStatusOf(report.result.status);
}

}  // namespace Chronos::Command
