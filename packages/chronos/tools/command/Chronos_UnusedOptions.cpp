// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnusedOptions.hpp"

#include <algorithm>

namespace Chronos::Command {
namespace {

using Notices = std::vector<std::string>;
using Given = std::set<std::string>;

std::string methodText(const Parameters& used) {
  return used.type == "amg" ? "multigrid of this kind" : used.type;
}

bool takesNearKernel(const Parameters& used) {
  return usesNearKernel(used) || used.solver.nullSpace == NullSpaceKind::nearKernel;
}

// Coordinates are what --vtk draws, whatever the method is.
void noteVectors(const SolveOptions& options, const Parameters& used, Notices& notices) {
  const bool hasVectors = !options.vectors.nearKernel.empty(),
             hasCoordinates = !options.vectors.coordinates.empty() && options.vtk.empty();
  if ((!hasVectors && !hasCoordinates) || takesNearKernel(used)) return;
  const bool isOne = !hasCoordinates;
  notices.push_back(std::string("the ") + (hasVectors ? "near kernel " : "") +
                    (hasVectors && hasCoordinates ? "and the " : "") + (hasCoordinates ? "coordinates " : "") +
                    (isOne ? "was read and has" : "were read and have") + " the right length; " + methodText(used) +
                    " does not use " + (isOne ? "it." : "them."));
}

// Nodes keep their rows together on ranks, and --dofs 1 ends the search for another numbering of a file.
void noteNodes(const MatrixOptions& matrix, const VectorOptions& vectors, const Given& given, const Parameters& used,
               int numRanks, Notices& notices) {
  const bool isOfFile = matrix.problem.empty();
  const bool hasOtherUse = isOfFile && (numRanks > 1 || vectors.degreesOfFreedom == 1);
  if (vectors.degreesOfFreedom == 0 || !vectors.coordinates.empty() || hasOtherUse || takesNearKernel(used)) return;
  notices.push_back((given.count("--dofs") > 0 ? "--dofs" : "'number of equations' in the list 'user data'") +
                    std::string(" has no effect on ") + methodText(used) + ".");
}

void notePlacement(const MatrixOptions& matrix, int numRanks, Notices& notices) {
  if (matrix.placement == RowPlacement::graph && numRanks == 1)
    notices.emplace_back("--partition graph has no effect on one rank.");
}

bool isRandom(const MatrixOptions& matrix) {
  if (matrix.problem.empty()) return false;
  const std::vector<std::string>& options = findProblem(matrix.problem).options;
  return std::find(options.begin(), options.end(), "seed") != options.end();
}

void noteRightHandSide(const SolveOptions& options, bool readsRightHandSides, Notices& notices) {
  const bool isRandomSide = !readsRightHandSides && options.vectors.rhsKind == "random";
  if (options.given.count("--seed") > 0 && !isRandomSide && !isRandom(options.matrix))
    notices.emplace_back("--seed has no effect: neither the matrix nor the right-hand side is random.");
  for (const char* option : {"--rhs-kind", "--rhs-columns"})
    if (readsRightHandSides && options.given.count(option) > 0)
      notices.push_back(option + std::string(" has no effect: every line of the list names a right-hand side."));
}

void noteOutputs(const SolveOptions& options, const SolveReport& report, Notices& notices) {
  if (options.explain && report.choice.is_null())
    notices.emplace_back("--explain has nothing to say: the method was named, so none was chosen.");
  const auto& levels = report.setup.levels;
  const bool isCounted =
      std::any_of(levels.begin(), levels.end(), [](const LevelReport& level) { return !level.distributions.empty(); });
  if (options.verbose && !isCounted)
    notices.emplace_back("--verbose has nothing to say: only BAMG, matching and pgm count the rows of their levels.");
}

}  // namespace

void noteGiven(CLI::App& app, const std::vector<std::string>& options, std::set<std::string>& given) {
  for (const std::string& option : options)
    app.get_option(option)->each([&given, option](const std::string&) { given.insert(option); });
}

void noteUnused(const SolveOptions& options, bool readsRightHandSides, SolveReport& report) {
  if (report.stage == RunStage::matrix) return;
  Notices& notices = report.notices;
  noteVectors(options, report.parameters, notices);
  if (report.choice.is_null() && report.components == 0)
    noteNodes(options.matrix, options.vectors, options.given, report.parameters, report.numRanks, notices);
  notePlacement(options.matrix, report.numRanks, notices);
  noteRightHandSide(options, readsRightHandSides, notices);
  noteOutputs(options, report, notices);
  if (options.given.count("--renew-factor") > 0 && options.renew != "rule")
    notices.push_back("--renew-factor has no effect beside --renew " + options.renew + ".");
}

std::vector<std::string> unusedOptions(const EigenOptions& options, const Parameters& used, bool isChosen,
                                       int numRanks) {
  Notices notices;
  if (options.which == nameOf(SpectrumEnd::largest)) {
    for (const char* option : {"--preset", "--xml", "--preconditioner", "--set"})
      if (options.given.count(option) > 0)
        notices.push_back(option + std::string(" has no effect: for the largest values nothing is set up."));
  }
  if (!isChosen) noteNodes(options.matrix, options.vectors, options.given, used, numRanks, notices);
  notePlacement(options.matrix, numRanks, notices);
  if (options.given.count("--seed") > 0 && !isRandom(options.matrix))
    notices.emplace_back("--seed has no effect: the matrix is not random.");
  return notices;
}

}  // namespace Chronos::Command
