// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UserData.hpp"

#include "Chronos_Error.hpp"

namespace Chronos::Command {
namespace {

constexpr int mostPerNode = 64;  // as --dofs

void refuseVectors(const Teuchos::ParameterList& userData, const std::string& name, const std::string& option) {
  if (userData.isParameter(name))
    throw InputError("'" + name +
                     "' in the list 'user data' is for applications, which hand over vectors: name a file by " +
                     option + ".");
}

[[noreturn]] void refuseBoth(const std::string& option, const std::string& entry) {
  throw InputError(option + " and " + entry + " in the list 'user data' differ: give one of them.");
}

}  // namespace

NearKernelInput readUserData(const Teuchos::ParameterList& list) {
  const std::string name = "user data";
  NearKernelInput told;
  if (!list.isParameter(name)) return told;
  if (!list.isSublist(name)) throw InputError("'" + name + "' is a list, not a parameter: give one of its entries.");
  const Teuchos::ParameterList& userData = list.sublist(name);
  refuseVectors(userData, "Nullspace", "--near-kernel");
  refuseVectors(userData, "Coordinates", "--coordinates");
  Chronos::readUserData(userData, told);
  if (told.degreesOfFreedom > mostPerNode)
    throw InputError("'number of equations' in the list 'user data' is " + std::to_string(told.degreesOfFreedom) +
                     ", a node has at most " + std::to_string(mostPerNode) + " unknowns.");
  return told;
}

void heedUserData(const NearKernelInput& told, MatrixOptions& matrix, VectorOptions& vectors) {
  const int degrees = told.degreesOfFreedom;
  if (degrees > 0 && vectors.degreesOfFreedom > 0 && vectors.degreesOfFreedom != degrees)
    refuseBoth("--dofs " + std::to_string(vectors.degreesOfFreedom),
               "'number of equations' = " + std::to_string(degrees));
  if (degrees > 0) vectors.degreesOfFreedom = degrees;
  if (told.numbering != UnknownNumbering::nodes) return;
  if (matrix.numbering == FileNumbering::components) refuseBoth("--numbering components", "'numbering' = nodes");
  matrix.numbering = FileNumbering::nodes;
}

}  // namespace Chronos::Command
