// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearKernelInput.hpp"

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RigidBodyModes.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <Tpetra_Import.hpp>

#include <algorithm>

namespace Chronos {
namespace {

using MultiVectorPointer = Teuchos::RCP<const TpetraMultiVector>;

MultiVectorPointer readVectors(const Teuchos::ParameterList& list, const std::string& name) {
  if (!list.isParameter(name)) return Teuchos::null;
  if (list.isType<Teuchos::RCP<TpetraMultiVector>>(name)) return list.get<Teuchos::RCP<TpetraMultiVector>>(name);
  if (list.isType<MultiVectorPointer>(name)) return list.get<MultiVectorPointer>(name);
  throw InputError("'" + name + "' in the list 'user data' must be an RCP of a Tpetra::MultiVector<double> of the default types.");
}

long long lengthOf(const Map& map) { return static_cast<long long>(map.getGlobalNumElements()); }

// Rows of V in the order of `map`, fetched from their owners. Indices of `map` that V does not have are an error.
TestSpace rowsOnMap(const TpetraMultiVector& V, const Teuchos::RCP<const Map>& map, const std::string& what) {
  const Comm& comm = *map->getComm();
  const TestVectors rows = allocateVectors("Chronos::user vectors", TrilinosVersion::numLocal(*map), V.getNumVectors());
  if (V.getMap()->isSameAs(*map)) {
    Kokkos::deep_copy(Device::execution_space(), rows, V.getLocalViewDevice(Tpetra::Access::ReadOnly));
    Device::execution_space().fence();
    return rows;
  }
  std::vector<GlobalOrdinal> indices(rows.extent(0));
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = map->getGlobalElement(static_cast<LocalOrdinal>(i));
  std::vector<int> owners(indices.size());
  V.getMap()->getRemoteIndexList(Teuchos::arrayViewFromVector(indices), Teuchos::arrayViewFromVector(owners));
  const auto lost = std::find(owners.begin(), owners.end(), -1);
  throwIfAny(comm, lost == owners.end() ? ""
                                        : "The " + what + " have no row of global index " +
                                              std::to_string(indices[lost - owners.begin()]) +
                                              ", which the matrix asks for. Give them on a map with the matrix's indices.");
  TpetraMultiVector target(map, V.getNumVectors(), false);
  target.doImport(V, Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node>(V.getMap(), map), Tpetra::INSERT);
  Kokkos::deep_copy(Device::execution_space(), rows, target.getLocalViewDevice(Tpetra::Access::ReadOnly));
  Device::execution_space().fence();
  return rows;
}

TestSpace vectorsOnRows(const TpetraMultiVector& V, const Teuchos::RCP<const Map>& rowMap) {
  const long long found = lengthOf(*V.getMap()), wanted = lengthOf(*rowMap);
  if (found != wanted)
    throw InputError("The near-kernel vectors have " + std::to_string(found) + " rows, the matrix has " + std::to_string(wanted) +
                     ". Give one row for each unknown.");
  return rowsOnMap(V, rowMap, "near-kernel vectors");
}

std::vector<GlobalOrdinal> globalsOf(const Map& map) {
  std::vector<GlobalOrdinal> globals(TrilinosVersion::numLocal(map));
  for (std::size_t i = 0; i < globals.size(); ++i) globals[i] = map.getGlobalElement(static_cast<LocalOrdinal>(i));
  return globals;
}

// Rows fetched by index, an index as often as it is asked for.
TestSpace rowsAt(const TpetraMultiVector& V, const std::vector<GlobalOrdinal>& globals, const std::string& what) {
  std::vector<GlobalOrdinal> distinct = globals;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  const auto sumOfRanks = Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid();
  const auto map = Teuchos::rcp(new Map(sumOfRanks, Teuchos::ArrayView<const GlobalOrdinal>(distinct.data(), distinct.size()),
                                        V.getMap()->getIndexBase(), V.getMap()->getComm()));
  const auto from = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rowsOnMap(V, map, what));
  const TestVectors rows = allocateVectors("Chronos::user rows", globals.size(), V.getNumVectors());
  const auto to = Kokkos::create_mirror_view(rows);
  for (std::size_t i = 0; i < globals.size(); ++i) {
    const auto place = std::lower_bound(distinct.begin(), distinct.end(), globals[i]) - distinct.begin();
    for (std::size_t k = 0; k < rows.extent(1); ++k) to(i, k) = from(place, k);
  }
  Kokkos::deep_copy(rows, to);
  return rows;
}

class NearKernelMaker {
 public:
  NearKernelMaker(const NearKernelInput& input, const Teuchos::RCP<const Map>& rowMap)
      : input_(input), rowMap_(rowMap), comm_(*rowMap->getComm()), numUnknowns_(lengthOf(*rowMap)), globals_(globalsOf(*rowMap)) {}

  NearKernel make() {
    NearKernel result;
    if (!input_.vectors.is_null()) result.vectors = vectorsOnRows(*input_.vectors, rowMap_);
    if (!input_.coordinates.is_null()) {
      const UnknownPositions positions = unknownPositions();
      if (result.vectors.extent(1) == 0) result.vectors = rigidBodyModes(comm_, positions);
    } else {
      degreesOfFreedom_ = std::max(input_.degreesOfFreedom, 1);
      checkMultiple();
    }
    // A node of one unknown says nothing.
    if (degreesOfFreedom_ > 1) result.nodes = toView("Chronos::nodes of unknowns", nodes_.empty() ? nodesByNumber() : nodes_);
    return result;
  }

