// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ParameterBinding.hpp"
#include "Chronos_ProlongationSmoothing.hpp"

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
  list.choice("diagonal", p.diagonal, {{"entries", SmoothingDiagonal::entries}, {"nodes", SmoothingDiagonal::nodes}},
              "D: the diagonal of A, or its blocks that belong to nodes (all rows of the whole matrix).");
  list.integer(
      "eigenvalue steps", p.eigenvalueSteps, 1, 1000,
      "Lanczos steps of the estimate of that eigenvalue, at least; up to 40 where a bound from above needs more "
      "(matrix = whole).");
}

}  // namespace Chronos
