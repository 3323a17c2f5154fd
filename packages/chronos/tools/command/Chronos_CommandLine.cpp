// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CommandLine.hpp"

#include "Chronos_ExitStatus.hpp"
#include "Chronos_WrapText.hpp"

#include <algorithm>
#include <sstream>

namespace Chronos::Command {
namespace {

using Action = CommandLine::Action;

const char* const description =
    "chronos - solves large symmetric positive definite systems with conjugate gradients and\n"
    "approximate inverse (FSAI) preconditioners, on any number of MPI ranks";

const char* const examples =
    "Examples\n"
    "  chronos solve A.mtx                                a matrix of yours, random right-hand side\n"
    "  chronos solve A.mtx.gz --rhs b.mtx --solution x.mtx\n"
    "  chronos solve --problem elasticity3d --size 30     a built-in problem, 81,000 unknowns\n"
    "  mpirun -np 4 chronos solve A.mtx --json out.json   on 4 ranks, all results in a file\n"
    "  chronos solve A.mtx --explain                      which method is chosen, and why\n"
    "  chronos solve A.mtx --preset flow --set amg/cycle=W\n"
    "  chronos convert A.mtx.gz A.bin                     reads many times faster from then on\n"
    "  chronos info A.mtx                                 can it be solved?\n"
    "  chronos report a.json b.json -o page.html          compares the results of solve --json\n"
    "\n"
    "Outputs\n"
    "  A file is replaced whole or not at all, a link stays and its target is replaced. Devices, FIFOs and\n"
    "  /dev/stdout are written as they are. No output may be a file that is read, or another output.\n"
    "\n"
    "Exit status\n"
    "  0 converged   2 bad input, output fails   3 not converged   4 breakdown (matrix not positive definite)\n"
    "  130 interrupted   1 anything else\n"
    "\n"
    "Arguments --kokkos-... go to Kokkos. Each rank of a node takes a GPU of its own as long as there are\n"
    "enough. Ctrl-C ends a solve with what is known so far, a second one at once.\n";

void addInfo(CLI::App& app, CommandLine& line) {
  CLI::App* info = app.add_subcommand("info", "size, diagonal, row lengths and symmetry of a matrix");
  addMatrixOptions(*info, line.info);
  info->callback([&line] { line.action = Action::info; });
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

constexpr std::size_t helpColumn = 30, helpWidth = 70;

// CLI11 sets no line ends in help texts.
void wrapHelp(CLI::App& app) {
  app.get_formatter()->column_width(helpColumn);
  for (CLI::Option* option : app.get_options()) option->description(wrapText(option->get_description(), helpWidth));
  for (CLI::App* subcommand : app.get_subcommands({})) wrapHelp(*subcommand);
}

}  // namespace

std::unique_ptr<CommandLine> readCommandLine(const std::vector<std::string>& arguments, std::string& text,
                                             int& status) {
  auto line = std::make_unique<CommandLine>();
  CLI::App app(description, "chronos");
  app.footer(examples);
  app.require_subcommand(0, 1);
  app.add_flag_callback(
      "--version", [&line] { line->action = Action::version; },
      "versions of Chronos, Trilinos and Kokkos, and the device");
  CLI::App* solve = app.add_subcommand("solve", "solve a system");
  addSolveOptions(*solve, line->solve);
  solve->callback([&line] { line->action = Action::solve; });
  addInfo(app, *line);
  addConvert(app, *line);
  app.add_subcommand("problems", "the built-in model problems")->callback([&line] { line->action = Action::problems; });
  addParameters(app, *line);
  app.add_subcommand("presets", "named sets of parameters")->callback([&line] { line->action = Action::presets; });

  addReport(app, *line);
  wrapHelp(app);

  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 wants them
  std::ostringstream out, err;
  try {
    app.parse(std::move(reversed));
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
  return action == Action::solve || action == Action::info || action == Action::convert;
}

}  // namespace Chronos::Command
