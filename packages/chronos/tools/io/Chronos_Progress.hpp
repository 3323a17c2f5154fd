// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PROGRESS_HPP
#define CHRONOS_PROGRESS_HPP

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace Chronos {

/// Passes progress on: never falling, at most about ten times a second. Used by one thread.
class Progress {
 public:
  explicit Progress(std::function<void(double)> callback) : callback_(std::move(callback)) {}

  void report(double fraction) {
    if (!callback_) return;
    const auto now = Clock::now();
    if (now - last_ < std::chrono::milliseconds(100) || fraction <= highest_) return;
    last_ = now;
    highest_ = std::min(fraction, 1.0);
    callback_(highest_);
  }

  /// The end is told at once, and once.
  void finish() {
    if (callback_ && highest_ < 1.0) callback_(1.0);
    highest_ = 1.0;
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::function<void(double)> callback_;
  Clock::time_point last_ = Clock::now();
  double highest_ = 0;
};

}  // namespace Chronos

#endif
