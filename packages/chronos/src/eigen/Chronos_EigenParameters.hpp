// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EIGENPARAMETERS_HPP
#define CHRONOS_EIGENPARAMETERS_HPP

#include "Chronos_ParameterBinding.hpp"

#include <string>
#include <vector>

namespace Chronos {

/// The end of the spectrum that is wanted.
enum class SpectrumEnd { smallest, largest };

/// As a user writes it.
const char* nameOf(SpectrumEnd end);

struct EigenParameters {
  std::string method = "lobpcg";  ///< a name of eigenMethods()
  SpectrumEnd which = SpectrumEnd::smallest;
  double tolerance = 1e-6;  ///< of ||A x - lambda M x|| / (|lambda| ||M x||)
  int maxIterations = 1000;
  int guardVectors = -1;  ///< iterated beside the k that are wanted; -1: by k, see guardVectorsOf()
};

/// Vectors that are iterated beside the k wanted ones. Local.
int guardVectorsOf(const EigenParameters& parameters, int k);

/// Names and documents the parameters.
/// \throws InputError, once the list is read, for a method that there is not
void bindEigen(ParameterBinding& list, EigenParameters& p);

/// \brief Reads the list `eigen`. Local.
/// \throws InputError for an unknown key, a wrong type, a value out of range
EigenParameters readEigenParameters(const Teuchos::ParameterList& list);

/// All parameters, in the order of the documentation; their list is `eigen`.
std::vector<ParameterEntry> describe(const EigenParameters& parameters);

}  // namespace Chronos

#endif
