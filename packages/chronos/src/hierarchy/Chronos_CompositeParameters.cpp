// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CompositeParameters.hpp"

#include "Chronos_ParameterBinding.hpp"

namespace Chronos {

void bindComposite(ParameterBinding& list, CompositeParameters& p) {
  list.integer(
      "maximum hierarchies", p.maxHierarchies, 1, 20,
      "Hierarchies that precondition together, at most. Each one beyond the first is made from the vector that "
      "those before it reduce least, by a coarsening that keeps a given vector (matching, aggregates, bamg). "
      "Not to be confused with `bootstrap rounds`, which replace one hierarchy by a better one.");
  list.real("convergence", p.convergence, 0, 1,
            "No further hierarchy is made once the last iteration of the search reduces the energy norm of the error "
            "by this factor or less.");
  list.integer("iterations", p.iterations, 1, 1000,
               "Of the search for the vector that is reduced least, from a random one: each applies all hierarchies "
               "there are.");
  list.choice(
      "composition", p.composition,
      {{"multiplicative", Composition::multiplicative},
       {"symmetrised", Composition::symmetrised},
       {"additive", Composition::additive}},
      "multiplicative: one cycle after the other, not symmetric: `solver/method` = automatic takes flexible cg; "
      "symmetrised: the same once more in the opposite order, twice the work; additive: their scaled sum.");
}

}  // namespace Chronos
