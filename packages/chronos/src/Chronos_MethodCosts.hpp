// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_METHODCOSTS_HPP
#define CHRONOS_METHODCOSTS_HPP

#include "Chronos_Parameters.hpp"

#include <string>

namespace Chronos {

/// \brief What a method is expected to cost, in readings of the finest matrix and, on a GPU, launches of kernels:
/// counted, so that every run expects the same.
///
/// A reading takes the 12 bytes of each entry. On a host medians over the systems of docs/choosing.md, on a GPU a fit
/// (docs/performance/choice.md, "What set-ups and iterations cost on a GPU").
struct MethodCost {
  double setUp = 0;
  double iterations = 1;     ///< to a relative residual of 1e-8
  double iteration = 1;      ///< with its share of conjugate gradients; once set up it is counted, see iterationCost()
  double ofFormer = 0;       ///< of the iterations of a cheaper method at least: what is hard is so for both
  double setUpLaunches = 0;  ///< that a GPU takes beside its readings, see readingsOfLaunch(); 0 on a host
  double iterationLaunches = 0;  ///< likewise
  double patience = 1;           ///< as many times what is usual is spent before a method makes room for this one
};

/// A method that `auto` may take.
struct CountedMethod {
  std::string name;
  Parameters parameters;
  MethodCost cost;
  bool standsBy = false;  ///< for a set-up that breaks down: a solve does not climb to it
};

/// \brief The method of this name: a preset (on a device `flat cells` with blocks of 32 nodes), "direct" or "jacobi".
/// Local.
/// \throws InputError when there is none
CountedMethod countedMethod(const std::string& name, bool onDevice);

/// \brief Readings of a matrix that a GPU could make while it launches a kernel; 0 on a host. Local.
/// \param numEntries of the matrix, dealt out evenly to so many ranks, each with a GPU
double readingsOfLaunch(long long numEntries, int numRanks, bool onDevice);

}  // namespace Chronos

#endif
