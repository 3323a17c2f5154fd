// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SvgProfile.hpp"

#include "Chronos_HtmlText.hpp"
#include "Chronos_SvgConvergence.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos::Command {
namespace {

// Margins have room for the larger letters of narrow windows.
constexpr double width = 640, height = 400;
constexpr double left = 72, right = 616, top = 16, bottom = 340;

struct Frame {
  double end;  // greatest factor

  double xAt(double factor) const { return left + (right - left) * std::log(factor) / std::log(end); }
  static double yAt(double share) { return bottom - (bottom - top) * share; }
};

std::vector<double> factorTicks(double end) {
  std::vector<double> ticks;
  if (end <= 3) ticks = {1, 1.25, 1.5, 2, 2.5, 3};
  else if (end <= 12) ticks = {1, 1.5, 2, 3, 5, 10};
  else if (end <= 1000) ticks = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
  else {
    const int step = 1 + static_cast<int>(std::log10(end)) / 8;
    for (int exponent = 0; exponent <= std::log10(end); exponent += step) ticks.push_back(std::pow(10, exponent));
  }
  ticks.erase(std::remove_if(ticks.begin(), ticks.end(), [&](double tick) { return tick > end; }), ticks.end());
  return ticks;
}

std::string axes(const Frame& frame) {
  std::string svg;
  for (const int percent : {0, 20, 40, 60, 80, 100}) {
    const double y = Frame::yAt(percent / 100.0);
    svg += svgLine("grid", left, y, right, y) + svgLabel("tick end", left - 8, y + 5, std::to_string(percent) + "%");
  }
  for (const double tick : factorTicks(frame.end)) {
    svg += svgLine("grid", frame.xAt(tick), top, frame.xAt(tick), bottom + 5);
    svg += svgLabel("tick middle", frame.xAt(tick), bottom + 24, tickText(tick));
  }
  return svg + svgLine("axis", left, bottom, right, bottom) + svgLine("axis", left, top, left, bottom) +
         svgLabel("title middle", (left + right) / 2, height - 8, "times the least total time of the system");
}

std::string drawn(const PerformanceProfile& profile, std::size_t solver, const Frame& frame, const std::string& name) {
  std::string path = "M" + coordinate(left) + " " + coordinate(Frame::yAt(profile.share(solver, 1)));
  for (const double ratio : profile.ratios(solver))
    path += "H" + coordinate(frame.xAt(ratio)) + "V" + coordinate(Frame::yAt(profile.share(solver, ratio)));
  path += "H" + coordinate(right);
  return "<g class=\"" + runClass(solver) + "\"><title>" + htmlEscaped(name) + "</title><path class=\"curve\" d=\"" +
         path + "\"/></g>\n";
}

}  // namespace

std::string profileChart(const PerformanceProfile& profile, const std::vector<std::string>& names) {
  std::size_t numSolved = 0;
  for (std::size_t solver = 0; solver < profile.numSolvers(); ++solver) numSolved += profile.ratios(solver).size();
  if (numSolved == 0) return "";
  const Frame frame{std::max(2.0, 1.1 * profile.largestRatio())};
  std::string svg = "<svg class=\"chart profile curves\" role=\"img\" viewBox=\"0 0 " + coordinate(width) + " " +
                    coordinate(height) +
                    "\" aria-label=\"share of systems solved within a factor of the least time\">\n" + axes(frame);
  // The first one is drawn last: it stays in sight where lines meet.
  for (std::size_t solver = profile.numSolvers(); solver-- > 0;) svg += drawn(profile, solver, frame, names[solver]);
  return svg + "</svg>\n";
}

}  // namespace Chronos::Command
