// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProgressLine.hpp"

#include <cstdio>

#include <unistd.h>

namespace Chronos::Command {

ProgressLine::ProgressLine(bool wanted) : active_(wanted && isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const std::string& text) {
  if (!active_) return;
  std::fprintf(stderr, "\r\033[K%s", text.c_str());
  std::fflush(stderr);
  shown_ = true;
  last_ = std::chrono::steady_clock::now();
}

bool ProgressLine::isDue() const {
  return active_ && std::chrono::steady_clock::now() - last_ > std::chrono::milliseconds(100);
}

void ProgressLine::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace Chronos::Command
