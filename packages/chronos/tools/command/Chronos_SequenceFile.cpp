// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SequenceFile.hpp"

#include "Chronos_ByteOrderMark.hpp"
#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_InputFile.hpp"

#include <algorithm>
#include <sstream>

namespace Chronos::Command {
namespace {

// Far above any list; a matrix that is given in place of one is not read whole.
constexpr std::uint64_t mostBytes = std::uint64_t(1) << 24;
constexpr std::size_t longestShown = 60;
const std::string blanks = " \t\r\v\f";
const std::string blanksOrComment = blanks + '#';

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

// A word that begins with a double quote ends with the next one, another with a blank or a comment.
std::size_t endOfWord(const std::string& line, std::size_t begin) {
  const std::size_t end = line[begin] == '"' ? line.find('"', begin + 1) : line.find_first_of(blanksOrComment, begin);
  return std::min(end, line.size());
}

// The name between quotes.
std::string unquoted(const std::string& line, std::size_t begin, std::size_t end, const std::string& place) {
  const bool isEnded = end < line.size();
  const bool isAlone = end + 1 >= line.size() || blanksOrComment.find(line[end + 1]) != std::string::npos;
  if (!isEnded || !isAlone || end == begin + 1)
    throw InputError(place + "'" + line.substr(0, longestShown) +
                     "': a name that begins with a double quote ends with one, has a character between them and none "
                     "behind.");
  return line.substr(begin + 1, end - begin - 1);
}

std::vector<std::string> wordsOf(const std::string& line, const std::string& place) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; (begin = line.find_first_not_of(blanks, begin)) != std::string::npos;) {
    if (line[begin] == '#') break;
    const std::size_t end = endOfWord(line, begin);
    const bool isQuoted = line[begin] == '"';
    words.push_back(isQuoted ? unquoted(line, begin, end, place) : line.substr(begin, end - begin));
    begin = isQuoted ? end + 1 : end;
  }
  return words;
}

std::vector<SequenceStep> parse(const std::string& path, const std::string& text) {
  std::vector<SequenceStep> steps;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    SequenceStep step;
    step.line = number;
    const std::vector<std::string> words = wordsOf(line, placeOf(step, path));
    if (words.empty()) continue;
    if (words.size() > 2)
      throw InputError(placeOf(step, path) + "'" + line.substr(0, longestShown) +
                       "' has more than two words: write a matrix and, behind it, its right-hand side, names with "
                       "blanks between double quotes.");
    step.matrix = inFolderOf(path, words[0]);
    if (words.size() > 1) step.rightHandSide = inFolderOf(path, words[1]);
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
    dropByteOrderMark(text);
    checkFiles(parse(path, text), path);
  });
  int length = static_cast<int>(text.size());
  broadcastPlain(comm, length);
  text.resize(static_cast<std::size_t>(length));
  Teuchos::broadcast<int, char>(comm, 0, length, text.data());
  return parse(path, text);
}

}  // namespace Chronos::Command
