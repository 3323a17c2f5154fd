// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FILENUMBERING_HPP
#define CHRONOS_FILENUMBERING_HPP

#include "Chronos_Types.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace Chronos::Command {

/// How a file numbers the unknowns of nodes.
enum class FileNumbering {
  automatic,  ///< components where sums of rows say so; else nodes
  nodes,      ///< those of a node follow each other
  components  ///< all first ones, then all second ones
};

/// --numbering, `automatic` where it is not given; after addMatrixOptions().
void addNumberingOption(CLI::App& app, std::optional<FileNumbering>& numbering);

/// \brief Unknowns of a node of a matrix that is numbered component by component; 0 where it is not. Collective.
/// \param told unknowns of a node; 1 where nobody told
/// \throws InputError on all ranks where `components` is asked for and the matrix has no such nodes, is numbered node
/// by node by what its entries tell, or nobody knows of how many unknowns
int componentsOf(const TpetraCrsMatrix& A, FileNumbering numbering, int told);

/// For tables. Local.
std::string numberingText(int unknownsPerNode);

}  // namespace Chronos::Command

#endif