 private:
  void checkMultiple() const {
    if (numUnknowns_ % degreesOfFreedom_ == 0) return;
    throw InputError("The matrix has " + std::to_string(numUnknowns_) + " unknowns, which is no multiple of " +
                     std::to_string(degreesOfFreedom_) +
                     " degrees of freedom a node. Correct that number, or give coordinates and a component for each unknown.");
  }

  std::vector<GlobalOrdinal> nodesByNumber() const {
    std::vector<GlobalOrdinal> nodes = globals_;
    for (GlobalOrdinal& node : nodes) node = (node - rowMap_->getIndexBase()) / degreesOfFreedom_;
    return nodes;
  }

  std::vector<int> componentsByNumber() const {
    std::vector<int> components;
    for (GlobalOrdinal global : globals_)
      components.push_back(static_cast<int>((global - rowMap_->getIndexBase()) % degreesOfFreedom_));
    return components;
  }

  UnknownPositions unknownPositions() {
    const bool hasComponents = maxOverRanks(comm_, static_cast<long long>(input_.components.size())) > 0;
    const long long length = lengthOf(*input_.coordinates->getMap());
    if (hasComponents) {
      std::string message;
      if (input_.components.size() != globals_.size())
        message = "There are " + std::to_string(input_.components.size()) + " components on rank " +
                  std::to_string(comm_.getRank()) + ", but " + std::to_string(globals_.size()) +
                  " unknowns of the matrix. Give one component for each.";
      throwIfAny(comm_, message);
      if (length != numUnknowns_)
        throw InputError("With components there must be one row of coordinates for each of the " + std::to_string(numUnknowns_) +
                         " unknowns, not " + std::to_string(length) + " rows.");
    }
    degreesOfFreedom_ = input_.degreesOfFreedom > 0 ? input_.degreesOfFreedom : degreesByLengths(length, hasComponents);
    const bool perUnknown = length == numUnknowns_;
    if (!perUnknown && length * degreesOfFreedom_ != numUnknowns_)
      throw InputError("There are " + std::to_string(length) + " rows of coordinates and " + std::to_string(degreesOfFreedom_) +
                       " degrees of freedom a node, but " + std::to_string(numUnknowns_) +
                       " unknowns. Give one row for each node with all its unknowns, or one row for each unknown with its component.");
    if (!hasComponents) checkMultiple();
    const std::vector<int> components = hasComponents ? input_.components : componentsByNumber();
    UnknownPositions result;
    if (perUnknown) {
      result.positions = rowsOnMap(*input_.coordinates, rowMap_, "coordinates");
      if (hasComponents) nodes_ = nodesByPosition(result.positions);
    } else {
      std::vector<GlobalOrdinal> nodes = nodesByNumber();
      for (GlobalOrdinal& node : nodes) node += input_.coordinates->getMap()->getIndexBase();
      result.positions = rowsAt(*input_.coordinates, nodes, "coordinates");
    }
    result.components = toView("Chronos::components", components);
    result.degreesOfFreedom = degreesOfFreedom_;
    return result;
  }

  int degreesByLengths(long long length, bool hasComponents) const {
    if (hasComponents) {
      long long largest = 0;
      for (int component : input_.components) largest = std::max<long long>(largest, component);
      return static_cast<int>(std::min<long long>(maxOverRanks(comm_, largest), 63)) + 1;
    }
    if (length > 0 && numUnknowns_ % length == 0) return static_cast<int>(numUnknowns_ / length);
    throw InputError("There are " + std::to_string(length) + " rows of coordinates, but " + std::to_string(numUnknowns_) +
                     " unknowns, which is no multiple. Give one row for each node with all its unknowns, or one row for each "
                     "unknown with its component.");
  }

  // Unknowns that follow each other, with growing components in one place, share a node; its number is that of the first.
  std::vector<GlobalOrdinal> nodesByPosition(const TestSpace& positions) const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), positions);
    std::vector<GlobalOrdinal> nodes(globals_.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      bool isSame = i > 0 && input_.components[i] > input_.components[i - 1];
      for (std::size_t d = 0; isSame && d < host.extent(1); ++d) isSame = host(i, d) == host(i - 1, d);
      nodes[i] = isSame ? nodes[i - 1] : globals_[i];
    }
    return nodes;
  }

  const NearKernelInput& input_;
  Teuchos::RCP<const Map> rowMap_;
  const Comm& comm_;
  long long numUnknowns_;
  std::vector<GlobalOrdinal> globals_;
  int degreesOfFreedom_ = 1;
  std::vector<GlobalOrdinal> nodes_;  // where positions tell them
};

}  // namespace

void readUserData(const Teuchos::ParameterList& userData, NearKernelInput& input) {
  const MultiVectorPointer vectors = readVectors(userData, "Nullspace"), coordinates = readVectors(userData, "Coordinates");
  const std::string degrees = "number of equations";
  if (userData.isParameter(degrees)) {
    if (!userData.isType<int>(degrees) || userData.get<int>(degrees) < 1)
      throw InputError("'" + degrees + "' in the list 'user data' must be an int, 1 or more.");
    input.degreesOfFreedom = userData.get<int>(degrees);
  }
  if (!vectors.is_null()) input.vectors = vectors;
  if (!coordinates.is_null()) input.coordinates = coordinates;
}

NearKernel makeNearKernel(const NearKernelInput& input, const Teuchos::RCP<const Map>& rowMap) {
  return input.isEmpty() ? NearKernel() : NearKernelMaker(input, rowMap).make();
}

}  // namespace Chronos
