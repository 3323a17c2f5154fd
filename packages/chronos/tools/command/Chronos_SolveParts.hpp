// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVEPARTS_HPP
#define CHRONOS_SOLVEPARTS_HPP

#include "Chronos_Error.hpp"
#include "Chronos_SolveCommand.hpp"
#include "Chronos_SolveReport.hpp"

namespace Chronos::Command {

/// \file
/// What the solve of one system and that of a series have in common.

/// \brief The parameters of a solve; what the list `user data` says of nodes goes into the options. Collective.
/// \throws InputError on all ranks, also for a guess that nobody can give here
Parameters solveParameters(SolveOptions& options, const Comm& comm);

/// A report of a run that is about to begin. Collective.
SolveReport beginReport(const SolveOptions& options, const Parameters& parameters, const std::string& command,
                        const Comm& comm);

/// The rows of a node stay together on a rank: only so can nodes be coarsened. Local.
ReadOptions rowsOfNodes(const VectorOptions& options, const Teuchos::RCP<TpetraMultiVector>& coordinates);

/// \brief Notes sizes of matrix and right-hand side. Local.
/// \throws InputError on all ranks where there is no column
void noteSizes(const NamedMatrix& source, const TpetraMultiVector& rightHandSide, SolveReport& report);

/// \brief Has the messages of a run that ended early name the interrupt, and speak of no iterate that nobody gets.
/// Local.
void tellEnd(SolveReport& report);

/// Whether x is to be written.
bool wantsSolution(const SolveOptions& options);

/// Of several columns those that ended well are worth writing, unless something between two solves ended the run.
bool isSolutionUseful(const SolveReport& report);

/// Why it did not converge, in words.
std::string messageOf(const ColumnResult& result);

/// Runs each piece of work; throws what they threw of bad input, together. Collective where the works are.
class Attempts {
 public:
  template <class Work>
  void operator()(const Work& work) {
    try {
      work();
    } catch (const InputError& error) {
      errors_ += (errors_.empty() ? "" : " ") + std::string(error.what());
    }
  }
  /// \throws InputError where any did
  void finish() const {
    if (!errors_.empty()) throw InputError(errors_);
  }

 private:
  std::string errors_;
};

}  // namespace Chronos::Command

#endif
