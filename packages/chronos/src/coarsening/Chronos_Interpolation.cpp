// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Interpolation.hpp"

#include "Chronos_BamgMethod.hpp"
#include "Chronos_DirectInterpolation.hpp"
#include "Chronos_Multipass.hpp"
#include "Chronos_StencilMethods.hpp"

namespace Chronos {

const MethodTable<InterpolationMake, InterpolationFacts>& interpolations() {
  static const MethodTable<InterpolationMake, InterpolationFacts> table = {
      extendedInterpolation(), hybridInterpolation(), classicalInterpolation(),
      directInterpolation(),   multipassMethod(),     bamgMethod(),
  };
  return table;
}

void bindInterpolation(ParameterBinding& list, InterpolationParameters& p) {
  p.method.bind(list, "Where the weights of a fine point come from.");
  list.real("truncation", p.truncation, 0, 1,
            "Weights below this share of the largest of their row are dropped; the row sum stays.");
  list.integer("maximum entries", p.maxEntries, 0, 1000,
               "Entries kept in a row of the prolongation, the largest; 0: all.");
}

Interpolated interpolate(const DistMatrix<double>& A, const StrongFlags& strong, const Splitting& splitting,
                         const InterpolationParameters& parameters, const TestSpace& testSpace,
                         const CoarseRanks& ranks) {
  const TruncationRule truncation{parameters.truncation, parameters.maxEntries};
  return parameters.method.make(InterpolationTask{A, strong, splitting, testSpace, ranks, truncation});
}

}  // namespace Chronos
