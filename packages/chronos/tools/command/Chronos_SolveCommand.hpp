// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVECOMMAND_HPP
#define CHRONOS_SOLVECOMMAND_HPP

#include "Chronos_ParameterChoice.hpp"
#include "Chronos_SystemSource.hpp"

#include <set>

namespace Chronos::Command {

/// What `chronos solve` is told.
struct SolveOptions {
  MatrixOptions matrix;
  VectorOptions vectors;
  ParameterOptions parameters;
  std::string json, solution, writeXml, vtk, timeline;
  std::string sequence;        ///< a list of systems in place of a matrix
  std::string renew = "rule";  ///< of a series: rule, values or anew
  double renewFactor = 1.5;    ///< of a series: ReuseRule::iterationFactor
  int repeat = 0;
  bool quiet = false, explain = false, verbose = false;
  std::set<std::string> given;  ///< of the options whose defaults do not tell
};

void addSolveOptions(CLI::App& app, SolveOptions& options);

/// \brief `chronos solve`. Collective.
/// \param command the command line, for the report
/// \return exit status
/// \throws InputError on all ranks
int solveCommand(const SolveOptions& options, const std::string& command, const Teuchos::RCP<const Comm>& comm);

}  // namespace Chronos::Command

#endif
