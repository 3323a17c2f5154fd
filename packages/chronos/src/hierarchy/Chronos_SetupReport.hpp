// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SETUPREPORT_HPP
#define CHRONOS_SETUPREPORT_HPP

#include "Chronos_Distribution.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace Chronos {

/// One level of a hierarchy, all ranks together.
struct LevelReport {
  long long rows = 0, entries = 0;
  int activeRanks = 0;                    ///< ranks that own rows
  std::string smoother;                   ///< on the last level the coarse solver
  double smootherDensity = 0;             ///< entries of its factor over entries of A
  std::string coarsening, interpolation;  ///< empty on the last level
  long long prolongationEntries = 0;
  long long isolatedRows = 0;               ///< left to the smoother
  long long promotedRows = 0;               ///< made coarse because they could not be interpolated (bamg)
  int testVectors = 0;                      ///< of the test space
  std::vector<Distribution> distributions;  ///< of the interpolation's rows (bamg)
  double bytes = 0;                         ///< matrices and smoother
  std::uint64_t matrixFingerprint = 0, splittingFingerprint = 0;  ///< see Chronos_Fingerprint.hpp; 0: not asked for
  std::vector<std::pair<std::string, double>> seconds;            ///< stage and its wall clock, slowest rank
  /// Stage and the bytes that it must move at least, all ranks; see noteTraffic(). Some stages have none.
  std::vector<std::pair<std::string, double>> traffic;

  double entriesPerRow() const { return rows > 0 ? double(entries) / double(rows) : 0; }
};

/// \brief What a multigrid set-up did; the same on all ranks. Finest level first.
struct SetupReport {
  std::vector<LevelReport> levels;
  std::string stop;                ///< why coarsening ended
  std::vector<std::string> notes;  ///< what had to fall back

  /// Unknowns of all levels over those of the finest (thesis 2.2).
  double gridComplexity() const;
  /// Entries of the matrices of all levels over those of the finest.
  double operatorComplexity() const;
  double bytes() const;
};

}  // namespace Chronos

#endif
