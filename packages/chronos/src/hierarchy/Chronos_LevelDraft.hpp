// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LEVELDRAFT_HPP
#define CHRONOS_LEVELDRAFT_HPP

#include "Chronos_Hierarchy.hpp"

namespace Chronos {

/// A level in the making: its matrices as the set-up needs them, of which the cycle keeps what it applies.
struct LevelDraft {
  Teuchos::RCP<const DistMatrix<double>> A;
  RelaxedSmoother smoother;
  int sweepsBefore = 0, sweepsAfter = 0;
  TestSpace testSpace;  ///< where one was prepared
  CoarseSpace coarse;   ///< without P on the last level
  Teuchos::RCP<const GalerkinProduct<double>> galerkin;
  LevelReport report;

  bool isLast() const { return coarse.P.is_null(); }
};

/// \brief What the cycle multiplies by, in the precision that it asks for. Collective.
///
/// A level whose entries are out of the range of its precision is stored in the next wider one.
/// \param index of the level, 0 the finest
/// \param level gets A, P, R and, where the parameters ask for it, a narrower smoother
/// \param report its seconds get those of copies
/// \return what had to be stored wider, and why
std::vector<std::string> storeLevel(const LevelDraft& draft, std::size_t index, const AmgParameters& parameters,
                                    Level& level, LevelReport& report);

}  // namespace Chronos

#endif
