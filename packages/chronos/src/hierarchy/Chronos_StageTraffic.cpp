// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StageTraffic.hpp"

#include "Chronos_Communicator.hpp"

namespace Chronos {

void noteTraffic(const std::string& stage, std::initializer_list<const DistMatrix<double>*> matrices,
                 LevelReport& report) {
  double bytes = 0;
  for (const DistMatrix<double>* matrix : matrices) bytes += double(matrix->numBytes());
  const Comm& comm = *(*matrices.begin())->rowMap()->getComm();
  report.traffic.emplace_back(stage, sumOverRanks(comm, bytes));
}

void noteSmootherTraffic(const DistMatrix<double>& A, const SmootherReport& smoother, LevelReport& report) {
  double ofKernels = 0;
  for (const auto& kernel : smoother.traffic) ofKernels += kernel.second;
  noteTraffic("smoother", {&A}, report);
  double& bytes = report.traffic.back().second;
  bytes = ofKernels > 0 ? ofKernels : bytes + smoother.bytes;
}

}  // namespace Chronos
