// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenParameters.hpp"

#include "Chronos_EigenMethods.hpp"

#include <algorithm>

namespace Chronos {

const char* nameOf(SpectrumEnd end) {
  return end == SpectrumEnd::largest ? "largest" : "smallest";
}

int guardVectorsOf(const EigenParameters& parameters, int k) {
  if (parameters.guardVectors >= 0) return parameters.guardVectors;
  return std::max(2, k / 5);
}

void bindEigen(ParameterBinding& list, EigenParameters& p) {
  list.choice(
      "which", p.which,
      {{nameOf(SpectrumEnd::smallest), SpectrumEnd::smallest}, {nameOf(SpectrumEnd::largest), SpectrumEnd::largest}},
      "The end of the spectrum: the smallest eigenvalues, or the largest.");
  std::vector<std::pair<std::string, std::string>> names;
  std::string text;
  for (const auto& row : namesOf(eigenMethods())) {
    names.emplace_back(row.first, row.first);
    text += (text.empty() ? "" : "; ") + row.first + ": " + row.second;
  }
  list.choice("method", p.method, names, text + ".");
  list.real("tolerance", p.tolerance, 0, 1,
            "Relative size of the residual to reach: ||A x - lambda M x|| over |lambda| ||M x||.");
  list.integer("maximum iterations", p.maxIterations, 0, 100000000,
               "Iterations; each takes a product and a preconditioning for every vector that has not converged.");
  list.integer("guard vectors", p.guardVectors, -1, 1000,
               "Vectors that are iterated beside those that are wanted, so that the last of these converge as fast; "
               "-1: a fifth as many, at least 2.");
}

EigenParameters readEigenParameters(const Teuchos::ParameterList& list) {
  EigenParameters parameters;
  ParameterBinding binding("eigen");
  bindEigen(binding, parameters);
  binding.read(list);
  return parameters;
}

std::vector<ParameterEntry> describe(const EigenParameters& parameters) {
  EigenParameters copy = parameters;
  ParameterBinding binding("eigen");
  bindEigen(binding, copy);
  return binding.entries();
}

}  // namespace Chronos
