// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Filtering.hpp"
#include "Chronos_ParameterBinding.hpp"

namespace Chronos {

void bindFiltering(ParameterBinding& list, FilteringParameters& p) {
  list.real("share", p.share, 0.01, 1,
            "rho: a row keeps its largest entries up to this share of its sum of magnitudes; the others are "
            "made up for on the "
            "test space, or on the constant vector. 1: no filter.");
  list.integer("maximum entries", p.maxEntries, 0, 100000,
               "Entries kept in a row, unless the test space needs more to be met exactly; 0: as many as the "
               "share says.");
  list.real("maximum correction", p.maxCorrection, 1e-3, 10,
            "Largest correction of a row, as a share of its sum of magnitudes; a row that would need more "
            "keeps more entries.");
  list.choice("compensation", p.compensation,
              {{"test space", Compensation::testSpace}, {"diagonal", Compensation::diagonal}},
              "Of a filtered operator: on the test space, which makes it nonsymmetric (flexible conjugate gradients), "
              "or by the diagonal, which keeps symmetry and is right for constants only. Prolongations always "
              "take the test space.");
}

}  // namespace Chronos
