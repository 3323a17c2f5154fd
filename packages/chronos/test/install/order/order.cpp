// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Links something of both, and little of each.
#include <Chronos_Parameters.hpp>
#include <Chronos_Version.hpp>

#include <MueLu_MasterList.hpp>

int main() {
  const bool hasMueLu = MueLu::MasterList::List()->isParameter("smoother: type");
  const bool hasChronos = Chronos::preset("flow").type == "amg" && CHRONOS_VERSION_NUMBER > 0;
  return hasMueLu && hasChronos ? 0 : 1;
}
