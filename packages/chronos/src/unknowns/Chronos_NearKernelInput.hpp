// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NEARKERNELINPUT_HPP
#define CHRONOS_NEARKERNELINPUT_HPP

#include "Chronos_TestSpace.hpp"
#include "Chronos_Types.hpp"

#include <Teuchos_ParameterList.hpp>

#include <vector>

namespace Chronos {

/// Whether somebody looks in which order unknowns are numbered.
enum class UnknownNumbering {
  automatic,  ///< component by component, or nodes that lack unknowns, where entries say so; else node by node
  nodes       ///< node by node, whatever entries say
};

/// \brief What a user tells of the near kernel of a system, as he has it. Each part may be missing.
struct NearKernelInput {
  Teuchos::RCP<const TpetraMultiVector> vectors;      ///< one row an unknown
  Teuchos::RCP<const TpetraMultiVector> coordinates;  ///< one row a node or one row an unknown
  /// Degree of freedom of each owned unknown of the matrix at its node; only with coordinates of unknowns. Empty:
  /// unknown g has g mod degreesOfFreedom, counted from firstUnknown().
  std::vector<int> components;
  int degreesOfFreedom = 0;  ///< unknowns of a node; 0: what the lengths or the components say

  UnknownNumbering numbering = UnknownNumbering::automatic;

  /// Of the coordinates; 0 without.
  int dimension() const { return coordinates.is_null() ? 0 : static_cast<int>(coordinates->getNumVectors()); }
  bool isEmpty() const { return vectors.is_null() && coordinates.is_null() && degreesOfFreedom == 0; }
};

/// Whether a component is given for each unknown. Collective.
bool hasComponents(const NearKernelInput& input, const Comm& comm);

/// \brief Takes `Nullspace`, `Coordinates` and `number of equations` from a sublist `user data`, the first two under
/// the names and types of MueLu: RCP of Tpetra::MultiVector; and `numbering`, automatic or nodes. Local.
/// \throws InputError naming the key when one has another type, or is another one: `coordinates` would be lost silently
void readUserData(const Teuchos::ParameterList& userData, NearKernelInput& input);

/// \brief Vectors and nodes on the rows of a matrix; rigid-body modes when there are coordinates but no vectors.
/// Collective.
///
/// Vectors and coordinates may be distributed in any way, as long as their maps have the right global indices: those of
/// the rows for vectors and for coordinates of unknowns; for coordinates of nodes, unknown g belongs to node
/// g / degreesOfFreedom, both counted from firstUnknown(): from 0, from 1, or wherever indices without a gap begin.
/// \throws InputError on all ranks naming both numbers when lengths do not fit, and those of rigidBodyModes()
NearKernel makeNearKernel(const NearKernelInput& input, const Teuchos::RCP<const Map>& rowMap);

}  // namespace Chronos

#endif
