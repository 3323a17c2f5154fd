// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CompareCommand.hpp"

#include "Chronos_ChildProcess.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_ExitStatus.hpp"
#include "Chronos_HtmlText.hpp"
#include "Chronos_NumberChecks.hpp"
#include "Chronos_Interrupt.hpp"
#include "Chronos_OutputCheck.hpp"
#include "Chronos_OutputFile.hpp"
#include "Chronos_OutputTarget.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_Peers.hpp"
#include "Chronos_ReportPage.hpp"
#include "Chronos_SolverComparison.hpp"

#include <Teuchos_DefaultSerialComm.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <limits>
#include <set>

#include <unistd.h>

namespace Chronos::Command {
namespace {

using std::filesystem::path;

// Taken away with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder() {
    const char* const told = std::getenv("TMPDIR");
    const path above = told == nullptr || *told == '\0' ? "/tmp" : told;
    std::string name = (above / "chronos-compare-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw InputError("No folder for scratch can be made in '" + above.string() + "': " + std::strerror(errno) +
                       ". Set TMPDIR to a folder that may be written.");
    folder_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

 private:
  path folder_;
};

// One thread for all, libraries included; a process without a launcher starts no daemon beside itself. Peers keep freed
// memory as chronos does, see keepFreedMemory(), and have large pages for all of theirs, see askForLargePages().
void setSurroundings() {
  for (const char* const name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMPI_MCA_ess_singleton_isolated"})
    setenv(name, "1", 1);
  setenv("OMP_PROC_BIND", "false", 1);
  setenv("MALLOC_MMAP_MAX_", "0", 0);
  setenv("MALLOC_TRIM_THRESHOLD_", "1000000000000", 0);
  setenv("MALLOC_TOP_PAD_", "67108864", 0);
  setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0);
}

std::string lastLine(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n");
  if (end == std::string::npos) return "";
  const std::size_t begin = text.find_last_of('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

void say(const std::string& text) {
  std::cerr << text << std::endl;
}

// Runs programs, keeps what came out as lines of results.
class Comparison {
 public:
  Comparison(const CompareOptions& options, const std::string& self) : options_(options), self_(self) {}

  void run(const ComparedSystem& system, const std::vector<Peers::Configuration>& configurations) {
    const std::string binary = binaryOf(system);
    std::vector<Peers::Configuration> best;
    std::vector<double> least;
    for (const Peers::Configuration& configuration : configurations) {
      const Measurement once = runPeer(system, binary, configuration, false);
      const std::string package = Peers::packageOf(configuration.name);
      const auto known = std::find_if(best.begin(), best.end(), [&](const Peers::Configuration& other) {
        return Peers::packageOf(other.name) == package;
      });
      // One that failed stands for its package until another does not.
      const double seconds = once.isSolved ? *once.totalSeconds() : std::numeric_limits<double>::infinity();
      const auto place = static_cast<std::size_t>(known - best.begin());
      if (known == best.end()) best.push_back(configuration), least.push_back(seconds);
      else if (seconds < least[place]) best[place] = configuration, least[place] = seconds;
    }
    for (int i = 0; i < options_.repeat; ++i) {
      for (const std::string& preset : options_.presets) keep(runChronos(system, binary, preset));
      for (const Peers::Configuration& configuration : best) runPeer(system, binary, configuration, true);
    }
  }

  const std::string& lines() const { return lines_; }
  const ScratchFolder& folder() const { return folder_; }

 private:
  // The peers read that form only; Chronos reads the same.
  std::string binaryOf(const ComparedSystem& system) {
    std::ifstream file(system.matrix, std::ios::binary);
    char magic[8] = {};
    file.read(magic, sizeof(magic));
    if (std::string(magic, sizeof(magic)) == "CHRONOS1") return system.matrix;
    const std::string binary = folder_.file(system.name() + ".bin");
    say(system.name() + ": reading");
    const ChildResult converted = runChild({self_, "convert", system.matrix, binary}, options_.longest);
    if (converted.status != 0)
      throw InputError("'" + system.matrix + "' cannot be converted: " + lastLine(converted.error));
    return binary;
  }

  void keep(const nlohmann::ordered_json& line) { lines_ += line.dump() + "\n"; }

  static nlohmann::ordered_json failure(const ComparedSystem& system, const std::string& peer,
                                        const std::string& configuration, const ChildResult& child) {
    const std::string why = child.isLate ? "its time was over" : lastLine(child.error);
    say(system.name() + ": " + configuration + " gave no result: " + why);
    return {{"peer", peer},
            {"configuration", configuration},
            {"matrix", system.name()},
            {"setup_seconds", nullptr},
            {"solve_seconds", nullptr},
            {"iterations", nullptr},
            {"converged", false},
            {"message", why}};
  }

  Measurement runPeer(const ComparedSystem& system, const std::string& binary,
                      const Peers::Configuration& configuration, bool isKept) {
    say(system.name() + ": " + configuration.name);
    std::vector<std::string> words{configuration.program};
    for (const std::string& option : peerOptions(system)) words.push_back(option);
    words.insert(words.end(), {"--statistics", binary, configuration.name});
    const ChildResult child = runChild(words, options_.longest);
    const std::string text = lastLine(child.out);
    auto line = nlohmann::ordered_json::parse(text, nullptr, false);
    if (child.status != 0 || child.isLate || !line.is_object())
      line = failure(system, Peers::packageOf(configuration.name), configuration.name, child);
    line["matrix"] = system.name();
    if (isKept) keep(line);
    std::ofstream(folder_.file("line.jsonl")) << line.dump() << '\n';
    return readMeasurements(folder_.file("line.jsonl")).front();
  }

  nlohmann::ordered_json runChronos(const ComparedSystem& system, const std::string& binary,
                                    const std::string& preset) {
    say(system.name() + ": chronos " + preset);
    const std::string file = folder_.file("run.json");
    std::filesystem::remove(file);
    std::vector<std::string> words{self_,         "solve", binary,    "--preset", preset,
                                   "--tolerance", "1e-8",  "--quiet", "--json",   file};
    if (system.dofs > 1) words.insert(words.end(), {"--dofs", std::to_string(system.dofs)});
    if (!system.modes.empty()) words.insert(words.end(), {"--near-kernel", system.modes});
    const ChildResult child = runChild(words, options_.longest);
    if (!std::filesystem::exists(file)) return failure(system, ownName, preset, child);
    const RunResult run = readRunResult(file);
    const auto known = [](const Known& value) {
      return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
    };
    return {{"peer", ownName},
            {"configuration", preset},
            {"matrix", system.name()},
            {"setup_seconds", known(run.setupSeconds)},
            {"solve_seconds", known(run.solveSeconds)},
            {"iterations", known(run.iterations)},
            {"relative_residual", known(run.relativeResidual)},
            {"converged", run.status == "converged"},
            {"grid_complexity", known(run.gridComplexity)},
            {"operator_complexity", known(run.operatorComplexity)},
            {"peak_memory_bytes", known(run.peakBytes)}};
  }

  const CompareOptions& options_;
  const std::string& self_;
  ScratchFolder folder_;
  std::string lines_;
};

void printTable(const SolverComparison& comparison, std::ostream& out) {
  const auto cell = [&](const std::string& text, int width) { out << std::setw(width) << text; };
  // Characters beyond ASCII have several bytes, which setw counts.
  const auto known = [](const Known& value, std::string (*format)(Known)) { return value ? format(value) : "-"; };
  const auto digits = [](Known value) { return significant(value); };
  out << '\n' << std::left;
  cell("system", 22);
  cell("solver, configuration", 44);
  out << std::right;
  for (const char* const title : {"set-up s", "solve s", "total s", "iterations", "complexity", "memory"})
    cell(title, 12);
  out << '\n';
  for (const Contender& row : comparison.contenders()) {
    out << std::left;
    cell(row.system, 22);
    const bool isNamed = row.configuration.compare(0, row.solver.size(), row.solver) == 0;
    cell((isNamed ? "" : row.solver + " ") + row.configuration + (row.isSolved ? "" : " (not solved)"), 44);
    out << std::right;
    for (const Known& seconds : {row.setupSeconds, row.solveSeconds, row.totalSeconds})
      cell(known(seconds, digits), 12);
    cell(known(row.iterations, count), 12);
    cell(known(row.operatorComplexity, digits), 12);
    cell(known(row.peakBytes, byteCount), 12);
    out << '\n';
  }
}

// Each output that can be written is, whatever becomes of the others.
void write(const std::vector<std::pair<std::string, std::string>>& outputs, const Teuchos::RCP<const Comm>& alone) {
  std::string errors;
  for (const auto& [name, text] : outputs) {
    if (name.empty()) continue;
    try {
      OutputFile file(name, alone);
      file.write(text.data(), text.size(), 0);
      file.commit();
    } catch (const InputError& error) {
      errors += (errors.empty() ? "" : " ") + std::string(error.what());
    }
  }
  if (!errors.empty()) throw InputError(errors);
}

bool goesToStandardOutput(const std::string& name) {
  return !name.empty() && outputTarget(name).descriptor == STDOUT_FILENO;
}

Peers findPeers(const CompareOptions& options, const std::string& self) {
  std::vector<std::string> folders{options.peers};
  if (options.peers.empty()) folders = {path(self).parent_path().string(), ""};
  const Peers peers(folders);
  if (peers.areThere()) return peers;
  const std::string where = options.peers.empty() ? "the folder of chronos and in PATH" : "'" + options.peers + "'";
  const std::string none = "There is neither peer_petsc nor peer_muelu in " + where,
                    how = "scripts/compare-peers.sh builds them (build/peers), --peers names their folder.";
  if (!options.peers.empty()) throw InputError(none + ": " + how);
  if (!options.only.empty()) throw InputError("--only chooses configurations of peers. " + none + ": " + how);
  say("No peers were found, presets are compared. " + none + ": " + how);
  return peers;
}

// Beside peers one preset is enough. The second of these two is of another family, and for any system.
std::vector<std::string> presetsFor(const std::vector<std::string>& given, const Peers& peers) {
  std::vector<std::string> presets;
  for (const std::string& name : given) {
    if (std::count(presets.begin(), presets.end(), name) == 0) presets.push_back(name);
    else say("--preset " + name + " is given more than once and compared once.");
  }
  const std::size_t least = peers.areThere() ? 1 : 2;
  for (const char* const name : {"auto", "adaptive fsai"})
    if (presets.size() < least && std::count(presets.begin(), presets.end(), name) == 0) presets.push_back(name);
  return presets;
}

// Of each system; asked before anything runs for long.
std::vector<std::vector<Peers::Configuration>> configurationsOf(const std::vector<ComparedSystem>& systems,
                                                                const Peers& peers, const std::string& only) {
  std::vector<std::vector<Peers::Configuration>> configurations;
  std::size_t number = 0;
  for (const ComparedSystem& system : systems) {
    configurations.push_back(peers.configurations(system, only.empty() ? "." : only));
    number += configurations.back().size();
  }
  if (number == 0 && !only.empty())
    throw InputError("--only: no configuration of a peer has '" + only + "' in its name; '" + peers.programs().front() +
                     " --list' prints the names.");
  return configurations;
}

int statusOf(const SolverComparison& comparison) {
  std::set<std::string> unsolved;
  for (const Contender& row : comparison.contenders()) unsolved.insert(row.system);
  for (const Contender& row : comparison.contenders())
    if (row.isSolved) unsolved.erase(row.system);
  for (const std::string& system : unsolved) std::cerr << "chronos: no configuration solved '" << system << "'.\n";
  return unsolved.empty() ? exitConverged : exitNotConverged;
}

std::vector<ComparedSystem> readSystems(const CompareOptions& options) {
  std::vector<ComparedSystem> systems;
  for (const std::string& text : options.systems) {
    systems.push_back(ComparedSystem::read(text));
    const auto isSame = [&](const ComparedSystem& other) { return other.name() == systems.back().name(); };
    if (std::count_if(systems.begin(), systems.end(), isSame) > 1)
      throw InputError("Two systems would be called '" + systems.back().name() + "': rename one.");
  }
  return systems;
}

void checkFiles(const CompareOptions& options, const std::vector<ComparedSystem>& systems, const Comm& alone) {
  std::vector<NamedFile> inputs;
  for (const ComparedSystem& system : systems) {
    inputs.push_back({"the matrix", system.matrix});
    inputs.push_back({"the vectors", system.modes});
  }
  checkOutputs({{"--output", options.page}, {"--lines", options.lines}}, inputs, alone);
}

}  // namespace

void addCompareOptions(CLI::App& app, CompareOptions& options) {
  app.add_option("systems", options.systems,
                 "a matrix as for solve; FILE:K has K unknowns of a node, FILE:K:MODES near-kernel vectors, too")
      ->required()
      ->option_text("FILE[:K[:MODES]] ...");
  app.add_option("-o,--output", options.page, "the page to write")->required()->option_text("FILE");
  app.add_option("--lines", options.lines, "write all results to this file, one a line: for chronos report")
      ->option_text("FILE");
  app.add_option(
         "--peers", options.peers,
         "folder with peer_petsc (BoomerAMG, GAMG) or peer_muelu, which scripts/compare-peers.sh builds; without "
         "it the folder of chronos, then PATH")
      ->option_text("FOLDER");
  app.add_option("--preset", options.presets,
                 "preset of chronos, may be given again (auto; without peers adaptive fsai beside it)")
      ->option_text("NAME");
  app.add_option("--only", options.only, "configurations of peers whose names have this regular expression")
      ->option_text("PATTERN");
  app.add_option("--repeat", options.repeat, "runs of the best configurations, in turns; medians count (3)")
      ->check(inRange(1, 1000))
      ->option_text("N");
  app.add_option("--longest", options.longest, "seconds that a run may take (900)")
      ->check(inRange(1.0, 1e6))
      ->option_text("SECONDS");
  app.footer("Exit status 3: of some system no configuration has converged.\n" + app.get_footer());
}

int compareCommand(const CompareOptions& given, const std::string& self) {
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const size = std::getenv(name);
    if (size != nullptr) throw InputError("compare starts its programs itself, each on one rank: leave mpirun away.");
  }
  CompareOptions options = given;
  for (const std::string& name : options.presets) preset(name);
  const Teuchos::RCP<const Comm> alone = Teuchos::rcp(new Teuchos::SerialComm<int>());
  const std::vector<ComparedSystem> systems = readSystems(options);
  checkFiles(options, systems, *alone);
  const bool isTaken = goesToStandardOutput(options.page) || goesToStandardOutput(options.lines);
  const Peers peers = findPeers(options, self);
  options.presets = presetsFor(options.presets, peers);
  setSurroundings();
  watchSignals(false);
  looksForSignals(true);
  Comparison comparison(options, self);
  const auto configurations = configurationsOf(systems, peers, options.only);
  for (std::size_t i = 0; i < systems.size(); ++i) comparison.run(systems[i], configurations[i]);
  const std::string lines = comparison.folder().file("all.jsonl");
  std::ofstream(lines) << comparison.lines();
  const std::vector<Measurement> measurements = readMeasurements(lines);
  const SolverComparison result(measurements);
  printTable(result, isTaken ? std::cerr : std::cout);
  std::cout.flush();
  write({{options.lines, comparison.lines()}, {options.page, reportPage({}, measurements)}}, alone);
  return statusOf(result);
}

}  // namespace Chronos::Command
