// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ParameterBinding.hpp"
#include "Chronos_Strength.hpp"

namespace Chronos {

void bindStrength(ParameterBinding& list, StrengthParameters& p) {
  list.choice("measure", p.measure,
              {{"classical", StrengthMeasure::classical},
               {"symmetric classical", StrengthMeasure::symmetricClassical},
               {"strong couplings", StrengthMeasure::strongCouplings},
               {"affinity", StrengthMeasure::affinity}},
              "classical: -a_ij over the largest -a_ik of the row; symmetric classical: the same for both rows; strong "
              "couplings: |a_ij| / sqrt(a_ii a_jj); affinity: cosines of rows of a test space.");
  list.choice("filter", p.filter,
              {{"threshold", StrengthFilter::threshold}, {"average connections", StrengthFilter::averageConnections}},
              "Connections are strong from a threshold on, or the strongest ones up to an average number a row.");
  list.real("threshold", p.threshold, 0, 1, "theta (filter = threshold).");
  list.real("average connections", p.averageConnections, 0, 1e6,
            "Strong connections a row has on average (that filter).");
  list.real(
      "maximum row sum", p.maxRowSum, 0, 1,
      "Rows whose |sum_j a_ij| exceeds this share of |a_ii| have no strong connections, nor do others have any to "
      "them: they are left to the smoother. 1: off.");
}

}  // namespace Chronos
