// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BamgMethod.hpp"

namespace Chronos {

void bindBamg(ParameterBinding& list, BamgParameters& p) {
  list.integer("minimum distance", p.minDistance, 1, 20,
               "Strong connections that coarse points are away at most, first try.");
  list.integer(
      "maximum distance", p.maxDistance, 1, 20,
      "The last one: rows that fail there try weak connections, and become coarse points when those fail. With less "
      "than a twentieth of the fine rows left behind distance 2 and the minimum they try weak connections at once; up "
      "to one in four hundred of the fine rows that fail there become coarse points, and of more a distance at which "
      "fewer than one in fifty succeeds is the last one. Not below the minimum.");
  list.ordered("minimum distance", p.minDistance, "maximum distance", p.maxDistance);
  list.real("residual", p.rules.residual, 1e-14, 1,
            "A row is good when it reproduces its row of the test space to this, relatively.");
  list.real("weight norm", p.rules.weightNorm, 0.1, 1e6, "And when the Euclidean norm of its weights is at most this.");
  list.real("path power", p.rules.pathPower, 0, 10,
            "How much the strength of the connections that lead to a coarse point counts when a basis is chosen; 0: "
            "not at all.");
  list.real("independence", p.rules.independence, 1e-14, 0.1,
            "Coarse points whose test vectors are nearer than this to the span of those chosen are no use, relative to "
            "the longest; whatever the strength of their paths.");
}

InterpolationMethod bamgMethod() {
  return {"bamg",
          "by least squares on a test space, for systems of equations",
          [](const InterpolationTask& task, const std::any& parameters) -> Interpolated {
            const BamgResult result = bamgInterpolation(task.A, task.strong, task.splitting, task.testSpace,
                                                        parametersOf<BamgParameters>(parameters), task.ranks);
            return {result.P, result.splitting, result.numPromoted, result.distributions};
          },
          BamgParameters(),
          bindingOf(bindBamg),
          {true, true}};
}

}  // namespace Chronos
