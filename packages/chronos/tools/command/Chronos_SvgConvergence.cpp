// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SvgConvergence.hpp"

#include "Chronos_HtmlText.hpp"
#include "Chronos_NiceTicks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace Chronos::Command {
namespace {

// Margins have room for the larger letters of narrow windows.
constexpr double width = 640, height = 400;
constexpr double left = 72, right = 616, top = 16, bottom = 340;
constexpr double notShown = std::numeric_limits<double>::quiet_NaN();

struct Curve {
  std::size_t run;
  std::vector<double> x, exponent;  // decimal logarithm of the residual, NaN where the line is cut
};

struct Frame {
  double xEnd = 0;
  int lowest = 0, highest = 0;  // exponents

  double xAt(double value) const { return left + (right - left) * value / xEnd; }
  double yAt(double exponent) const { return top + (bottom - top) * (highest - exponent) / (highest - lowest); }
};

Curve curveOf(const RunResult& run, std::size_t index, ConvergenceAxis axis) {
  Curve curve{index, {}, {}};
  const std::size_t numPoints = run.residualHistory.size();
  const bool isTime = axis == ConvergenceAxis::seconds;
  if (isTime && !run.totalSeconds()) return curve;
  const double start = isTime ? *run.setupSeconds : 0;
  const double step = !isTime ? 1 : numPoints > 1 ? *run.solveSeconds / static_cast<double>(numPoints - 1) : 0;
  for (std::size_t i = 0; i < numPoints; ++i) {
    const Known residual = run.residualHistory[i];
    curve.x.push_back(start + step * static_cast<double>(i));
    curve.exponent.push_back(residual && *residual > 0 ? std::log10(*residual) : notShown);
  }
  return curve;
}

// The least and the greatest of each stretch, in their order.
Curve thinned(const Curve& curve) {
  constexpr std::size_t stretches = 600;
  const std::size_t numPoints = curve.x.size();
  if (numPoints <= 3 * stretches) return curve;
  Curve result{curve.run, {}, {}};
  const auto keep = [&](std::size_t i) {
    result.x.push_back(curve.x[i]);
    result.exponent.push_back(curve.exponent[i]);
  };
  keep(0);
  for (std::size_t stretch = 0; stretch < stretches; ++stretch) {
    const std::size_t begin = stretch * numPoints / stretches, end = (stretch + 1) * numPoints / stretches;
    std::size_t least = begin, greatest = begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (!(curve.exponent[i] >= curve.exponent[least])) least = i;
      if (!(curve.exponent[i] <= curve.exponent[greatest])) greatest = i;
    }
    keep(std::min(least, greatest));
    if (least != greatest) keep(std::max(least, greatest));
  }
  keep(numPoints - 1);
  return result;
}

Frame frameOf(const std::vector<Curve>& curves, const std::set<double>& tolerances) {
  Frame frame;
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  const auto include = [&](double exponent) {
    if (std::isnan(exponent)) return;
    least = std::min(least, exponent);
    greatest = std::max(greatest, exponent);
  };
  for (const Curve& curve : curves) {
    std::for_each(curve.exponent.begin(), curve.exponent.end(), include);
    if (!curve.x.empty()) frame.xEnd = std::max(frame.xEnd, curve.x.back());
  }
  if (least > greatest) return frame;
  for (const double tolerance : tolerances) include(std::log10(tolerance));
  frame.lowest = static_cast<int>(std::floor(least + 1e-9));
  frame.highest = std::max(static_cast<int>(std::ceil(greatest - 1e-9)), frame.lowest + 1);
  if (!(frame.xEnd > 0)) frame.xEnd = 1;
  return frame;
}

std::string axes(const Frame& frame, ConvergenceAxis axis) {
  std::string svg;
  const bool isTime = axis == ConvergenceAxis::seconds;
  constexpr int mostLabels = 9;
  const int decades = frame.highest - frame.lowest, step = (decades + mostLabels - 1) / mostLabels;
  for (int exponent = frame.highest; exponent >= frame.lowest; exponent -= step) {
    svg += svgLine("grid", left, frame.yAt(exponent), right, frame.yAt(exponent));
    svg += svgLabel("tick end", left - 8, frame.yAt(exponent) + 4,
                    "10<tspan class=\"power\" dy=\"-0.4em\">" + std::to_string(exponent) + "</tspan>");
  }
  for (const double tick : niceTicks(frame.xEnd, 6, isTime ? 0 : 1)) {
    svg += svgLine("grid", frame.xAt(tick), top, frame.xAt(tick), bottom + 5);
    svg += svgLabel("tick middle", frame.xAt(tick), bottom + 24, isTime ? tickText(tick) : count(tick));
  }
  svg += svgLine("axis", left, bottom, right, bottom) + svgLine("axis", left, top, left, bottom);
  return svg +
         svgLabel("title middle", (left + right) / 2, height - 8, isTime ? "seconds, set-up included" : "iterations");
}

std::string drawn(const Curve& curve, const Frame& frame, const std::string& name) {
  std::string path;
  bool isCut = true;
  std::size_t last = 0;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const bool isShown = !std::isnan(curve.exponent[i]);
    if (isShown) {
      path += (isCut ? "M" : "L") + coordinate(frame.xAt(curve.x[i])) + " " + coordinate(frame.yAt(curve.exponent[i]));
      last = i;
    }
    isCut = !isShown;
  }
  if (path.empty()) return path;
  return "<g class=\"" + runClass(curve.run) + "\"><title>" + htmlEscaped(name) + "</title><path class=\"curve\" d=\"" +
         path + "\"/><circle class=\"last\" r=\"3.5\" cx=\"" + coordinate(frame.xAt(curve.x[last])) + "\" cy=\"" +
         coordinate(frame.yAt(curve.exponent[last])) + "\"/></g>\n";
}

}  // namespace

std::string runClass(std::size_t run) {
  return "run" + std::to_string(run % 8) + (run % 16 >= 8 ? " dashed" : "");
}

std::string convergenceChart(const std::vector<RunResult>& runs, ConvergenceAxis axis) {
  std::vector<Curve> curves;
  std::set<double> tolerances;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    curves.push_back(thinned(curveOf(runs[i], i, axis)));
    if (runs[i].tolerance && *runs[i].tolerance > 0) tolerances.insert(*runs[i].tolerance);
  }
  const Frame frame = frameOf(curves, tolerances);
  if (!(frame.xEnd > 0) || frame.highest == frame.lowest) return "";
  std::string svg = "<svg class=\"chart curves\" role=\"img\" viewBox=\"0 0 " + coordinate(width) + " " +
                    coordinate(height) + "\" aria-label=\"relative residual of each run\">\n" + axes(frame, axis);
  for (const double tolerance : tolerances) {
    const double y = frame.yAt(std::log10(tolerance));
    svg += svgLine("tolerance", left, y, right, y);
    // Below the line, where curves seldom get to, if there is room.
    svg += svgLabel("tick", left + 8, y + 15 < bottom ? y + 15 : y - 5, "tolerance " + tickText(tolerance));
  }
  for (const Curve& curve : curves) svg += drawn(curve, frame, runs[curve.run].name);
  return svg + "</svg>\n";
}

}  // namespace Chronos::Command
