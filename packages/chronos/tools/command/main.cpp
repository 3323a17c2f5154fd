// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CHRONOS_HAVE_AMESOS2
#include "Chronos_Amesos2.hpp"
#endif
#include "Chronos_Asymmetry.hpp"
#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_Choice.hpp"
#include "Chronos_CommandLine.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_ExitStatus.hpp"
#include "Chronos_FileEnding.hpp"
#include "Chronos_FreedMemory.hpp"
#include "Chronos_Interrupt.hpp"
#include "Chronos_Machine.hpp"
#include "Chronos_MatrixInfo.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_OutputCheck.hpp"
#include "Chronos_SystemFacts.hpp"
#include "Chronos_TpetraConversion.hpp"
#ifdef CHRONOS_HAVE_ZOLTAN2
#include "Chronos_Zoltan2.hpp"
#endif

#include <Tpetra_Core.hpp>

#include <filesystem>
#include <iostream>
#include <new>
#include <optional>

#include <mpi.h>

namespace {

using namespace Chronos;
using namespace Chronos::Command;
using Action = CommandLine::Action;

struct Arguments {
  std::vector<std::string> ours, kokkos;
  std::string command;  // as it was typed, quoted where need be
};

// As a POSIX shell reads it back.
std::string shellWord(const std::string& text) {
  const char* const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

Arguments sortArguments(int argc, char** argv) {
  Arguments result;
  for (int i = 0; i < argc; ++i) {
    const std::string argument = argv[i];
    result.command += (i == 0 ? "" : " ") + shellWord(argument);
    if (i == 0) continue;
    (argument.rfind("--kokkos-", 0) == 0 ? result.kokkos : result.ours).push_back(argument);
  }
  return result;
}

int rankOfWorld() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// An error that may be this rank's alone: the others could wait for it for ever.
int failAlone(const std::string& message) {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string rank = size > 1 ? ", rank " + std::to_string(rankOfWorld()) : "";
  std::cerr << "chronos" + rank + ": " + message + "\n" << std::flush;
  if (size > 1) MPI_Abort(MPI_COMM_WORLD, exitFailure);
  return exitFailure;
}

const char* const memoryHelp =
    "Not enough memory. Use more ranks on more nodes, or a thinner preconditioner (--preset light).";

// Kokkos has no exception of its own for this, and ends its text with empty lines.
int failAlone(const std::exception& error) {
  std::string message = error.what();
  message.erase(message.find_last_not_of(" \n") + 1);
  const bool isMemory = message.find("failed to allocate memory") != std::string::npos;
  return failAlone(isMemory ? memoryHelp + std::string(" ") + message.substr(0, message.find('\n')) : message);
}

// Turns exceptions into exit statuses. InputError, BreakdownError and Interrupted come on all ranks: rank 0 speaks.
template <class Work>
int guarded(const Work& work) {
  const auto say = [](const std::string& message) {
    if (rankOfWorld() == 0) std::cerr << "chronos: " + message + "\n" << std::flush;
  };
  try {
    return work();
  } catch (const InputError& error) {
    say(error.what());
    return exitBadInput;
  } catch (const BreakdownError& error) {
    say(error.what());
    return exitBreakdown;
  } catch (const Interrupted&) {
    say("interrupted.");
    return exitInterrupted;
  } catch (const std::bad_alloc&) {
    return failAlone(std::string(memoryHelp));
  } catch (const std::exception& error) {
    return failAlone(error);
  }
}

// One triangle must say all that the file says. Collective.
void checkForLower(const std::string& file, const TpetraCrsMatrix& matrix) {
  const bool isSquare = matrix.getGlobalNumRows() == matrix.getGlobalNumCols();
  const std::string why = isSquare ? asymmetryOf(matrix).pair : "it is not square";
  if (!why.empty())
    throw InputError("'" + file + "' is not symmetric bit by bit: " + why +
                     ". One triangle would lose that: leave --lower away.");
}

int convert(const CommandLine& line, const Teuchos::RCP<const Comm>& comm) {
  const std::string& output = line.convert.output;
  const std::string name = inLowerCase(output);
  const bool isText = hasEnding(name, ".mtx");
  checkOutputs({{"the output", output}}, {{"the input", line.convert.input}}, *comm);
  if (hasEnding(name, ".gz"))
    throw InputError("chronos convert does not compress: write '" + output.substr(0, output.size() - 3) +
                     "' and use gzip.");
  if (line.convert.lower && !isText) throw InputError("--lower is for text; give the output a name that ends in .mtx.");
  ProgressLine progress(comm->getRank() == 0);
  MatrixOptions source;
  source.file = line.convert.input;
  const NamedMatrix input = loadMatrix(source, comm, progress);
  if (line.convert.lower) checkForLower(source.file, *input.matrix);
  progress.show("writing " + output);
  if (isText) {
    const auto triangle = line.convert.lower ? MatrixMarketTriangle::lower : MatrixMarketTriangle::all;
    writeMatrixMarket(output, *input.matrix, triangle);
  } else {
    writeBinary(output, *input.matrix);
  }
  return 0;
}

// What `auto` begins with, by the rules that solve follows. Collective.
void printPreset(const NamedMatrix& input) {
  const DistMatrix<double> A = fromTpetra(*input.matrix);
  const SystemFacts facts = factsFor(A, makeNearKernel(input.nearKernel, A.rowMap()), Parameters());
  const Choice choice = choose(facts, Parameters(), ChoiceUse::solve);
  if (A.rowMap()->getComm()->getRank() != 0) return;
  std::cout << "  chronos solve takes '" << choice.rungs.front().name << "'";
  for (std::size_t rung = 1; rung < choice.rungs.size(); ++rung)
    std::cout << (rung == 1 ? ", and where that is slow '" : ", '") << choice.rungs[rung].name << "'";
  std::cout << '\n';
  for (const std::string& reason : choice.because) std::cout << "    " << reason << '\n';
}

int info(const CommandLine& line, const Teuchos::RCP<const Comm>& comm) {
  ProgressLine progress(comm->getRank() == 0);
  const NamedMatrix input = loadMatrix(line.info, comm, progress);
  progress.clear();
  const MatrixInfo result = inspect(*input.matrix);
  if (comm->getRank() == 0) printInfo(input.name, result, std::cout);
  if (comm->getRank() == 0 && input.components > 0)
    std::cout << "  numbered     " << numberingText(input.components) << '\n';
  if (canBeSolved(result)) printPreset(input);
  return 0;
}

int runWithKokkos(const CommandLine& line, const Arguments& arguments) {
  std::vector<std::string> texts = kokkosArguments(arguments.kokkos);
  texts.insert(texts.begin(), "chronos");
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  int argc = static_cast<int>(texts.size());
  char** argv = pointers.data();
  Tpetra::ScopeGuard tpetra(&argc, &argv);
  // Inside the scope: what is thrown must not pass the finalisation of Kokkos on one rank only.
  return guarded([&] {
    const Teuchos::RCP<const Comm> comm = Tpetra::getDefaultComm();
    if (line.action == Action::convert) return convert(line, comm);
    if (line.action == Action::info) return info(line, comm);
    watchSignals(comm->getRank() == 0);
    if (line.action == Action::eigen) return eigenCommand(line.eigen, arguments.command, comm);
    return solveCommand(line.solve, arguments.command, comm);
  });
}

// What needs neither Kokkos nor a second rank.
int runAlone(const CommandLine& line) {
  if (line.action == Action::report) return reportCommand(line.report);
  if (line.action == Action::version) printVersion(std::cout);
  if (line.action == Action::problems) printProblems(std::cout);
  if (line.action == Action::presets) printPresets(std::cout);
  if (line.action == Action::parameters) printParameters(line.parameters.preset, line.parameters.format, std::cout);
  std::cout.flush();
  return 0;
}

int run(const Arguments& arguments) {
  std::string text;
  int status = 0;
  const auto line = readCommandLine(arguments.ours, text, status);
  if (!line) {
    if (rankOfWorld() == 0) (status == 0 ? std::cout : std::cerr) << text << std::flush;
    return status;
  }
  if (line->action == Action::compare) throw InputError("compare is the first word: chronos compare ...");
  if (needsKokkos(line->action)) return runWithKokkos(*line, arguments);
  return rankOfWorld() == 0 ? runAlone(*line) : 0;
}

// Before MPI starts: children of an MPI process may not start it. Nothing where another action is meant.
std::optional<int> compareFirst(int argc, char** argv) {
  if (argc < 2 || std::string(argv[1]) != "compare") return {};
  std::string text;
  int status = 0;
  const auto line = readCommandLine(std::vector<std::string>(argv + 1, argv + argc), text, status);
  if (!line) {
    (status == 0 ? std::cout : std::cerr) << text << std::flush;
    return status;
  }
  try {
    status = compareCommand(line->compare, std::filesystem::read_symlink("/proc/self/exe").string());
  } catch (const InputError& error) {
    std::cerr << "chronos: " << error.what() << '\n';
    return exitBadInput;
  } catch (const Interrupted&) {
    std::cerr << "chronos: interrupted.\n";
    return exitInterrupted;
  } catch (const std::exception& error) {
    std::cerr << "chronos: " << error.what() << '\n';
    return exitFailure;
  }
  return std::cout.flush() ? status : exitBadInput;
}

}  // namespace

int main(int argc, char** argv) {
  if (const std::optional<int> status = compareFirst(argc, argv)) return *status;
  keepFreedMemory();
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  const Arguments arguments = sortArguments(argc, argv);
  int status = guarded([&] { return run(arguments); });
  stopWatchingSignals();
  // What was printed is lost where the disk behind it is full.
  if (rankOfWorld() == 0 && !std::cout.flush()) {
    std::cerr << "chronos: Writing to standard output failed. Check the space left where it goes.\n" << std::flush;
    if (status == exitConverged) status = exitBadInput;
  }
  // Listings and reports run on rank 0 alone, and its errors are errors of all.
  int worst = status;
  MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return worst;
}
