// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ComponentBindings.hpp"

namespace Chronos {

void bindProlongationSmoothing(ParameterBinding& list, ProlongationSmoothingParameters& p) {
  list.integer("steps", p.steps, 0, 10,
               "Jacobi steps on the prolongation; 0: none. One makes iterations fewer and levels denser.");
  list.real("damping", p.damping, 1e-3, 1.999,
            "omega times the estimate of the largest eigenvalue of D^{-1} A; below 2 a step lowers the "
            "energy of every column.");
  list.choice("rows", p.rows, {{"all", SmoothedRows::all}, {"fine", SmoothedRows::fine}},
              "Rows that are smoothed: all, or those of fine points only, which keeps P an injection at "
              "coarse points.");
  list.choice("matrix", p.matrix, {{"whole", SmoothingMatrix::whole}, {"strong", SmoothingMatrix::strong}},
              "The matrix of the step: A, or A with its weak entries added to the diagonal, which is sparser "
              "but right for "
              "constants only.");
  list.integer(
      "eigenvalue steps", p.eigenvalueSteps, 1, 1000,
      "Lanczos steps of the estimate of that eigenvalue, at least; up to 40 where a bound from above needs more "
      "(matrix = whole).");
}

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
              "Of a filtered operator: on the test space, which makes it nonsymmetric (no conjugate gradients), "
              "or by the diagonal, which keeps symmetry and is right for constants only. Prolongations always "
              "take the test space.");
}

}  // namespace Chronos
