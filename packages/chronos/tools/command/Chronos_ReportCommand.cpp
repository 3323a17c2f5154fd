// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ReportCommand.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_OutputCheck.hpp"
#include "Chronos_OutputFile.hpp"
#include "Chronos_ReportPage.hpp"

#include <Teuchos_DefaultSerialComm.hpp>

#include <algorithm>
#include <filesystem>

namespace Chronos::Command {
namespace {

using std::filesystem::path;

// File names without folder and ending say most in the least space; where two are the same, whole paths tell
// them apart.
void nameRuns(std::vector<RunResult>& runs, const std::vector<std::string>& files) {
  const auto stem = [](const std::string& file) { return path(file).stem().string(); };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto isSame = [&](const std::string& file) { return stem(file) == stem(files[i]); };
    const bool isAlone = std::count_if(files.begin(), files.end(), isSame) == 1;
    runs[i].name = isAlone ? stem(files[i]) : files[i];
  }
}

void checkFiles(const ReportOptions& options, const Comm& comm) {
  std::vector<NamedFile> inputs;
  for (const std::string& input : options.inputs) inputs.push_back({"the result", input});
  checkOutputs({{"--output", options.output}}, inputs, comm);
  for (std::size_t i = 0; i < options.inputs.size(); ++i) {
    const std::string& input = options.inputs[i];
    if (std::find(options.inputs.begin(), options.inputs.begin() + static_cast<std::ptrdiff_t>(i), input) !=
        options.inputs.begin() + static_cast<std::ptrdiff_t>(i))
      throw InputError("'" + input + "' is named twice.");
  }
}

}  // namespace

void addReportOptions(CLI::App& app, ReportOptions& options) {
  app.add_option(
         "results", options.inputs,
         "files that chronos solve --json has written; FILE.jsonl: one result on each line, of other solvers too")
      ->required()
      ->option_text("FILE ...");
  app.add_option("-o,--output", options.output, "the page to write")->required()->option_text("FILE");
}

int reportCommand(const ReportOptions& options) {
  const Teuchos::RCP<const Comm> alone = Teuchos::rcp(new Teuchos::SerialComm<int>());
  checkFiles(options, *alone);
  std::vector<RunResult> runs;
  std::vector<std::string> runFiles;
  std::vector<Measurement> measurements;
  for (const std::string& input : options.inputs) {
    if (path(input).extension() == ".jsonl") {
      const std::vector<Measurement> lines = readMeasurements(input);
      measurements.insert(measurements.end(), lines.begin(), lines.end());
    } else {
      runs.push_back(readRunResult(input));
      runFiles.push_back(input);
    }
  }
  nameRuns(runs, runFiles);
  const std::string page = reportPage(runs, measurements);
  OutputFile file(options.output, alone);
  file.write(page.data(), page.size(), 0);
  file.commit();
  return 0;
}

}  // namespace Chronos::Command
