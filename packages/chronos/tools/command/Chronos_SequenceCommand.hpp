// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SEQUENCECOMMAND_HPP
#define CHRONOS_SEQUENCECOMMAND_HPP

#include "Chronos_SolveCommand.hpp"

namespace Chronos::Command {

void addSequenceOptions(CLI::App& app, SolveOptions& options);

/// \brief `chronos solve --sequence`: systems of one pattern, one after the other, with one preconditioner that is
///        renewed by a rule (ReusePolicy). Collective.
///
/// Solutions are written as they come; table and JSON at the end, or after an interrupt.
/// \return exit status, the worst of all steps
/// \throws InputError on all ranks that names the line of the list
int sequenceCommand(const SolveOptions& options, const std::string& command, const Teuchos::RCP<const Comm>& comm);

}  // namespace Chronos::Command

#endif
