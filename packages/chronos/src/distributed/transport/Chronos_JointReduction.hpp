// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_JOINTREDUCTION_HPP
#define CHRONOS_JOINTREDUCTION_HPP

#include "Chronos_Types.hpp"

#include <vector>

namespace Chronos {

/// \brief Sums, maxima and minima over ranks of several numbers by one reduction: each waits for the slowest rank.
///
/// All ranks name as many numbers of each kind, in the same order; they live until reduce().
class JointReduction {
 public:
  void sum(double& number) { sums_.real.push_back(&number); }
  void sum(long long& number) { sums_.whole.push_back(&number); }
  void max(double& number) { maxima_.real.push_back(&number); }
  void max(long long& number) { maxima_.whole.push_back(&number); }
  void min(long long& number) { minima_.push_back(&number); }

  /// Gives each number its sum, maximum or minimum. Collective.
  void reduce(const Comm& comm) const;

 private:
  struct Numbers {
    std::vector<double*> real;
    std::vector<long long*> whole;
  };
  Numbers sums_, maxima_;
  std::vector<long long*> minima_;
};

/// \brief Whether all ranks give the same number, and all is well on each of them, by one reduction. Collective.
bool isSameOnRanks(const Comm& comm, long long number, bool isWell = true);

}  // namespace Chronos

#endif
