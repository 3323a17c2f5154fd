// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenMethods.hpp"

namespace Chronos {

const MethodTable<MakeEigenIteration>& eigenMethods() {
  static const MethodTable<MakeEigenIteration> table{lobpcgMethod(), srqcgMethod(), powerMethod()};
  return table;
}

}  // namespace Chronos
