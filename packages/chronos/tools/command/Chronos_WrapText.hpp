// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WRAPTEXT_HPP
#define CHRONOS_WRAPTEXT_HPP

#include <sstream>
#include <string>

namespace Chronos::Command {

/// Words in lines of at most `width` characters where words allow it; no line end after the last.
inline std::string wrapText(const std::string& text, std::size_t width) {
  std::istringstream words(text);
  std::string result, line, word;
  while (words >> word) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      result += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + line;
}

}  // namespace Chronos::Command

#endif
