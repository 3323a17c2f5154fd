// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMPOSITEPARAMETERS_HPP
#define CHRONOS_COMPOSITEPARAMETERS_HPP

namespace Chronos {

class ParameterBinding;

/// How the cycles B_1, ..., B_k of several hierarchies make one preconditioner B.
enum class Composition {
  multiplicative,  ///< I - B A = (I - B_k A) ... (I - B_1 A): not symmetric
  symmetrised,     ///< the same once more in the opposite order
  additive,        ///< B = omega (B_1 + ... + B_k), the largest eigenvalue of B A being about one
};

/// When further hierarchies are made, see compositeHierarchies().
struct CompositeParameters {
  int maxHierarchies = 1;
  double convergence = 0.8;  ///< a preconditioner that reduces the error by this factor or less is good enough
  int iterations = 20;       ///< of the search for what it reduces least
  Composition composition = Composition::symmetrised;
};

/// Names and documents the parameters.
void bindComposite(ParameterBinding& list, CompositeParameters& p);

}  // namespace Chronos

#endif
