// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TimelineOutput.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_FileEnding.hpp"
#include "Chronos_TextFromRoot.hpp"

namespace Chronos::Command {
namespace {

constexpr int mostRanks = 16;
// Of the first two, where coefficients stay on the device, one has no preconditioner ahead and the other one two.
constexpr int lastRecorded = 3;

// Of the ranks that are drawn, on rank 0.
std::vector<RankTimeline> gathered(const RankTimeline& mine, const Comm& comm) {
  std::vector<Message> messages;
  if (mine.rank < mostRanks) {
    messages.push_back({0, {}});
    append(messages[0].bytes, &mine.seconds, 1);
    append(messages[0].bytes, mine.exchanges.data(), mine.exchanges.size());
  }
  std::vector<RankTimeline> all;
  for (const Message& message : exchangeSparse(comm, messages)) {
    std::size_t position = 0;
    RankTimeline timeline{message.rank, extract<double>(message.bytes, position, 1)[0], {}};
    timeline.exchanges =
        extract<ExchangeSpan>(message.bytes, position, (message.bytes.size() - position) / sizeof(ExchangeSpan));
    all.push_back(std::move(timeline));
  }
  return all;
}

}  // namespace

void IterationRecorder::behind(int iteration) {
  if (underWay_ && iteration == begun_ + 1) {
    underWay_->end();
    recorded_ = std::move(underWay_);
    iteration_ = iteration;
  }
  underWay_.reset();
  if (iteration >= lastRecorded) return;
  begun_ = iteration;
  underWay_ = std::make_unique<ExchangeRecording>();
}

RankTimeline IterationRecorder::timeline(int rank) const {
  return {rank, recorded_->seconds(), recorded_->spans()};
}

void checkTimeline(const std::string& path, const Comm& comm) {
  if (path.empty()) return;
  const std::string option = "--timeline '" + path + "': ";
  if (!hasEnding(path, ".svg")) throw InputError(option + "browsers know the picture by its name; let it end in .svg.");
  if (comm.getSize() == 1)
    throw InputError(option + "one rank exchanges nothing; start the command on several ranks by mpirun.");
}

std::string writeTimeline(const std::string& path, const IterationRecorder& recorder, const std::string& what,
                          const Comm& comm) {
  const std::vector<RankTimeline> timelines = gathered(recorder.timeline(comm.getRank()), comm);
  std::string text;
  writeFromRoot(comm, path, [&] {
    std::string title = what + ", iteration " + std::to_string(recorder.iteration());
    if (comm.getSize() > mostRanks)
      title += ", the first " + std::to_string(mostRanks) + " of " + std::to_string(comm.getSize()) + " ranks";
    text = title + ":\n";
    for (const RankTimeline& timeline : timelines) text += "  " + timelineText(timeline) + "\n";
    return timelineChart(title, timelines);
  });
  return text;
}

}  // namespace Chronos::Command
