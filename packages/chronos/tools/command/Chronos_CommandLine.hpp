// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMMANDLINE_HPP
#define CHRONOS_COMMANDLINE_HPP

#include "Chronos_CompareCommand.hpp"
#include "Chronos_EigenCommand.hpp"
#include "Chronos_Listings.hpp"
#include "Chronos_ReportCommand.hpp"
#include "Chronos_SolveCommand.hpp"

#include <memory>

namespace Chronos::Command {

/// \brief The command line, read.
///
/// Options first, subcommand after; each member below belongs to the subcommand of its name.
struct CommandLine {
  enum class Action { help, version, solve, eigen, info, convert, problems, parameters, presets, report, compare };

  Action action = Action::help;
  SolveOptions solve;
  EigenOptions eigen;
  MatrixOptions info;
  struct {
    std::string input, output;
    bool lower = false;
  } convert;
  struct {
    std::string preset;
    ParameterFormat format = ParameterFormat::text;
  } parameters;
  ReportOptions report;
  CompareOptions compare;
};

/// \brief Reads the arguments, without the name of the program and those that are Kokkos's. Local.
///
/// \param text what is to be printed when there is nothing else to do: help, or what is wrong
/// \param status of the command when there is text
/// \return null when the text is all
std::unique_ptr<CommandLine> readCommandLine(const std::vector<std::string>& arguments, std::string& text, int& status);

/// Whether Kokkos is needed, and with it the GPU.
bool needsKokkos(CommandLine::Action action);

}  // namespace Chronos::Command

#endif
