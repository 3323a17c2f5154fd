// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_FsaiHubs.hpp"
#include "Chronos_NullSpace.hpp"
#include "Chronos_Numbering.hpp"
#include "Chronos_OrderSearch.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Empty where all are independent. Vectors that a coarse level cannot tell apart are dropped there.
std::string dependence(const Teuchos::RCP<const Map>& map, const TestSpace& vectors) {
  const int given = static_cast<int>(vectors.extent(1)), independent = NullSpace(map, vectors).dimension();
  if (given == independent) return "";
  return "Of the " + std::to_string(given) + " near-kernel vectors " + std::to_string(given - independent) +
         " depend on those before them and add nothing: leave them out.";
}

// Whether the finest level looks for the pattern of a factor.
bool takesAdaptiveFsai(const Parameters& parameters) {
  return (parameters.type == "amg" ? parameters.amg.at(0).smoother.method.name() : parameters.type) == "adaptive fsai";
}

// Empty where no row is much longer than the others.
std::string hubs(const DistMatrix<double>& A) {
  const auto numRows = std::max<long long>(1, TrilinosVersion::numGlobal(*A.rowMap()));
  const long long number = sumOverRanks(
      *A.rowMap()->getComm(), countHubs<Device>(Device::execution_space(), A.local().rowPtr, A.numRows(),
                                                static_cast<Offset>((A.numGlobalEntries() + numRows - 1) / numRows)));
  if (number == 0) return "";
  const bool isOne = number == 1;
  return std::to_string(number) + (isOne ? " row of the matrix has" : " rows of the matrix have") + " more than " +
         std::to_string(shortestHub) + " entries and " + std::to_string(hubOverRow) +
         " times those of a row on average: adaptive fsai looks for no entries through " + (isOne ? "it." : "them.");
}

}  // namespace

// Empty where what was given fits, or is not used.
std::string PreconditionerBase::misfit() const {
  const int dimension = nearKernel_.dimension();
  if (ignoresPositions()) return textOfPositions(*positionsFit_, dimension) + ". `auto` goes on as without them.";
  const Parameters& used = parametersInUse();
  const bool takesVectors =
      used.type == "amg" && used.amg.usesNearKernel() &&
      (used.amg.testSpace.kind == TestSpaceKind::automatic || used.amg.testSpace.kind == TestSpaceKind::given);
  const bool hasVectors = !nearKernel_.vectors.is_null();
  if (!parameters_.checkMatrix || !takesVectors || positionsFit_ || (!hasVectors && nearKernel_.coordinates.is_null()))
    return "";
  const NearKernelFit fit = fitOfNearKernel(*A_, nearKernelVectors());
  if (hasVectors) return fit.isTorn() ? textOfVectors(fit) + '.' : "";
  return fit.haveWrongPositions(dimension) ? textOfPositions(fit, dimension) + '.' : "";
}

std::vector<std::string> PreconditionerBase::notices() const {
  std::vector<std::string> lines = parameters_.notices;
  const Parameters& used = parametersInUse();
  if (choice_.is_null() && !order_.is_null()) lines.push_back(textOf(kindOf(order_), order_->numLacking()));
  const bool looksOtherwise = parameters_.checkMatrix && nearKernel_.numbering == UnknownNumbering::nodes &&
                              usesNearKernel(parameters_) && unknownsByComponents(*A_) > 0;
  if (looksOtherwise)
    lines.push_back(
        "unknowns are told to be numbered node by node, but by sums of rows they are so component by component: then "
        "rigid-body modes are wrong. Leave `numbering` away to have it looked for.");
  if (hasUserData_ && choice_.is_null() && !usesNearKernel(used) && used.solver.nullSpace != NullSpaceKind::nearKernel)
    lines.push_back(
        std::string("`user data` (near-kernel vectors, coordinates, unknowns of a node) has no effect on ") +
        (used.type == "amg" ? "multigrid without a test space or nodes" : '`' + used.type + '`') + ".");
  if (!nearKernel_.vectors.is_null() && usesNearKernel(used)) {
    const std::string line = dependence(A_->rowMap(), nearKernelVectors());
    if (!line.empty()) lines.push_back(line);
  }
  const bool hasVectors = !nearKernel_.vectors.is_null() || !nearKernel_.coordinates.is_null();
  const std::string wrongRows = misfit();
  if (!wrongRows.empty()) lines.push_back(wrongRows);
  if (hasVectors && !ignoresPositions() && used.type == "amg" &&
      used.amg.testSpace.kind == TestSpaceKind::rigidBodyModes)
    lines.push_back(
        "`amg/test space/type` = rigid body modes finds what is given: near-kernel vectors and coordinates are used "
        "for nodes alone. Leave one of the two out.");
  if (!hierarchy().is_null()) {
    const int numLevels = static_cast<int>(hierarchy()->levels.size());
    for (const auto& level : used.amg.perLevel)
      if (level.first >= numLevels)
        lines.push_back(
            "'amg/level " + std::to_string(level.first) + "' is given, but the hierarchy has " +
            (numLevels == 1 ? std::string("level 0 alone.") : "levels 0 to " + std::to_string(numLevels - 1) + "."));
  }
  if (takesAdaptiveFsai(used)) {
    const std::string line = hubs(*A_);
    if (!line.empty()) lines.push_back(line);
  }
  if (!hierarchy().is_null() && used.amg.storage.krylov != StoragePrecision::doublePrecision) {
    if (!narrowSystem().exists())
      lines.push_back(
          "`amg/precision/krylov` = single has no effect: the matrix has no place in single, the finest level is "
          "solved, the levels are those of a scaled matrix or of another order of its rows, or `reuse` is all.");
    else if (used.solver.nullSpace != NullSpaceKind::none)
      lines.push_back("`amg/precision/krylov` = single has no effect beside `solver/null space`.");
    else if (used.solver.method != KrylovMethod::automatic && used.solver.method != KrylovMethod::flexibleCg)
      lines.push_back("`amg/precision/krylov` = single has no effect on " + std::string(nameOf(used.solver.method)) +
                      ": take `solver/method` = automatic.");
  }
  if (wantsFixedSymmetric(used.solver.method) && !isFixedSymmetric())
    lines.push_back("`solver/method` is " + std::string(nameOf(used.solver.method)) +
                    ", but the preconditioner is not symmetric, or not the same in every application, which costs "
                    "iterations: take automatic or flexible cg.");
  return lines;
}

}  // namespace Chronos
