// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRECISIONCASES_HPP
#define CHRONOS_PRECISIONCASES_HPP

#include "Chronos_ConjugateGradient.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_Preconditioner.hpp"
#include "TestComm.hpp"

#include <algorithm>

/// Model problems solved with a cycle that is stored in other types than double, and what was said of it.
namespace Chronos::Test::PrecisionCases {

using Precisions = std::vector<StoragePrecision>;
constexpr auto wide = StoragePrecision::doublePrecision, single = StoragePrecision::singlePrecision;
constexpr auto half = StoragePrecision::half, bfloat16 = StoragePrecision::bfloat16;

inline Parameters withPrecision(const char* name, const Precisions& matrices, const Precisions& smoother = {wide}) {
  Parameters parameters = preset(name);
  parameters.amg.coarseSize = 60;
  parameters.amg.storage.matrices = matrices;
  parameters.amg.storage.smoother = smoother;
  return parameters;
}

struct Outcome {
  SolveResult result;
  double bytes;
  std::vector<std::string> notes;
  SetupReport report;
  std::vector<std::string> notices;
};

inline Teuchos::RCP<Preconditioner<>> setUp(const Problem& problem, const Parameters& parameters) {
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  M->setParameters(parameters);
  M->setNearKernel(problem.nearKernel);
  M->compute();
  return M;
}

inline Outcome solved(const Problem& problem, const Parameters& parameters) {
  const auto M = setUp(problem, parameters);
  TpetraMultiVector x(problem.matrix->getRowMap(), 1), b(problem.matrix->getRowMap(), 1);
  b.putScalar(1.0);
  const SolveResult result = solve(problem.matrix, M, b, x, SolverParameters());
  const auto& report = M->hierarchy()->report;
  double bytes = 0;
  for (const LevelReport& level : report.levels) bytes += level.bytes;
  return {result, bytes, report.notes, report, M->notices()};
}

inline Problem problemOf(const char* name, int n, double contrast = 1) {
  ProblemOptions options;
  options.nx = n;
  options.contrast = contrast;
  return makeProblem(name, options, world());
}

inline bool says(const Outcome& run, const std::string& text) {
  return std::any_of(run.notes.begin(), run.notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

}  // namespace Chronos::Test::PrecisionCases

#endif
