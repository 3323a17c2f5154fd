// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SmootherTraffic.hpp"

namespace Chronos {

void noteSmootherTraffic(const DistMatrix<double>& A, const SmootherReport& smoother, StageReport& report) {
  double ofKernels = 0;
  for (const auto& kernel : smoother.traffic) ofKernels += kernel.second;
  noteTraffic("smoother", {&A}, report);
  double& bytes = report.traffic.back().second;
  if (ofKernels > 0) bytes = 0;
  // What a smoother reports is that of all ranks already.
  if (A.rowMap()->getComm()->getRank() == 0) bytes += ofKernels > 0 ? ofKernels : smoother.bytes;
}

}  // namespace Chronos
