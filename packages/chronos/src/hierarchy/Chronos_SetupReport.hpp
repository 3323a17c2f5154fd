// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SETUPREPORT_HPP
#define CHRONOS_SETUPREPORT_HPP

#include "Chronos_CoarseReport.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace Chronos {

/// One level of a hierarchy, all ranks together; what its coarsening says is empty on the last level. Seconds are those
/// of the slowest rank.
struct LevelReport : CoarseReport {
  long long rows = 0, entries = 0;
  int activeRanks = 0;         ///< ranks that own rows
  std::string smoother;        ///< on the last level the coarse solver
  double smootherDensity = 0;  ///< entries of its factor over entries of A
  long long prolongationEntries = 0;
  int testVectors = 0;                                            ///< of the test space
  double bytes = 0;                                               ///< matrices and smoother
  double bytesInDouble = 0;                                       ///< what they would be with everything in double
  std::string matrixStorage, transferStorage, smootherStorage;    ///< of A, of P and R, of what the smoother reads
  std::string vectorStorage;                                      ///< of the level's vectors in a cycle of one column
  std::vector<std::string> widened;                               ///< what is wider than asked for, and why
  long long entriesLeftOut = 0;                                   ///< of A and P, too small beside others
  std::uint64_t matrixFingerprint = 0, splittingFingerprint = 0;  ///< see matrixFingerprint(); 0: not asked for

  /// Takes over what a coarsening says, its stages behind those of before.
  void add(const CoarseReport& coarse);

  double entriesPerRow() const { return rows > 0 ? double(entries) / double(rows) : 0; }
};

/// What A, P and R, and the smoother are stored in, in this order, one word where they are alike; and vectors, where
/// they are in single.
std::string storageText(const LevelReport& level);

/// \brief What a multigrid set-up did; the same on all ranks. Finest level first.
struct SetupReport {
  std::vector<LevelReport> levels;
  std::string stop;                ///< why coarsening ended
  std::vector<std::string> notes;  ///< what had to fall back
  double storageDifference = -1;   ///< see checkStorage(); negative: not looked at
  double vectorDifference = -1;    ///< see checkSingleVectors(); likewise

  /// Unknowns of all levels over those of the finest (thesis 2.2).
  double gridComplexity() const;
  /// Entries of the matrices of all levels over those of the finest.
  double operatorComplexity() const;
  double bytes() const;
  double bytesInDouble() const;
};

}  // namespace Chronos

#endif
