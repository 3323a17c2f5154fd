// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amesos2.hpp"

#include "Chronos_Amesos2Door.hpp"
#include "Chronos_Amesos2OnRanks.hpp"
#include "Chronos_Amesos2OnRoot.hpp"
#include "Chronos_FactoredOnRoot.hpp"

#include <Amesos2.hpp>

#include <algorithm>

namespace Chronos {
namespace {

// Best first. KLU2 is made for circuits, without dense blocks; Tacho of 13.2 ended in a segmentation fault on 30,492
// unknowns of elasticity, so that it is taken by its name alone where there is another.
const std::vector<std::string> distributedOnes{"SuperLU_DIST", "MUMPS", "STRUMPACK"};
const std::vector<std::string> rootedOnes{"CHOLMOD",  "PARDISO_MKL", "SuperLU_MT", "SuperLU", "UMFPACK", "KLU2",
                                          "cuSOLVER", "ShyLUBasker", "Basker",     "LAPACK",  "Tacho"};

std::string bestOf(int numRanks) {
  const std::vector<std::string>& there = amesos2Solvers();
  const auto firstOf = [&](const std::vector<std::string>& names) {
    for (const std::string& name : names)
      if (std::find(there.begin(), there.end(), name) != there.end()) return name;
    return std::string();
  };
  const std::string distributed = firstOf(distributedOnes), rooted = firstOf(rootedOnes);
  if (numRanks > 1 && !distributed.empty()) return distributed;
  return rooted.empty() ? distributed : rooted;
}

Teuchos::RCP<const Smoother> make(const Teuchos::RCP<const DistMatrix<double>>& A, const std::string& solver) {
  if (isDistributedAmesos2(solver)) return Teuchos::rcp(new Amesos2OnRanks(*A, solver));
  return Teuchos::rcp(new FactoredOnRoot(*A, "amesos2 " + solver, amesos2OnRoot(solver)));
}

}  // namespace

const std::vector<std::string>& amesos2Solvers() {
  static const std::vector<std::string> there = [] {
    std::vector<std::string> names;
    for (const std::string& name : amesos2Names())
      if (name != amesos2Names().front() && Amesos2::query(name)) names.push_back(name);
    return names;
  }();
  return there;
}

bool isDistributedAmesos2(const std::string& solver) {
  return std::find(distributedOnes.begin(), distributedOnes.end(), solver) != distributedOnes.end();
}

bool registerAmesos2() {
  openAmesos2Door({amesos2Solvers(), bestOf, make});
  return true;
}

}  // namespace Chronos
