// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TimelineChart.hpp"

#include "Chronos_HtmlText.hpp"
#include "Chronos_NiceTicks.hpp"

#include <algorithm>

namespace Chronos::Command {
namespace {

constexpr double width = 1200, left = 80, right = 1180, top = 84;
constexpr double laneHeight = 16, laneStep = 20, rankStep = 72;

const char* const style = R"css(<style>
text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #1a1d21; } .tick, .soft { fill: #5b6470; }
.middle { text-anchor: middle; } .end { text-anchor: end; } .head { font-size: 16px; font-weight: 600; }
.ground { fill: #ffffff; } .grid { stroke: #d9dde3; } .kernels { fill: #d9dde3; } .beside { fill: #1f5fd0; }
.waits { fill: #d1490c; } .sends { fill: #0a7d55; } .travels { fill: #a9d8c5; }
</style>
)css";

std::string rectangle(const char* kind, double x, double y, double length, const std::string& title) {
  constexpr double thinnest = 0.1;
  return svgRectangle(kind, x, y, std::max(length, thinnest), laneHeight, title);
}

std::string titleOf(std::size_t number, const ExchangeSpan& span) {
  return "exchange " + std::to_string(number + 1) + ": sends " + byteCount(span.sentBytes) + ", receives " +
         byteCount(span.receivedBytes) + "; under way " + secondsText(span.arrived - span.start) + ", beside kernels " +
         secondsText(span.finishing - span.start) + ", waited for " + secondsText(span.arrived - span.finishing);
}

std::string legend() {
  double x = left;
  std::string svg;
  for (const auto& [kind, text] : {std::pair{"kernels", "kernels"}, std::pair{"beside", "kernels beside an exchange"},
                                   std::pair{"waits", "waiting for it"}, std::pair{"sends", "what it sends leaves"},
                                   std::pair{"travels", "until what it receives is there"}}) {
    svg += rectangle(kind, x, 44, laneHeight, text) + svgLabel("soft", x + 22, 57, text);
    x += 60 + 7.2 * static_cast<double>(std::string(text).size());
  }
  return svg;
}

std::string axis(double end, double scale, double bottom) {
  std::string svg;
  for (const double tick : niceTicks(1e3 * end, 10)) {
    const double x = left + 1e-3 * tick * scale;
    svg += svgLine("grid", x, top - 8, x, bottom) + svgLabel("tick middle", x, bottom + 18, tickText(tick) + " ms");
  }
  return svg;
}

std::string drawn(const RankTimeline& timeline, double y, double scale) {
  const auto at = [&](double seconds) { return left + seconds * scale; };
  std::string svg = svgLabel("soft", left, y, timelineText(timeline));
  const double kernels = y + 8, messages = kernels + laneStep;
  svg +=
      svgLabel("soft end", left - 8, kernels + 13, "kernels") + svgLabel("soft end", left - 8, messages + 13, "halo");
  svg += rectangle("kernels", left, kernels, timeline.seconds * scale, "kernels");
  for (std::size_t i = 0; i < timeline.exchanges.size(); ++i) {
    const ExchangeSpan& span = timeline.exchanges[i];
    const std::string title = titleOf(i, span);
    svg += rectangle("beside", at(span.start), kernels, (span.finishing - span.start) * scale, title);
    svg += rectangle("waits", at(span.finishing), kernels, (span.arrived - span.finishing) * scale, title);
    svg += rectangle("travels", at(span.start), messages, (span.arrived - span.start) * scale, title);
    svg += rectangle("sends", at(span.start), messages, (span.sent - span.start) * scale, title);
  }
  return svg;
}

}  // namespace

std::string timelineText(const RankTimeline& timeline) {
  double sent = 0, underWay = 0, waited = 0;
  for (const ExchangeSpan& span : timeline.exchanges) {
    sent += span.sentBytes;
    underWay += span.arrived - span.start;
    waited += span.arrived - span.finishing;
  }
  return "rank " + std::to_string(timeline.rank) + ": " + std::to_string(timeline.exchanges.size()) +
         (timeline.exchanges.size() == 1 ? " exchange sends " : " exchanges send ") + byteCount(sent) + ", " +
         secondsText(underWay) + " under way of " + secondsText(timeline.seconds) + "; kernels run beside them for " +
         secondsText(underWay - waited) + " and wait for " + secondsText(waited);
}

std::string timelineChart(const std::string& title, const std::vector<RankTimeline>& timelines) {
  double end = 0;
  for (const RankTimeline& timeline : timelines) end = std::max(end, timeline.seconds);
  const double scale = end > 0 ? (right - left) / end : 0,
               bottom = top + rankStep * static_cast<double>(timelines.size());
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + coordinate(width) + " " +
                    coordinate(bottom + 36) + "\" role=\"img\" aria-label=\"exchanges beside kernels\">\n" + style +
                    "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n" +
                    svgLabel("head", left, 26, htmlEscaped(title)) + legend();
  if (end > 0) svg += axis(end, scale, bottom);
  for (std::size_t i = 0; i < timelines.size(); ++i)
    svg += drawn(timelines[i], top + rankStep * static_cast<double>(i) + 8, scale);
  return svg + "</svg>\n";
}

}  // namespace Chronos::Command
