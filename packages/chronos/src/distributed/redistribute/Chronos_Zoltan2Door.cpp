// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Zoltan2Door.hpp"

#include "Chronos_Error.hpp"

#include <memory>

namespace Chronos {
namespace {

// Needs no initialisation at run time: registering happens before main(), in any order of files.
std::unique_ptr<Zoltan2Door>& theDoor() {
  static std::unique_ptr<Zoltan2Door> door;
  return door;
}

}  // namespace

void openZoltan2Door(const Zoltan2Door& door) {
  theDoor() = std::make_unique<Zoltan2Door>(door);
}

const Zoltan2Door* zoltan2Door() {
  return theDoor().get();
}

void checkZoltan2() {
  const Zoltan2Door* door = zoltan2Door();
  if (door == nullptr || !door->partition)
    throw InputError(
        "`amg/agglomeration` = zoltan2 needs the library Chronos::zoltan2, which this program was not linked with: "
        "link it (find_package(Chronos COMPONENTS zoltan2)) and include Chronos_Zoltan2.hpp, or take `agglomeration` = "
        "counts.");
}

}  // namespace Chronos
