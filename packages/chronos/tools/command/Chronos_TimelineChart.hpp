// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TIMELINECHART_HPP
#define CHRONOS_TIMELINECHART_HPP

#include "Chronos_ExchangeRecording.hpp"

#include <string>
#include <vector>

namespace Chronos::Command {

/// What a rank recorded of an iteration.
struct RankTimeline {
  int rank;
  double seconds;  ///< of the iteration
  std::vector<ExchangeSpan> exchanges;
};

/// In words: how many exchanges, what they sent, how long they were under way and how much of that kernels ran beside.
std::string timelineText(const RankTimeline& timeline);

/// \brief Kernels and messages of each rank above each other on one scale of time: a whole SVG file.
/// \param title goes on top, escaped here
std::string timelineChart(const std::string& title, const std::vector<RankTimeline>& timelines);

}  // namespace Chronos::Command

#endif
