// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HTMLTEXT_HPP
#define CHRONOS_HTMLTEXT_HPP

#include "Chronos_RunResult.hpp"

#include <string>

namespace Chronos::Command {

/// Text that may stand in HTML and SVG, within elements and within attributes of either quote.
std::string htmlEscaped(const std::string& text);

/// At most `length` characters of UTF-8; what is longer ends with an ellipsis.
std::string shortened(const std::string& text, std::size_t length);

/// \name Numbers for people; a dash for what is not known.
/// @{
std::string count(Known value);                        ///< 1,585,478
std::string significant(Known value, int digits = 3);  ///< 0.0123, 12.3, 1,234
std::string scientific(Known value);                   ///< 3.1e-9
std::string byteCount(Known value);                    ///< 12.3 MiB
std::string secondsText(Known value);                  ///< 12.3 s, 4.56 ms
/// @}

/// A multiple of a round step, as an axis shows it: 0.05, 20000.
std::string tickText(double value);

/// A coordinate of SVG: tenths are enough.
std::string coordinate(double value);

/// A line of SVG. \param kind its class
std::string svgLine(const char* kind, double x1, double y1, double x2, double y2);

/// A rectangle of SVG. \param kind its class
/// \param title shown where the mouse rests; escaped here
std::string svgRectangle(const std::string& kind, double x, double y, double width, double height,
                         const std::string& title);

/// A text of SVG. \param kind its class
/// \param content markup, escaped where it needs to be
std::string svgLabel(const char* kind, double x, double y, const std::string& content);

}  // namespace Chronos::Command

#endif
