// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearKernelInput.hpp"

#include "Chronos_FirstUnknown.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_DidYouMean.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_NearKernelChecks.hpp"
#include "Chronos_NodesOfUnknowns.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_RigidBodyModes.hpp"
#include "Chronos_RowsByIndex.hpp"
#include "Chronos_ScalingExponent.hpp"
#include "Chronos_TablePool.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

using MultiVectorPointer = Teuchos::RCP<const TpetraMultiVector>;

MultiVectorPointer readVectors(const Teuchos::ParameterList& list, const std::string& name) {
  if (!list.isParameter(name)) return Teuchos::null;
  if (list.isType<Teuchos::RCP<TpetraMultiVector>>(name)) return list.get<Teuchos::RCP<TpetraMultiVector>>(name);
  if (list.isType<MultiVectorPointer>(name)) return list.get<MultiVectorPointer>(name);
  throw InputError("'" + name +
                   "' in the list 'user data' must be an RCP of a Tpetra::MultiVector<double> of the default types.");
}

UnknownNumbering readNumbering(const Teuchos::ParameterList& list, const std::string& name) {
  const std::string kind = list.isType<std::string>(name) ? list.get<std::string>(name) : std::string();
  if (kind != "automatic" && kind != "nodes")
    throw InputError("'" + name + "' in the list 'user data' must be a string, automatic or nodes.");
  return kind == "nodes" ? UnknownNumbering::nodes : UnknownNumbering::automatic;
}

TestSpace rowsOnMap(const TpetraMultiVector& V, const Map& map, const std::string& what) {
  return rowsByIndex(V, ownedGlobals(map), what);
}

// Squares of entries of 1e300 or 1e-300 overflow or vanish, and only directions count: such a vector is scaled by a
// power of two.
TestSpace ofOrdinarySize(const Comm& comm, const TestSpace& vectors) {
  const auto numVectors = static_cast<int>(vectors.extent(1));
  std::vector<int> exponents(numVectors, 0);
  std::vector<double> largest(numVectors, 0);
  const Block v = allocateBlock("Chronos::near-kernel vector", vectors.extent(0), 1);
  JointReduction all;
  for (int j = 0; j < numVectors; ++j) {
    packBlock(vectors, j, v);
    largest[j] = largestEntries(v)[0];
    all.max(largest[j]);
  }
  all.reduce(comm);
  for (int j = 0; j < numVectors; ++j) {
    if (!std::isfinite(largest[j]))
      throw InputError("Near-kernel vector " + std::to_string(j) +
                       " (counted from 0) holds a NaN or an infinity. Correct it, or leave it out.");
    exponents[j] = scalingExponent(largest[j]);
  }
  if (std::all_of(exponents.begin(), exponents.end(), [](int exponent) { return exponent == 0; })) return vectors;
  const auto scaled = allocateTable<ColumnsOfVectors>("Chronos::near kernel", vectors.extent(0), vectors.extent(1));
  for (int j = 0; j < numVectors; ++j) {
    packBlock(vectors, j, v);
    scaleColumns({std::ldexp(1.0, -exponents[j])}, v);
    unpackBlock(v, ColumnsOfVectors(scaled.data() + j * scaled.extent(0), scaled.extent(0), 1), 0);
  }
  return scaled;
}

TestSpace vectorsOnRows(const TpetraMultiVector& V, const Teuchos::RCP<const Map>& rowMap) {
  const long long found = TrilinosVersion::numGlobal(*V.getMap()), wanted = TrilinosVersion::numGlobal(*rowMap);
  if (found != wanted)
    throw InputError("The near-kernel vectors have " + std::to_string(found) + " rows, the matrix has " +
                     std::to_string(wanted) + ". Give one row for each unknown.");
  return ofOrdinarySize(*rowMap->getComm(), rowsOnMap(V, *rowMap, "near-kernel vectors"));
}

class NearKernelMaker {
 public:
  NearKernelMaker(const NearKernelInput& input, const Teuchos::RCP<const Map>& rowMap)
      : input_(input), rowMap_(rowMap), comm_(*rowMap->getComm()), numUnknowns_(TrilinosVersion::numGlobal(*rowMap)) {}

  NearKernel make() {
    NearKernel result;
    if (!input_.vectors.is_null()) result.vectors = vectorsOnRows(*input_.vectors, rowMap_);
    if (!input_.coordinates.is_null()) {
      const UnknownPositions positions = unknownPositions();
      checkSpread(*input_.coordinates);
      if (result.vectors.extent(1) == 0) result.vectors = rigidBodyModes(comm_, positions);
    } else {
      degreesOfFreedom_ = std::max(input_.degreesOfFreedom, 1);
      checkMultiple();
      blocks_ = {degreesOfFreedom_, firstUnknown(*rowMap_, degreesOfFreedom_)};
    }
    // A node of one unknown says nothing.
    if (degreesOfFreedom_ > 1)
      result.nodes = nodesByPosition_.data() != nullptr ? nodesByPosition_ : nodesOfBlocks(*rowMap_, blocks_);
    return result;
  }

 private:
  void checkMultiple() const {
    if (numUnknowns_ % degreesOfFreedom_ == 0) return;
    throw InputError(
        "The matrix has " + std::to_string(numUnknowns_) + " unknowns, which is no multiple of " +
        std::to_string(degreesOfFreedom_) +
        " degrees of freedom a node. Correct that number, or give coordinates and a component for each unknown.");
  }

