// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CurrentStage.hpp"

#include <mutex>
#include <vector>

namespace Chronos {
namespace {

struct Stages {
  std::mutex mutex;
  std::vector<std::string> labels;
};

Stages& stages() {
  static Stages all;
  return all;
}

}  // namespace

void enterStage(const std::string& label) {
  const std::lock_guard<std::mutex> lock(stages().mutex);
  stages().labels.push_back(label);
}

void leaveStage() {
  const std::lock_guard<std::mutex> lock(stages().mutex);
  stages().labels.pop_back();
}

std::string currentStage() {
  const std::lock_guard<std::mutex> lock(stages().mutex);
  return stages().labels.empty() ? "" : stages().labels.back();
}

}  // namespace Chronos
