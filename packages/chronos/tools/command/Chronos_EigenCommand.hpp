// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EIGENCOMMAND_HPP
#define CHRONOS_EIGENCOMMAND_HPP

#include "Chronos_EigenParameters.hpp"
#include "Chronos_ParameterChoice.hpp"
#include "Chronos_SystemSource.hpp"

#include <set>

namespace Chronos::Command {

/// What `chronos eigen` is told.
struct EigenOptions {
  MatrixOptions matrix;
  VectorOptions vectors;  ///< near kernel and coordinates
  ParameterOptions preconditioner;
  EigenParameters eigen;
  std::string which = nameOf(SpectrumEnd::smallest);
  std::string mass, vectorsFile, json;
  int k = 10;
  bool quiet = false;
  std::set<std::string> given;  ///< of the options whose defaults do not tell
};

void addEigenOptions(CLI::App& app, EigenOptions& options);

/// \brief `chronos eigen`. Collective.
/// \param command the command line, for the results
/// \return exit status
/// \throws InputError and BreakdownError on all ranks
int eigenCommand(const EigenOptions& options, const std::string& command, const Teuchos::RCP<const Comm>& comm);

}  // namespace Chronos::Command

#endif
