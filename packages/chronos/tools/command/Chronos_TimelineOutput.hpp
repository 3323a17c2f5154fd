// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TIMELINEOUTPUT_HPP
#define CHRONOS_TIMELINEOUTPUT_HPP

#include "Chronos_TimelineChart.hpp"
#include "Chronos_Types.hpp"

namespace Chronos::Command {

/// Records the exchanges of the third iteration of a solve, or of the last where there are fewer. Local.
class IterationRecorder {
 public:
  /// Behind each iteration, 0 for the start of a solve.
  void behind(int iteration);
  /// Behind the solve.
  void end() { underWay_.reset(); }
  /// 0: nothing was recorded.
  int iteration() const { return iteration_; }
  /// \pre iteration() > 0
  RankTimeline timeline(int rank) const;

 private:
  std::unique_ptr<ExchangeRecording> underWay_, recorded_;
  int begun_ = 0, iteration_ = 0;
};

/// \brief Before a long run: whether there will be something to draw, and a name that tells what it is. Collective.
/// \throws InputError on all ranks
void checkTimeline(const std::string& path, const Comm& comm);

/// \brief Draws what the first ranks recorded. Collective.
/// \pre recorder.iteration() > 0
/// \param what for the title
/// \return what the picture says of them in words, on rank 0
/// \throws InputError on all ranks where the file cannot be written
std::string writeTimeline(const std::string& path, const IterationRecorder& recorder, const std::string& what,
                          const Comm& comm);

}  // namespace Chronos::Command

#endif
