// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProblemCheck.hpp"

#include "Chronos_Error.hpp"

#include <algorithm>
#include <limits>
#include <sstream>

namespace Chronos {

using namespace GridAssembly;

namespace {

bool reads(const ProblemDescription& problem, const std::string& option) {
  return std::find(problem.options.begin(), problem.options.end(), option) != problem.options.end();
}

void checkOption(const ProblemDescription& problem, const std::string& option, double value, double unset, double low,
                 double high) {
  if (!reads(problem, option)) {
    if (value != unset) checkIsRead(problem, option);
    return;
  }
  if (value >= low && value <= high) return;
  std::ostringstream message;
  message << problem.name << ": " << optionName(option) << " is " << value << ", allowed is [" << low << ", " << high
          << "].";
  throw InputError(message.str());
}

Grid makeGrid(const ProblemDescription& problem, const ProblemOptions& options) {
  const bool flat = problem.dimension == 2;
  const Grid grid{options.nx, options.ny == 0 ? options.nx : options.ny,
                  options.nz != 0 ? options.nz : (flat ? 1 : options.nx)};
  checkEdge(problem, "nx", grid.nx, 1, largestEdge);
  checkEdge(problem, "ny", grid.ny, problem.smallestEdge, largestEdge);
  checkEdge(problem, "nz", grid.nz, flat ? 1 : problem.smallestEdge, flat ? 1 : largestEdge);
  return grid;
}

// Owned rows and the halo, at most the two layers of nodes before and after, share one 32-bit numbering.
void checkLocalSize(const ProblemDescription& problem, const Grid& grid, int ranks) {
  const GlobalOrdinal owned = (grid.numNodes() + ranks - 1) / ranks;
  const GlobalOrdinal halo = ranks == 1 ? 0 : 2 * (grid.nx * (grid.ny + 1) + 1);
  checkColumns(problem, problem.dofsPerNode * std::min(owned + halo, grid.numNodes()));
}

}  // namespace

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

std::string optionName(const std::string& member) {
  std::string name = "--";
  for (const char c : member) {
    const bool isUpper = c >= 'A' && c <= 'Z';
    name += isUpper ? std::string("-") + static_cast<char>(c - 'A' + 'a') : std::string(1, c);
  }
  return name;
}

void checkIsRead(const ProblemDescription& problem, const std::string& option) {
  if (reads(problem, option)) return;
  std::vector<std::string> names;
  for (const std::string& known : problem.options) names.push_back(optionName(known));
  throw InputError(problem.name + " does not read the option " + optionName(option) + "; besides the sizes it reads " +
                   (names.empty() ? "none" : listed(names)) + ".");
}

void checkEdge(const ProblemDescription& problem, const std::string& edge, GlobalOrdinal value, GlobalOrdinal low,
               GlobalOrdinal high, const std::string& unit) {
  if (value >= low && value <= high) return;
  throw InputError(problem.name + ": " + edge + " is " + std::to_string(value) + ", allowed is [" +
                   std::to_string(low) + ", " + std::to_string(high) + "] " + unit + ".");
}

void checkColumns(const ProblemDescription& problem, GlobalOrdinal columns) {
  if (columns <= std::numeric_limits<LocalOrdinal>::max()) return;
  throw InputError(problem.name + ": one rank would have " + std::to_string(columns) +
                   " columns, local indices end at " + std::to_string(std::numeric_limits<LocalOrdinal>::max()) +
                   ". Use more ranks or a smaller size.");
}

void checkOptions(const ProblemDescription& problem, const ProblemOptions& options) {
  const ProblemOptions unset{};
  checkOption(problem, "anisotropy", options.anisotropy, unset.anisotropy, 1e-10, 1e10);
  checkOption(problem, "angle", options.angle, unset.angle, -360.0, 360.0);
  checkOption(problem, "contrast", options.contrast, unset.contrast, 1e-12, 1e12);
  checkOption(problem, "stretch", options.stretch, unset.stretch, 1e-4, 1e4);
  checkOption(problem, "poissonRatio", options.poissonRatio, unset.poissonRatio, 0.0, 0.499);
  checkOption(problem, "growth", options.growth, unset.growth, 1.0, 1000.0);
  checkOption(problem, "deviation", options.deviation, unset.deviation, 0.0, 10.0);
  checkOption(problem, "order", options.order, unset.order, 1, 8);
  // Any seed is allowed, and one seed for all problems is convenient: the others have nothing random.
}

Grid checkedGrid(const ProblemDescription& problem, const ProblemOptions& options, const Comm& comm) {
  checkOptions(problem, options);
  const Grid grid = makeGrid(problem, options);
  checkLocalSize(problem, grid, comm.getSize());
  return grid;
}

}  // namespace Chronos
