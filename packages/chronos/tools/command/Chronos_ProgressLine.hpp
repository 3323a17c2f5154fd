// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PROGRESSLINE_HPP
#define CHRONOS_PROGRESSLINE_HPP

#include <chrono>
#include <string>

namespace Chronos::Command {

/// \brief One line on stderr that is written over again and again; silent unless stderr is a terminal. Local.
class ProgressLine {
 public:
  /// \param wanted false makes it silent: on ranks other than 0, or when the user wants none
  explicit ProgressLine(bool wanted);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool isActive() const { return active_; }
  /// Shows the text at once: a new stage.
  void show(const std::string& text);
  /// Whether the last text stands long enough; lets the caller save the making of one.
  bool isDue() const;
  void clear();

 private:
  bool active_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace Chronos::Command

#endif
