// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INRANGE_HPP
#define CHRONOS_INRANGE_HPP

#include "Chronos_ParseWhole.hpp"

#include <CLI/CLI.hpp>

#include <sstream>
#include <string>
#include <type_traits>

namespace Chronos::Command {

/// \brief A check that the value of an option is a number from `least` to `most`.
///
/// CLI::Range words its refusal differently from release to release, and takes hexadecimal and octal numbers.
template <class Number>
CLI::Validator inRange(Number least, Number most) {
  return CLI::Validator(
      [=](std::string& text) {
        Number value{};
        if (parseWhole(text, value) == ParseResult::good && value >= least && value <= most) return std::string();
        std::ostringstream message;
        message << "'" << text << "' is no " << (std::is_integral_v<Number> ? "whole " : "") << "number from " << least
                << " to " << most;
        return message.str();
      },
      "");
}

}  // namespace Chronos::Command

#endif
