// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PARAMETERS_HPP
#define CHRONOS_PARAMETERS_HPP

#include "Chronos_ParameterBinding.hpp"
#include "Chronos_AmgParameters.hpp"
#include "Chronos_Chebyshev.hpp"
#include "Chronos_ConjugateGradient.hpp"
#include "Chronos_Fsai.hpp"

#include <Teuchos_ParameterList.hpp>
#include <Teuchos_VerbosityLevel.hpp>

#include <string>
#include <vector>

namespace Chronos {

/// \brief Everything that a user can set. The member initialisers here and in the components are the only defaults.
struct Parameters {
  std::string type = "auto";  ///< a name of preconditionerTypes()
  bool checkMatrix = true;
  Teuchos::EVerbosityLevel verbosity = Teuchos::VERB_NONE;  ///< of what compute() prints
  /// Parameters of the smoothers that precondition alone; which of them does, `type` says.
  SmootherChoice smoothers{smootherTable(SmootherUse::preconditioning), "adaptive fsai"};
  AmgParameters amg;
  SolverParameters solver;
  /// With `type` = `auto`, what a list gave of the method beside it: it holds for whatever is chosen. Null: no list.
  Teuchos::RCP<const Teuchos::ParameterList> given;
  /// What a list gave that has no effect, a line each.
  std::vector<std::string> notices;

  /// The smoother that `type` names. Local.
  /// \throws InputError when there is none of this name: `type` is auto, none or amg, or unknown
  SmootherChoice smoother() const {
    SmootherChoice choice = smoothers;
    choice.choose(type);
    return choice;
  }
};

/// What Parameters::type may be, and what each is: the smoothers of smootherTable(), "auto", "none" and "amg".
std::vector<std::pair<std::string, std::string>> preconditionerTypes();

/// Whether anything depends on what a user tells about the unknowns: near kernel, coordinates, nodes. Local.
bool usesNearKernel(const Parameters& parameters);

/// \brief Reads a list into plain structs. Local: every rank must pass an equal list.
///
/// `preset` is applied first, then the values given. A sublist `user data` is passed over; PreconditionerBase reads it.
/// \throws InputError naming list, key and allowed values, for unknown keys, wrong types and values out of range
Parameters readParameters(const Teuchos::ParameterList& list);

/// \brief A method that `auto` chose, with what the user gave beside `type` = `auto`. Local.
/// \throws InputError when a value does not fit
Parameters withGiven(const Parameters& chosen, const Parameters& wanted);

/// \brief Throws InputError when a struct with `type` = `auto` holds what no choice would look at. Local.
///
/// Of a struct made in C++ only `solver`, `checkMatrix` and `verbosity` count then; a list keeps all that it gives.
void checkAutomatic(const Parameters& parameters);

/// All parameters with the values of `parameters`, in the order of the documentation.
std::vector<ParameterEntry> describe(const Parameters& parameters);

/// All parameters as a list with documentation strings and Teuchos validators.
Teuchos::RCP<Teuchos::ParameterList> toParameterList(const Parameters& parameters);

/// Names and one-line descriptions of the presets.
std::vector<std::pair<std::string, std::string>> presets();

/// \throws InputError naming the presets when there is none of this name
Parameters preset(const std::string& name);

/// \brief Reads an XML file on one rank and hands it to all. Collective.
///
/// Prefer it to Teuchos' own readers: those take "1,0e-8" for 1, "ten" for 0 and "5junk" for 5 without a word. Here the
/// text of a value must be one of its type from the first character to the last, finite and in range.
/// \throws InputError on all ranks: the file cannot be read or parsed, or a value is not of its type; names file, list,
///         parameter, text and type
Teuchos::RCP<Teuchos::ParameterList> readXml(const std::string& path, const Comm& comm);

}  // namespace Chronos

#endif
