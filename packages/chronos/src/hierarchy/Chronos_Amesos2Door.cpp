// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amesos2Door.hpp"

#include "Chronos_Error.hpp"

#include <algorithm>
#include <memory>

namespace Chronos {
namespace {

// Needs no initialisation at run time: registering happens before main(), in any order of files.
constexpr const char* automatic = "automatic";

std::unique_ptr<Amesos2Door>& theDoor() {
  static std::unique_ptr<Amesos2Door> door;
  return door;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

void openAmesos2Door(const Amesos2Door& door) {
  theDoor() = std::make_unique<Amesos2Door>(door);
}

const Amesos2Door* amesos2Door() {
  return theDoor().get();
}

const std::vector<std::string>& amesos2Names() {
  static const std::vector<std::string> names{automatic,     "KLU2",         "Tacho",   "CHOLMOD",   "SuperLU",
                                              "SuperLU_MT",  "SuperLU_DIST", "MUMPS",   "STRUMPACK", "Basker",
                                              "ShyLUBasker", "PARDISO_MKL",  "UMFPACK", "LAPACK",    "cuSOLVER"};
  return names;
}

void checkAmesos2(const std::string& solver) {
  const Amesos2Door* door = amesos2Door();
  if (door == nullptr || !door->make)
    throw InputError(
        "`coarse solver/type` = amesos2 needs the library Chronos::amesos2, which this program was not linked with: "
        "link "
        "it (find_package(Chronos COMPONENTS amesos2)) and include Chronos_Amesos2.hpp, or take `type` = cholesky.");
  if (door->solvers.empty())
    throw InputError("The Amesos2 of this Trilinos has no solver at all: take `coarse solver/type` = cholesky.");
  if (solver != automatic && std::find(door->solvers.begin(), door->solvers.end(), solver) == door->solvers.end())
    throw InputError("`coarse solver/amesos2 solver` = " + solver + ": the Amesos2 of this Trilinos has " +
                     joined(door->solvers) + ". Take one of these, or a Trilinos that was built with " + solver + ".");
}

Teuchos::RCP<const Smoother> makeAmesos2Solver(const Teuchos::RCP<const DistMatrix<double>>& A,
                                               const std::string& solver) {
  checkAmesos2(solver);
  const Amesos2Door& door = *amesos2Door();
  return door.make(A, solver == automatic ? door.best(A->rowMap()->getComm()->getSize()) : solver);
}

}  // namespace Chronos
