// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SequenceFile.hpp"

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_InputFile.hpp"

#include <sstream>

namespace Chronos::Command {
namespace {

// Far above any list; a matrix that is given in place of one is not read whole.
constexpr std::uint64_t mostBytes = std::uint64_t(1) << 24;
constexpr std::size_t longestShown = 60;

std::string readWhole(const std::string& path) {
  const InputFile file(path);
  const std::string remedy = "--sequence takes a text file, a line a system: matrix, and right-hand side behind it.";
  if (file.kind() != FileKind::text || file.size() > mostBytes)
    throw InputError("'" + path + "' is no list: " + remedy);
  std::string text(static_cast<std::size_t>(file.size()), ' ');
  file.read(text.data(), text.size(), 0);
  if (text.rfind("%%MatrixMarket", 0) == 0 || text.find('\0') != std::string::npos)
    throw InputError("'" + path + "' is no list but a matrix or binary: " + remedy);
  return text;
}

std::string inFolderOf(const std::string& list, const std::string& name) {
  const std::size_t slash = list.find_last_of('/');
  return name.front() == '/' || slash == std::string::npos ? name : list.substr(0, slash + 1) + name;
}

std::vector<SequenceStep> parse(const std::string& path, const std::string& text) {
  std::vector<SequenceStep> steps;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    SequenceStep step;
    std::string surplus;
    if (!(words >> step.matrix)) continue;
    step.line = number;
    words >> step.rightHandSide;
    if (words >> surplus)
      throw InputError(placeOf(step, path) + "'" + line.substr(0, longestShown) +
                       "' has more than two words: write a matrix and, behind it, its right-hand side.");
    step.matrix = inFolderOf(path, step.matrix);
    if (!step.rightHandSide.empty()) step.rightHandSide = inFolderOf(path, step.rightHandSide);
    steps.push_back(step);
  }
  if (steps.empty())
    throw InputError("'" + path + "' names no system: write a line for each, matrix and right-hand side.");
  return steps;
}

void checkFiles(const std::vector<SequenceStep>& steps, const std::string& list) {
  for (const SequenceStep& step : steps) {
    try {
      const InputFile matrix(step.matrix);
      if (!step.rightHandSide.empty()) const InputFile rightHandSide(step.rightHandSide);
    } catch (const InputError& error) {
      throw InputError(placeOf(step, list) + error.what());
    }
  }
}

}  // namespace

std::string placeOf(const SequenceStep& step, const std::string& list) {
  return "Line " + std::to_string(step.line) + " of '" + list + "': ";
}

std::vector<SequenceStep> readSequence(const std::string& path, const Comm& comm) {
  std::string text;
  runOnAllRanks(comm, path, [&] {
    if (comm.getRank() != 0) return;
    text = readWhole(path);
    checkFiles(parse(path, text), path);
  });
  int length = static_cast<int>(text.size());
  broadcastPlain(comm, length);
  text.resize(static_cast<std::size_t>(length));
  Teuchos::broadcast<int, char>(comm, 0, length, text.data());
  return parse(path, text);
}

}  // namespace Chronos::Command
