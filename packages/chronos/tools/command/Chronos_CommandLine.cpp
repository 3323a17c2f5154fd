// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CommandLine.hpp"

#include "Chronos_DidYouMean.hpp"
#include "Chronos_ExitStatus.hpp"
#include "Chronos_NumberChecks.hpp"
#include "Chronos_WrapText.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>

namespace Chronos::Command {
namespace {

using Action = CommandLine::Action;

const char* const description =
    "chronos - solves large symmetric positive definite systems by conjugate gradients with algebraic\n"
    "multigrid or approximate inverses (FSAI), on any number of MPI ranks, on CPUs and GPUs";

const char* const examples =
    "Examples\n"
    "  chronos solve A.mtx                                a matrix of yours, random right-hand side\n"
    "  chronos solve A.mtx.gz --rhs b.mtx --solution x.mtx\n"
    "  chronos solve --problem elasticity3d --size 30     a built-in problem, 81,000 unknowns\n"
    "  mpirun -np 4 chronos solve A.mtx --json out.json   on 4 ranks, all results in a file\n"
    "  chronos solve A.mtx --explain                      which method is chosen, and why\n"
    "  chronos solve A.mtx --preset flow --set amg/cycle=W\n"
    "  chronos solve --sequence steps.txt                 a series: on each line a matrix and its right-hand side\n"
    "  chronos eigen K.mtx --mass M.mtx -k 10 --vectors modes.mtx\n"
    "  chronos convert A.mtx.gz A.bin                     reads many times faster from then on\n"
    "  chronos info A.mtx                                 can it be solved, and by which preset?\n"
    "  chronos report a.json b.json -o page.html          compares the results of solve --json\n"
    "  chronos compare A.mtx B.mtx -o page.html           beside the peers that are found\n"
    "\n"
    "Outputs\n"
    "  A file is replaced whole or not at all, a link stays and its target is replaced. Devices, FIFOs and\n"
    "  /dev/stdout are written as they are. No output may be a file that is read, or another output.\n"
    "\n"
    "Exit status\n"
    "  0 converged   2 bad input, output fails   3 not converged   4 breakdown (matrix not positive definite)\n"
    "  130 interrupted (mpirun may make another number of it)   1 anything else   of a series: the worst\n"
    "\n"
    "Arguments --kokkos-... go to Kokkos. Each rank of a node takes a GPU of its own as long as there are\n"
    "enough. Ctrl-C ends a solve with what is known so far, reading and set-up within a second; a second\n"
    "one ends all at once.\n";

const char* const whereExamplesAre = "`chronos --help` has examples and the exit status.\n";

void addInfo(CLI::App& app, CommandLine& line) {
  CLI::App* info =
      app.add_subcommand("info", "size, diagonal, row lengths and symmetry of a matrix, and the preset that fits");
  addMatrixOptions(*info, line.info);
  line.info.numbering = FileNumbering::automatic;
  info->callback([&line] { line.action = Action::info; });
}

void addEigen(CLI::App& app, CommandLine& line) {
  CLI::App* eigen = app.add_subcommand("eigen", "smallest or largest eigenpairs, with a mass matrix or without");
  addEigenOptions(*eigen, line.eigen);
  eigen->callback([&line] { line.action = Action::eigen; });
}

void addConvert(CLI::App& app, CommandLine& line) {
  CLI::App* convert =
      app.add_subcommand("convert", "Matrix Market to binary, or back: an output name that ends in .mtx is text");
  convert->add_option("input", line.convert.input, "Matrix Market (plain or gzip) or binary file")
      ->required()
      ->option_text("FILE");
  convert->add_option("output", line.convert.output, "name.mtx, or any other name for binary")
      ->required()
      ->option_text("FILE");
  convert->add_flag("--lower", line.convert.lower, "text: the lower triangle only, marked symmetric");
  convert->callback([&line] { line.action = Action::convert; });
}

void addParameters(CLI::App& app, CommandLine& line) {
  CLI::App* parameters = app.add_subcommand("parameters", "every parameter with default, range and meaning");
  parameters->add_option("preset", line.parameters.preset, "show the values of this preset")->option_text("NAME");
  auto* markdown = parameters->add_flag_callback(
      "--markdown", [&line] { line.parameters.format = ParameterFormat::markdown; }, "as tables");
  parameters
      ->add_flag_callback(
          "--xml", [&line] { line.parameters.format = ParameterFormat::xml; }, "as a complete commented file for --xml")
      ->excludes(markdown);
  parameters->callback([&line] { line.action = Action::parameters; });
}

void addReport(CLI::App& app, CommandLine& line) {
  CLI::App* report = app.add_subcommand("report", "results of solve --json as a page: tables, charts, levels");
  addReportOptions(*report, line.report);
  report->callback([&line] { line.action = Action::report; });
}

void addCompare(CLI::App& app, CommandLine& line) {
  CLI::App* compare = app.add_subcommand("compare", "runs other packages' solvers beside presets: a table and a page");
  addCompareOptions(*compare, line.compare);
  compare->callback([&line] { line.action = Action::compare; });
}

CLI::Validator isFilled() {
  return CLI::Validator([](std::string& text) { return text.empty() ? std::string(isEmptyText) : ""; }, "");
}

// What an empty text would be taken for comes from a shell variable that is not set. The name of an option's type is
// all that tells numbers from texts here; what else is checked of an option may stand behind it.
void checkTexts(CLI::App& app) {
  const auto holds = [](const CLI::Option& option, const char* type) {
    return option.get_type_name().rfind(type, 0) == 0;
  };
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() == 0) continue;
    if (holds(*option, "FLOAT")) option->check(isNumber<double>());
    else if (holds(*option, "INT")) option->check(isNumber<std::int64_t>());
    else if (holds(*option, "UINT")) option->check(isNumber<std::uint64_t>());
    else option->check(isFilled());
  }
  for (CLI::App* subcommand : app.get_subcommands({})) checkTexts(*subcommand);
}