  UnknownPositions unknownPositions() {
    const bool hasComponents = Chronos::hasComponents(input_, comm_);
    const long long length = TrilinosVersion::numGlobal(*input_.coordinates->getMap());
    if (hasComponents) {
      std::string message;
      const std::size_t numRows = TrilinosVersion::numLocal(*rowMap_);
      if (input_.components.size() != numRows)
        message = "There are " + std::to_string(input_.components.size()) + " components on rank " +
                  std::to_string(comm_.getRank()) + ", but " + std::to_string(numRows) +
                  " unknowns of the matrix. Give one component for each.";
      throwIfAny(comm_, message);
      if (length != numUnknowns_)
        throw InputError("With components there must be one row of coordinates for each of the " +
                         std::to_string(numUnknowns_) + " unknowns, not " + std::to_string(length) + " rows.");
    }
    const bool perUnknown = length == numUnknowns_;
    UnknownPositions result;
    if (perUnknown) result.positions = rowsOnMap(*input_.coordinates, *rowMap_, "coordinates");
    if (perUnknown && !hasComponents) {
      blocks_ = blocksInPlaces(*rowMap_, result.positions, input_.degreesOfFreedom);
      degreesOfFreedom_ = blocks_.perNode;
    } else {
      degreesOfFreedom_ =
          input_.degreesOfFreedom > 0 ? input_.degreesOfFreedom : degreesByLengths(length, hasComponents);
      // With a row for each node all are whole.
      blocks_ = {degreesOfFreedom_, firstUnknown(*rowMap_)};
    }
    if (!perUnknown && length * degreesOfFreedom_ != numUnknowns_)
      throw InputError("There are " + std::to_string(length) + " rows of coordinates and " +
                       std::to_string(degreesOfFreedom_) + " degrees of freedom a node, but " +
                       std::to_string(numUnknowns_) +
                       " unknowns. Give one row for each node with all its unknowns, or one row for each unknown with "
                       "its component.");
    if (!hasComponents) checkMultiple();
    result.degreesOfFreedom = degreesOfFreedom_;
    if (hasComponents) result.components = toView("Chronos::components", input_.components);
    else result.components = componentsOfBlocks(*rowMap_, blocks_);
    if (perUnknown) {
      if (hasComponents) nodesByPosition_ = nodesByPosition(*rowMap_, result.positions, result.components);
    } else {
      const GlobalOrdinal firstNode = firstUnknown(*input_.coordinates->getMap());
      result.positions = rowsByIndex(*input_.coordinates, nodesOfBlocks(*rowMap_, blocks_, firstNode), "coordinates");
    }
    return result;
  }

  int degreesByLengths(long long length, bool hasComponents) const {
    if (hasComponents) {
      long long largest = 0;
      for (int component : input_.components) largest = std::max<long long>(largest, component);
      return static_cast<int>(std::min<long long>(maxOverRanks(comm_, largest), 63)) + 1;
    }
    if (length > 0 && numUnknowns_ % length == 0) return static_cast<int>(numUnknowns_ / length);
    throw InputError(
        "There are " + std::to_string(length) + " rows of coordinates, but " + std::to_string(numUnknowns_) +
        " unknowns, which is no multiple. Give one row for each node with all its unknowns, or one row for each "
        "unknown with its component.");
  }

  const NearKernelInput& input_;
  Teuchos::RCP<const Map> rowMap_;
  const Comm& comm_;
  long long numUnknowns_;
  int degreesOfFreedom_ = 1;
  ConsecutiveNodes blocks_{1, 0};  // where numbers tell the nodes
  UnknownNodes nodesByPosition_;   // null where numbers tell the nodes
};

}  // namespace

bool hasComponents(const NearKernelInput& input, const Comm& comm) {
  return !input.coordinates.is_null() && maxOverRanks(comm, static_cast<long long>(input.components.size())) > 0;
}

void readUserData(const Teuchos::ParameterList& userData, NearKernelInput& input) {
  const std::string numbering = "numbering";
  const std::vector<std::string> known = {"Nullspace", "Coordinates", "number of equations", numbering};
  for (auto entry = userData.begin(); entry != userData.end(); ++entry) {
    const std::string& name = userData.name(entry);
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError("'" + name + "' in the list 'user data' is unknown." + didYouMean(name, known) +
                       " Known here: Nullspace, Coordinates, number of equations, numbering.");
  }
  const MultiVectorPointer vectors = readVectors(userData, "Nullspace"),
                           coordinates = readVectors(userData, "Coordinates");
  const std::string degrees = "number of equations";
  if (userData.isParameter(degrees)) {
    if (!userData.isType<int>(degrees) || userData.get<int>(degrees) < 1)
      throw InputError("'" + degrees + "' in the list 'user data' must be an int, 1 or more.");
    input.degreesOfFreedom = userData.get<int>(degrees);
  }
  if (userData.isParameter(numbering)) input.numbering = readNumbering(userData, numbering);
  if (!vectors.is_null()) input.vectors = vectors;
  if (!coordinates.is_null()) input.coordinates = coordinates;
}

NearKernel makeNearKernel(const NearKernelInput& input, const Teuchos::RCP<const Map>& rowMap) {
  return input.isEmpty() ? NearKernel() : NearKernelMaker(input, rowMap).make();
}

}  // namespace Chronos
