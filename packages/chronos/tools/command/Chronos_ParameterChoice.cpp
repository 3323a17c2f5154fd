// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ParameterChoice.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_ParseWhole.hpp"
#include "Chronos_UserData.hpp"

#include <cmath>
#include <limits>

namespace Chronos::Command {
namespace {

// Teuchos throws its own exceptions where a list stands in the place of a parameter or the other way round.
Teuchos::ParameterList& subList(Teuchos::ParameterList& list, const std::string& path) {
  Teuchos::ParameterList* current = &list;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    if (current->isParameter(name) && !current->isSublist(name))
      throw InputError("'" + name + "' is a list, not a parameter.");
    current = &current->sublist(name);
    begin = end + 1;
  }
  return *current;
}

// Parameters of one level are documented as those of all levels: "amg/level 2/smoother" as "amg/smoother".
std::string withoutLevel(const std::string& path) {
  const std::size_t begin = path.find("/level ");
  return begin == std::string::npos
             ? path
             : path.substr(0, begin) + path.substr(std::min(path.find('/', begin + 1), path.size()));
}

std::string typeOf(const std::string& fullPath, const std::string& name) {
  if (fullPath == "user data" && name == "number of equations") return "int";
  const std::string path = withoutLevel(fullPath);
  for (const ParameterEntry& entry : describe(Parameters()))
    if (entry.list == path && entry.name == name) return entry.type;
  return "string";  // readParameters says what is known in this list
}

void assign(Teuchos::ParameterList& list, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError("--set takes \"list/key=value\", for example \"amg/cycle=W\", not \"" + assignment + "\".");
  const std::string key = assignment.substr(0, equals), value = assignment.substr(equals + 1);
  const std::size_t slash = key.rfind('/');
  const std::string path = slash == std::string::npos ? "" : key.substr(0, slash);
  const std::string name = slash == std::string::npos ? key : key.substr(slash + 1);
  const std::string type = typeOf(path, name);
  Teuchos::ParameterList& target = subList(list, path);
  if (target.isSublist(name)) throw InputError("--set: '" + key + "' is a list; give one of its parameters.");
  if (type == "string") {
    target.set(name, value);
    return;
  }
  if (type == "bool" && (value == "true" || value == "false")) {
    target.set(name, value == "true");
    return;
  }
  double number = 0;
  const bool isNumber = parseWhole(value, number) == ParseResult::good;
  if (type == "double" && isNumber) {
    target.set(name, number);
    return;
  }
  // 1e4 is a good way to write an int here, where the type need not be told.
  const bool isInteger = std::abs(number) <= std::numeric_limits<int>::max() && number == std::floor(number);
  if (type == "int" && isNumber && isInteger) {
    target.set(name, static_cast<int>(number));
    return;
  }
  throw InputError("--set: '" + key + "' takes a value of type " + type + ", not \"" + value + "\".");
}

// Quoted where the shell wants it.
std::string typeNames() {
  std::string names;
  for (const auto& type : preconditionerTypes()) {
    const bool hasSpace = type.first.find(' ') != std::string::npos;
    names += (names.empty() ? "" : ", ") + (hasSpace ? '"' + type.first + '"' : type.first);
  }
  return names + " (" + Parameters().type + " if neither this nor a preset is given)";
}

// Of a preset that names another method what is left says little.
void notePreset(const Teuchos::ParameterList& list, const ParameterOptions& options, Parameters& parameters) {
  if (!list.isParameter("preset")) return;
  const std::string name = list.get<std::string>("preset"), type = preset(name).type;
  if (type != parameters.type)
    parameters.notices.push_back((options.preconditioner.empty() ? "`type` =" : "--preconditioner") + std::string(" ") +
                                 parameters.type + " holds; the preset '" + name + "' names another method, " + type +
                                 ".");
}

}  // namespace

void addParameterOptions(CLI::App& app, ParameterOptions& options) {
  const SolverParameters defaults{};
  const auto add = [&](const char* name, auto& value, const char* kind, const std::string& text) {
    return app.add_option(name, value, text)->group("Method")->option_text(kind);
  };
  add("--preset", options.preset, "NAME", "named set of parameters; `chronos presets` lists them");
  add("--xml", options.xml, "FILE",
      "Teuchos parameter list, overrides the preset; `chronos parameters --xml` prints a complete one");
  add("--preconditioner", options.preconditioner, "NAME", typeNames());
  add("--tolerance", options.tolerance, "NUMBER",
      "relative residual to reach (" + CLI::detail::to_string(defaults.tolerance) + ")");
  add("--max-iterations", options.maxIterations, "NUMBER",
      "iterations at most (" + std::to_string(defaults.maxIterations) + ")");
  add("--residual-scaling", options.residualScaling, "KIND",
      "rhs: ||b - A x|| <= tolerance ||b|| (default); initial: relative to the initial residual");
  add("--initial-guess", options.initialGuess, "KIND", "zero (default) or preconditioned (M^{-1} b)");
  add("--set", options.assignments, "TEXT",
      "any parameter: \"list/key=value\", overrides preset and XML; as often as you like. `chronos parameters` lists "
      "them")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

Parameters chooseParameters(const ParameterOptions& options, const Comm& comm, NearKernelInput& told) {
  Teuchos::ParameterList list;
  if (!options.xml.empty()) list = *readXml(options.xml, comm);
  if (!options.preset.empty()) list.set("preset", options.preset);
  for (const std::string& assignment : options.assignments) assign(list, assignment);
  if (!options.preconditioner.empty()) list.set("type", options.preconditioner);
  if (options.tolerance) subList(list, "solver").set("tolerance", *options.tolerance);
  if (options.maxIterations) subList(list, "solver").set("maximum iterations", *options.maxIterations);
  if (!options.residualScaling.empty()) subList(list, "solver").set("residual scaling", options.residualScaling);
  if (!options.initialGuess.empty()) subList(list, "solver").set("initial guess", options.initialGuess);
  told = readUserData(list);
  Parameters parameters = readParameters(list);
  notePreset(list, options, parameters);
  return parameters;
}

}  // namespace Chronos::Command