// What is meant by the first word that nobody expected; empty where nothing comes near.
std::string meaningOf(const CLI::App& app) {
  const CLI::App* current = &app;
  const auto parsed = app.get_subcommands();
  if (!parsed.empty()) current = parsed.front();
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return "";
  const std::string& word = extras.front();
  std::vector<std::string> known;
  if (word.front() == '-') {
    for (const CLI::Option* option : current->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    return didYouMean(word.substr(0, word.find('=')), known);
  }
  if (current != &app) return "";
  for (const CLI::App* subcommand : app.get_subcommands({})) known.push_back(subcommand->get_name());
  const std::string near = didYouMean(word, known);
  if (!near.empty()) return near;
  if (std::ifstream(word).good()) return " Did you mean 'chronos solve " + word + "'?";
  std::string names;
  for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
  return " The first word is one of: " + names + ".";
}

constexpr std::size_t helpColumn = 30, helpWidth = 70;

// Releases of CLI11 that set line ends themselves would set them in our lines.
template <class Formatter>
auto keepLines(Formatter& formatter, int) -> decltype(formatter.enable_description_formatting(false)) {
  formatter.enable_description_formatting(false);
  formatter.enable_footer_formatting(false);
  formatter.right_column_width(2 * helpWidth);
}
template <class Formatter>
void keepLines(Formatter&, long) {}

void wrapHelp(CLI::App& app) {
  app.get_formatter()->column_width(helpColumn);
  keepLines(*app.get_formatter(), 0);
  for (CLI::Option* option : app.get_options()) option->description(wrapText(option->get_description(), helpWidth));
  for (CLI::App* subcommand : app.get_subcommands({})) wrapHelp(*subcommand);
}

}  // namespace

std::unique_ptr<CommandLine> readCommandLine(const std::vector<std::string>& arguments, std::string& text,
                                             int& status) {
  auto line = std::make_unique<CommandLine>();
  CLI::App app(description, "chronos");
  // Subcommands that are made from here on begin with it.
  app.footer(whereExamplesAre);
  app.require_subcommand(0, 1);
  app.add_flag_callback(
      "--version", [&line] { line->action = Action::version; },
      "versions of Chronos, Trilinos and Kokkos, and the device");
  CLI::App* solve = app.add_subcommand("solve", "solve a system");
  addSolveOptions(*solve, line->solve);
  solve->callback([&line] { line->action = Action::solve; });
  addEigen(app, *line);
  addInfo(app, *line);
  addConvert(app, *line);
  app.add_subcommand("problems", "the built-in model problems")->callback([&line] { line->action = Action::problems; });
  addParameters(app, *line);
  app.add_subcommand("presets", "named sets of parameters")->callback([&line] { line->action = Action::presets; });

  addReport(app, *line);
  addCompare(app, *line);
  app.footer(examples);
  wrapHelp(app);
  checkTexts(app);

  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 wants them
  std::ostringstream out, err;
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ExtrasError& error) {
    status = exitBadInput;
    text = "chronos: " + std::string(error.what()) + "." + meaningOf(app) + "\nRun with --help for more information.\n";
    return nullptr;
  } catch (const CLI::ParseError& error) {
    status = app.exit(error, out, err) == 0 ? 0 : exitBadInput;
    text = status == 0 ? out.str() : "chronos: " + err.str();
    return nullptr;
  }
  if (line->action == Action::help) {
    status = exitBadInput;
    text = app.help();
    return nullptr;
  }
  return line;
}

bool needsKokkos(CommandLine::Action action) {
  return action == Action::solve || action == Action::eigen || action == Action::info || action == Action::convert;
}

}  // namespace Chronos::Command
