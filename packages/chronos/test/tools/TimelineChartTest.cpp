// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TimelineChart.hpp"

#include <gtest/gtest.h>

namespace Chronos::Command {
namespace {

int countOf(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

const RankTimeline timeline{
    3, 0.01, {{0.001, 0.002, 0.004, 0.005, 2048, 1024}, {0.006, 0.0065, 0.008, 0.008, 1024, 0}}};

TEST(TimelineChart, SumsInWords) {
  EXPECT_EQ(timelineText(timeline),
            "rank 3: 2 exchanges send 3.00 KiB, 6.00 ms under way of 10.0 ms; kernels run beside them for 5.00 ms and "
            "wait for 1.00 ms");
}

TEST(TimelineChart, CountsOne) {
  EXPECT_EQ(timelineText({0, 0.01, {timeline.exchanges[1]}}).substr(0, 24), "rank 0: 1 exchange sends");
}

TEST(TimelineChart, DrawsEachExchangeOfEachRank) {
  const std::string svg = timelineChart("A & <B>", {timeline, {4, 0.02, {}}});
  EXPECT_EQ(svg.rfind("<svg ", 0), 0u);
  EXPECT_NE(svg.find("A &amp; &lt;B&gt;"), std::string::npos);
  const int ofLegend = 1, ofRanks = 2, ofExchanges = 2;
  EXPECT_EQ(countOf(svg, "<rect class=\"kernels\""), ofLegend + ofRanks);
  for (const char* kind : {"beside", "waits", "sends", "travels"})
    EXPECT_EQ(countOf(svg, "<rect class=\"" + std::string(kind) + "\""), ofLegend + ofExchanges) << kind;
  // Twice as long an iteration is twice as wide: the picture ends at 1180.
  EXPECT_NE(svg.find("x=\"80.0\" y=\"172.0\" width=\"1100.0\""), std::string::npos);
  EXPECT_NE(svg.find("x=\"80.0\" y=\"100.0\" width=\"550.0\""), std::string::npos);
  // One millisecond is 55 wide.
  EXPECT_NE(svg.find("<rect class=\"beside\" x=\"135.0\" y=\"100.0\" width=\"165.0\""), std::string::npos);
  EXPECT_NE(svg.find("<rect class=\"waits\" x=\"300.0\" y=\"100.0\" width=\"55.0\""), std::string::npos);
}

TEST(TimelineChart, DrawsNothingOfNothing) {
  EXPECT_EQ(countOf(timelineChart("nothing", {}), "nan"), 0);
  EXPECT_EQ(countOf(timelineChart("nothing", {{0, 0, {}}}), "nan"), 0);
}

}  // namespace
}  // namespace Chronos::Command
