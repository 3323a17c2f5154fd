// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NUMBERCHECKS_HPP
#define CHRONOS_NUMBERCHECKS_HPP

#include "Chronos_ParseWhole.hpp"

#include <CLI/CLI.hpp>

#include <cctype>
#include <sstream>
#include <string>
#include <type_traits>

namespace Chronos::Command {

/// \file
/// Checks of what is given for a number, before CLI11 reads it: releases of it take "0,1" for 1, as if the comma set
/// thousands apart, "010" for 8 and "0x10" for 16; and they word their refusals differently.

const char* const isEmptyText = "is empty: give a value, or leave it away";

/// Whether the text is a decimal number that a `Number` holds; a whole one has no zero in front.
template <class Number>
bool readNumber(const std::string& text, Number& value) {
  const std::size_t first = text.find_first_of("0123456789");
  const bool hasZeroInFront = std::is_integral_v<Number> && first != std::string::npos && text[first] == '0' &&
                              first + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[first + 1])) != 0;
  return !hasZeroInFront && parseWhole(text, value) == ParseResult::good;
}

/// A number from `least` to `most`.
template <class Number>
CLI::Validator inRange(Number least, Number most) {
  return CLI::Validator(
      [=](std::string& text) {
        if (text.empty()) return std::string(isEmptyText);
        Number value{};
        if (readNumber(text, value) && value >= least && value <= most) return std::string();
        std::ostringstream message;
        message << "'" << text << "' is no " << (std::is_integral_v<Number> ? "whole decimal " : "") << "number from "
                << least << " to " << most;
        return message.str();
      },
      "");
}

/// A number of any size; that it fits the option is seen by CLI11.
template <class Number>
CLI::Validator isNumber() {
  return CLI::Validator(
      [](std::string& text) {
        if (text.empty()) return std::string(isEmptyText);
        Number value{};
        if (readNumber(text, value)) return std::string();
        return "'" + text + "' is no " + (std::is_integral_v<Number> ? "whole " : "finite ") + "decimal number";
      },
      "");
}

}  // namespace Chronos::Command

#endif
