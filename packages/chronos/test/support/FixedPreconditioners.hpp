// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FIXEDPRECONDITIONERS_HPP
#define CHRONOS_FIXEDPRECONDITIONERS_HPP

#include "Chronos.hpp"

#include <vector>

namespace Chronos::Test {

/// Parameters of preconditioners that are symmetric and the same in every application.
inline std::vector<Parameters> fixedPreconditioners() {
  std::vector<Parameters> list;
  for (const auto& [type, text] : preconditionerTypes()) {
    Parameters parameters;
    parameters.type = type;
    parameters.amg.coarseSize = 40;
    if (type != "auto") list.push_back(parameters);
  }
  for (CycleKind cycle : {CycleKind::W, CycleKind::H}) {
    list.push_back(preset("strong mechanics"));
    list.back().amg.coarseSize = 40;
    list.back().amg.cycle = cycle;
  }
  return list;
}

}  // namespace Chronos::Test

#endif
