// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CountedMatrix.hpp"

#include "Chronos_JointReduction.hpp"

namespace Chronos {

CountedMatrix::CountedMatrix(const Teuchos::RCP<const DistMatrix<double>>& A)
    : matrix(A), entries(static_cast<long long>(A->local().numEntries())), activeRanks(A->numRows() > 0 ? 1 : 0) {}

void CountedMatrix::addTo(JointReduction& all) {
  all.sum(entries);
  all.sum(activeRanks);
}

CountedMatrix counted(const Teuchos::RCP<const DistMatrix<double>>& A) {
  CountedMatrix result(A);
  JointReduction all;
  result.addTo(all);
  all.reduce(*A->rowMap()->getComm());
  return result;
}

void reportOverRanks(const Comm& comm, LevelReport& report, CountedMatrix& next) {
  JointReduction all;
  next.addTo(all);
  for (auto& stage : report.seconds) all.max(stage.second);
  for (auto& stage : report.traffic) all.sum(stage.second);
  all.sum(report.prolongationEntries);
  all.sum(report.bytes);
  all.sum(report.bytesInDouble);
  all.reduce(comm);
}

}  // namespace Chronos
