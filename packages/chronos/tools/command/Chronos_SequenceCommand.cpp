// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SequenceCommand.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Interrupt.hpp"
#include "Chronos_NumberChecks.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_Memory.hpp"
#include "Chronos_NodewiseRows.hpp"
#include "Chronos_OutputCheck.hpp"
#include "Chronos_ParameterXml.hpp"
#include "Chronos_ReusePolicy.hpp"
#include "Chronos_SequenceFile.hpp"
#include "Chronos_SequenceReport.hpp"
#include "Chronos_SolveParts.hpp"
#include "Chronos_StepFile.hpp"
#include "Chronos_UnusedOptions.hpp"
#include "Chronos_VtkOutput.hpp"

#include <algorithm>
#include <iostream>

namespace Chronos::Command {
namespace {

struct StepFiles {
  StepFile solution, vtk;
};

std::string withoutFolder(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

// It names files of the steps: there is none where all go into one device or FIFO.
std::string collectionName(const std::string& vtk, const StepFile& file) {
  return file.isNumbered() ? vtk.substr(0, vtk.find_last_of('.')) + ".pvd" : "";
}

void addNames(const std::string& role, const StepFile& file, std::size_t numSteps, std::vector<NamedFile>& outputs) {
  for (std::size_t step = 0; step < (file.isNumbered() ? numSteps : 1); ++step)
    outputs.push_back({role, file.name(step)});
}

void checkFiles(const SolveOptions& options, const StepFiles& files, const std::vector<SequenceStep>& steps,
                const Comm& comm) {
  std::vector<NamedFile> outputs = {
      {"--json", options.json}, {"--write-xml", options.writeXml}, {"--vtk", collectionName(options.vtk, files.vtk)}};
  addNames("--solution", files.solution, steps.size(), outputs);
  addNames("--vtk", files.vtk, steps.size(), outputs);
  std::vector<NamedFile> inputs = {{"the list", options.sequence},
                                   {"--near-kernel", options.vectors.nearKernel},
                                   {"--coordinates", options.vectors.coordinates},
                                   {"--xml", options.parameters.xml}};
  for (const SequenceStep& step : steps) {
    inputs.push_back({"a matrix of the list", step.matrix});
    inputs.push_back({"a right-hand side of the list", step.rightHandSide});
  }
  checkOutputs(outputs, inputs, comm);
}

class Series {
 public:
  Series(const SolveOptions& options, const Parameters& parameters, const std::string& command,
         const Teuchos::RCP<const Comm>& comm, const std::vector<SequenceStep>& steps, const StepFiles& files)
      : options_(options),
        command_(command),
        comm_(comm),
        steps_(steps),
        files_(files),
        readsRightHandSides_(std::all_of(steps.begin(), steps.end(),
                                         [](const SequenceStep& step) { return !step.rightHandSide.empty(); })),
        parameters_(parameters),
        policy_(ruleOf(options)),
        progress_(comm->getRank() == 0 && !options.quiet) {
    report_.list = options.sequence;
    report_.numListed = static_cast<int>(steps.size());
  }

  const SequenceReport& run() {
    Kokkos::Timer total;
    coordinates_ = loadCoordinates(options_.vectors, comm_, progress_);
    for (index_ = 0; index_ < steps_.size(); ++index_) {
      try {
        solveOne(steps_[index_]);
      } catch (const InputError& error) {
        throw InputError(placeOf(steps_[index_], options_.sequence) + error.what());
      }
      if (report_.steps.back().solve.result.status == SolveStatus::interrupted) break;
    }
    progress_.clear();
    report_.totalSeconds = maxOverRanks(*comm_, total.seconds());
    return report_;
  }

 private:
  static ReuseRule ruleOf(const SolveOptions& options) {
    ReuseRule rule;
    rule.iterationFactor = options.renewFactor;
    return rule;
  }

  void solveOne(const SequenceStep& step) {
    Kokkos::Timer total;
    SolveReport report = beginReport(options_, parameters_, command_, *comm_);
    if (!step.rightHandSide.empty()) report.rightHandSide = step.rightHandSide;
    const bool isSame = index_ > 0 && step.matrix == steps_[index_ - 1].matrix;
    if (!isSame) read(step);
    report.readSeconds = isSame ? 0 : source_.seconds;

    Kokkos::Timer rightHandSide;
    VectorOptions vectors = options_.vectors;
    vectors.rhs = step.rightHandSide;
    task_.rightHandSide = loadRightHandSide(vectors, options_.matrix.seed, source_, progress_);
    report.rightHandSideSeconds = maxOverRanks(*comm_, rightHandSide.seconds());
    noteSizes(source_, *task_.rightHandSide, report);
    if (isSame && report.placement) report.placement->seconds = 0;
    if (M_.is_null()) begin();
    else if (!isSame && !M_->setMatrix(task_.matrix))
      throw InputError("'" + step.matrix + "' stores other entries than '" + steps_.front().matrix +
                       "' of the first line: a series has one pattern. Solve it in a run of its own, or store zeros.");

    TpetraMultiVector x(source_.matrix->getDomainMap(), task_.rightHandSide->getNumVectors());
    StepReport done;
    done.line = step.line;
    const Renewal wish = isSame && M_->isComputed() ? Renewal::keep : wishOf(done.reason);
    const bool isUntouched = isSame && wish == Renewal::keep;
    int rung = 0;
    runStep(
        *M_,
        [&] {
          done.renewal = isUntouched ? wish : M_->renew(wish);
          if (!isUntouched) policy_.renewed(done.renewal, M_->initializeSeconds() + M_->computeSeconds());
          rung = M_->rung();
        },
        task_, x, report, progress_);
    tellEnd(report);
    if (isUntouched) forgetSetUp(report);
    tellPolicy(report, rung != M_->rung());
    report.totalSeconds = maxOverRanks(*comm_, total.seconds());
    report.peakMemoryBytes = sumOverRanks(*comm_, static_cast<double>(peakHostMemory()));
    noteUnused(options_, readsRightHandSides_, report);
    done.solve = report;
    report_.steps.push_back(done);
    write(report, x);
  }

  void read(const SequenceStep& step) {
    MatrixOptions matrix;
    matrix.file = step.matrix;
    matrix.placement = options_.matrix.placement;
    matrix.numbering = options_.matrix.numbering;
    const NamedMatrix former = source_;
    source_ = loadMatrix(heeding(options_.vectors, matrix), comm_, progress_,
                         rowsOfNodes(options_.vectors, coordinates_), former.matrix.is_null() ? nullptr : &former);
    if (!former.matrix.is_null() && former.matrix->getGlobalNumRows() != source_.matrix->getGlobalNumRows())
      throw InputError("'" + step.matrix + "' has " + std::to_string(source_.matrix->getGlobalNumRows()) + " rows, '" +
                       steps_.front().matrix + "' of the first line has " +
                       std::to_string(former.matrix->getGlobalNumRows()) +
                       ": a series has one size. Solve it in a run of its own.");
    task_.matrixName = source_.name;
    task_.matrix = source_.matrix;
    task_.rowsInFile = source_.rowsInFile;
  }

  void begin() {
    task_.parameters = parameters_;
    task_.nearKernel = loadNearKernel(options_.vectors, coordinates_, source_, progress_);
    vtk_ = vtkTarget(options_.vtk, task_.nearKernel, source_);
    M_ = preconditionerOf(task_, progress_);
  }

  Renewal wishOf(std::string& reason) const {
    if (index_ == 0 || options_.renew == "anew" || !M_->isComputed()) return Renewal::setUp;
    if (options_.renew == "values") return Renewal::newValues;
    reason = policy_.reason();
    return policy_.next();
  }

  // The same matrix again: what was made for it was counted.
  static void forgetSetUp(SolveReport& report) {
    const double counted = report.initializeSeconds + report.computeSeconds;
    report.initializeSeconds = report.computeSeconds = 0;
    if (!report.setupSeconds.empty()) report.setupSeconds.back() = std::max(0.0, report.setupSeconds.back() - counted);
    if (report.stages.size() == 1) report.stages.front().setupSeconds = 0;
  }

  // Where a stronger method took over on the way its iterations are not those of a whole solve.
  void tellPolicy(const SolveReport& report, bool hasClimbed) {
    const bool converged = report.result.status == SolveStatus::converged;
    if (converged && hasClimbed) policy_.renewed(Renewal::setUp, report.stages.back().setupSeconds);
    else
      policy_.solved(converged, report.result.iterations,
                     report.solveSeconds.empty() ? 0.0 : report.solveSeconds.back());
  }

  void write(const SolveReport& report, const TpetraMultiVector& x) {
    if (!isSolutionUseful(report)) return;
    // A FIFO may wait for its reader for ever.
    if (files_.solution.isStream() || files_.vtk.isStream()) looksForSignals(false);
    Attempts attempt;
    if (!options_.solution.empty())
      attempt([&] { writeVectors(files_.solution.name(index_), calledBy(x, task_.rowsInFile)); });
    if (!options_.vtk.empty()) attempt([&] { writeStep(x); });
    attempt.finish();
  }

  void writeStep(const TpetraMultiVector& x) {
    const std::string name = files_.vtk.name(index_);
    writeVtk(name, vtk_, task_, x);
    if (!files_.vtk.isNumbered()) return;
    collection_.emplace_back(static_cast<double>(index_ + 1), withoutFolder(name));
    writePvd(collectionName(options_.vtk, files_.vtk), collection_, comm_);
  }

  const SolveOptions& options_;
  const std::string& command_;
  Teuchos::RCP<const Comm> comm_;
  const std::vector<SequenceStep>& steps_;
  const StepFiles& files_;
  bool readsRightHandSides_;  // all of them
  Parameters parameters_;
  ReusePolicy policy_;
  ProgressLine progress_;
  Teuchos::RCP<TpetraMultiVector> coordinates_;
  NamedMatrix source_;
  SolveTask task_;
  VtkTarget vtk_;
  Teuchos::RCP<Preconditioner<>> M_;
  std::size_t index_ = 0;
  std::vector<std::pair<double, std::string>> collection_;
  SequenceReport report_;
};

// Each once, although every step has them.
void printNotices(const SequenceReport& report) {
  std::vector<std::string> said;
  for (const StepReport& step : report.steps) {
    for (const std::string& notice : step.solve.notices) {
      if (std::find(said.begin(), said.end(), notice) != said.end()) continue;
      said.push_back(notice);
      std::cout << "\nNote: " << notice << '\n';
    }
  }
}

// What an earlier run left in the place of a solution would be taken for it.
std::string leftOverText(const StepFiles& files, std::size_t begin, std::size_t end) {
  std::string names;
  int number = 0;
  for (std::size_t step = begin; step < end; ++step)
    for (const StepFile* file : {&files.solution, &files.vtk})
      if (file->isLeftOver(step)) names += (number++ == 0 ? "'" : ", '") + file->name(step) + "'";
  if (number == 0) return ".";
  return "; " + names + (number == 1 ? " is of an earlier run." : " are of an earlier run.");
}

void printNotBegun(const SequenceReport& report, const StepFiles& files) {
  const std::size_t begin = report.steps.size(), end = static_cast<std::size_t>(report.numListed);
  if (begin == end) return;
  std::cerr << "chronos: step" << (end - begin == 1 ? " " : "s " + std::to_string(begin + 1) + " to ") << end
            << (end - begin == 1 ? " was" : " were") << " not begun" << leftOverText(files, begin, end) << '\n';
}

void printFailures(const SequenceReport& report, const StepFiles& files) {
  constexpr int mostSteps = 5;
  const bool wantsSolution = files.solution.isWanted() || files.vtk.isWanted();
  int numSteps = 0, numLeftOut = 0, numUnwritten = 0;
  for (std::size_t index = 0; index < report.steps.size(); ++index) {
    const SolveReport& solve = report.steps[index].solve;
    if (solve.result.status == SolveStatus::converged) continue;
    const std::string step = "chronos: step " + std::to_string(index + 1) + ": ";
    const bool isUnwritten = wantsSolution && !isSolutionUseful(solve), isShown = numSteps++ < mostSteps;
    if (isShown) std::cerr << step << messageOf(solve.result) << '\n';
    if (isShown && isUnwritten)
      std::cerr << step << "no solution is written" << leftOverText(files, index, index + 1) << '\n';
    if (!isShown) ++numLeftOut;
    if (!isShown && isUnwritten) ++numUnwritten;
  }
  if (numLeftOut > 0) std::cerr << "chronos: and " << numLeftOut << " steps more";
  if (numUnwritten > 0) std::cerr << ", " << numUnwritten << " of them without a solution";
  if (numLeftOut > 0) std::cerr << ".\n";
  printNotBegun(report, files);
}

}  // namespace

void addSequenceOptions(CLI::App& app, SolveOptions& options) {
  const std::string group = "Series";
  auto* sequence =
      app.add_option("--sequence", options.sequence,
                     "systems of one pattern, one after the other: a text file with a line for each, matrix and "
                     "right-hand side (--rhs-kind without), names relative to its folder, those with blanks between "
                     "double quotes. Numbers of the steps go into the names of --solution and --vtk, unless these are "
                     "devices or FIFOs")
          ->group(group)
          ->option_text("FILE");
  for (const char* other : {"matrix", "--problem", "--rhs", "--repeat", "--explain", "--verbose", "--timeline"})
    sequence->excludes(app.get_option(other));
  app.add_option(
         "--renew", options.renew,
         "the preconditioner of a series: rule (kept while it fits, the default), values (new values on the old "
         "hierarchy for every matrix) or anew (set up for every matrix); it is kept where a line names the matrix of "
         "the line before")
      ->group(group)
      ->option_text("KIND")
      ->needs(sequence)
      ->check(CLI::IsMember({"rule", "values", "anew"}));
  app.add_option("--renew-factor", options.renewFactor,
                 "by the rule: so many times the iterations of the first step after a set-up are too many (1.5)")
      ->group(group)
      ->option_text("NUMBER")
      ->needs(sequence)
      ->check(inRange(1.0, 1000.0));
}

int sequenceCommand(const SolveOptions& given, const std::string& command, const Teuchos::RCP<const Comm>& comm) {
  SolveOptions options = given;
  const std::vector<SequenceStep> steps = readSequence(options.sequence, *comm);
  StepFiles files = {{options.solution, steps.size(), *comm}, {options.vtk, steps.size(), *comm}};
  checkFiles(options, files, steps, *comm);
  const Parameters parameters = solveParameters(options, *comm);
  files.solution.holdOpen(*comm);
  files.vtk.holdOpen(*comm);
  Series series(options, parameters, command, comm, steps, files);
  const SequenceReport& report = series.run();
  if (comm->getRank() == 0) {
    if (!options.quiet) printSequence(report, std::cout);
    if (!options.quiet) printNotices(report);
    std::cout.flush();
    printFailures(report, files);
  }
  Attempts attempt;
  const SolveReport& last = report.steps.back().solve;
  if (!options.writeXml.empty() && last.stage != RunStage::matrix)
    attempt([&] { writeXml(last.parameters, options.writeXml, *comm); });
  if (!options.json.empty()) attempt([&] { writeJson(report, options.json, *comm); });
  attempt.finish();
  return report.exitStatus();
}

}  // namespace Chronos::Command
