// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FileNumbering.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_Numbering.hpp"
#include "Chronos_TpetraConversion.hpp"

#include <map>

namespace Chronos::Command {
namespace {

int shownComponents(const TpetraCrsMatrix& A, int told) {
  const DistMatrix<double> matrix = fromTpetra(A);
  if (told == 1) return unknownsByComponents(matrix);
  return isNumberedByComponents(matrix, told) ? told : 0;
}

// What is wrong with a matrix its checks say later.
template <class Question>
int answerTo(const Question& question) {
  try {
    return question();
  } catch (const InputError&) {
  } catch (const BreakdownError&) {}
  return 0;
}

// Lengths fit any order of the unknowns, but modes and nodes of a wrong one cost ten times the iterations.
void refuseNodes(const TpetraCrsMatrix& A, int told) {
  const bool isByNodes = answerTo([&] {
                           const DistMatrix<double> matrix = fromTpetra(A);
                           return isNumberedByNodes(matrix, told) && !isNumberedByComponents(matrix, told);
                         }) != 0;
  if (isByNodes)
    throw InputError("--numbering components: by sums of its rows the matrix is numbered node by node, " +
                     std::to_string(told) + " unknowns a node. Leave the option away, or say --numbering nodes.");
}

}  // namespace

void addNumberingOption(CLI::App& app, std::optional<FileNumbering>& numbering) {
  numbering = FileNumbering::automatic;
  static const std::map<std::string, FileNumbering> kinds = {{"automatic", FileNumbering::automatic},
                                                             {"nodes", FileNumbering::nodes},
                                                             {"components", FileNumbering::components}};
  const auto take = [&numbering](const std::string& kind) { numbering = kinds.at(kind); };
  app.add_option_function<std::string>(
         "--numbering", take,
         "how files number the unknowns of nodes: nodes (those of a node follow each other), components (all first "
         "ones, then all second ones; solved node by node, written as in the file), or automatic, when not given: "
         "components where sums of rows say so")
      ->group("Matrix")
      ->option_text("KIND")
      ->excludes(app.get_option("--problem"))
      ->check(CLI::IsMember(&kinds));
}

int componentsOf(const TpetraCrsMatrix& A, FileNumbering numbering, int told) {
  const bool isSquare = A.getGlobalNumRows() == A.getGlobalNumCols();
  if (numbering == FileNumbering::nodes || !isSquare) return 0;
  if (numbering == FileNumbering::components && told > 1) {
    refuseNodes(A, told);
    return told;
  }
  const int shown = answerTo([&] { return shownComponents(A, told); });
  if (shown == 0 && numbering == FileNumbering::components)
    throw InputError(
        "--numbering components: sums of rows do not show how many unknowns a node has. Say it by --dofs, or give "
        "--coordinates with a row a node.");
  return shown;
}

std::string numberingText(int unknownsPerNode) {
  return "component by component, " + std::to_string(unknownsPerNode) + " a node; solved node by node";
}

}  // namespace Chronos::Command
