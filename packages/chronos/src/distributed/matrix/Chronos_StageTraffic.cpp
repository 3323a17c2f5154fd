// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StageTraffic.hpp"

namespace Chronos {

void noteTraffic(const std::string& stage, std::initializer_list<const DistMatrix<double>*> matrices,
                 StageReport& report) {
  double bytes = 0;
  for (const DistMatrix<double>* matrix : matrices) bytes += double(matrix->numBytes());
  report.traffic.emplace_back(stage, bytes);
}

}  // namespace Chronos
