// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixMarketEntries.hpp"

#include "Chronos_ParseNumber.hpp"

#include <cstring>

namespace Chronos {
namespace {

const char* behindLine(const char* p, const char* end) {
  return static_cast<const char*>(std::memchr(p, '\n', end - p)) + 1;
}

bool endsWord(char c) {
  return isBlank(c) || c == '\n' || c == '%';
}

const char* parseCoordinate(const char* p, Entry& entry) {
  p = parseIndex(p, entry.row);
  if (p == nullptr || !isBlank(*p)) return nullptr;
  p = parseIndex(skipBlanks(p), entry.col);
  if (p == nullptr || !isBlank(*p)) return nullptr;
  p = parseReal(skipBlanks(p), entry.value);
  if (p == nullptr || !endsWord(*p)) return nullptr;
  p = skipBlanks(p);
  return *p == '\n' || *p == '%' ? p : nullptr;
}

const char* parseArrayValue(const char* p, Entry& entry) {
  entry.row = entry.col = 0;
  p = parseReal(p, entry.value);
  return p == nullptr || !endsWord(*p) ? nullptr : p;
}

std::string quoted(const char* line, const char* end) {
  constexpr std::ptrdiff_t most = 60;
  const char* stop = line;
  while (stop < end && *stop != '\n' && *stop != '\r' && stop - line < most) ++stop;
  std::string text(line, stop);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  }
  return "'" + text + "'";
}

[[noreturn]] void throwUnreadable(const TextBlock& block, const char* line, bool isArray) {
  throw LineError{block.offset + (line - block.text.data()),
                  std::string("expected ") +
                      (isArray ? "finite real numbers" : "'row column value' with a finite real value") + ", found " +
                      quoted(line, block.text.data() + block.text.size()) + ". Correct the line."};
}

[[noreturn]] void throwOutside(const TextBlock& block, const char* line, const MatrixMarketHeader& header) {
  throw LineError{block.offset + (line - block.text.data()),
                  quoted(line, block.text.data() + block.text.size()) + " has an index outside 1 to " +
                      std::to_string(header.rows) + " (row) or 1 to " + std::to_string(header.cols) +
                      " (column). Number from 1, or correct the size line."};
}

void parseCoordinates(const TextBlock& block, const MatrixMarketHeader& header, std::vector<Entry>& entries) {
  const char* const end = block.text.data() + block.text.size();
  const auto rows = static_cast<unsigned long long>(header.rows), cols = static_cast<unsigned long long>(header.cols);
  for (const char* line = block.text.data(); line < end;) {
    const char* p = skipBlanks(line);
    if (*p != '\n' && *p != '%') {
      Entry entry;
      p = parseCoordinate(p, entry);
      if (p == nullptr) throwUnreadable(block, line, false);
      --entry.row;
      --entry.col;
      if (static_cast<unsigned long long>(entry.row) >= rows || static_cast<unsigned long long>(entry.col) >= cols) {
        throwOutside(block, line, header);
      }
      entries.push_back(entry);
    }
    line = *p == '\n' ? p + 1 : behindLine(p, end);
  }
}

void parseArray(const TextBlock& block, std::vector<Entry>& entries) {
  const char* const end = block.text.data() + block.text.size();
  for (const char* line = block.text.data(); line < end;) {
    const char* p = skipBlanks(line);
    for (; *p != '\n' && *p != '%'; p = skipBlanks(p)) {
      Entry entry;
      p = parseArrayValue(p, entry);
      if (p == nullptr) throwUnreadable(block, line, true);
      entries.push_back(entry);
    }
    line = *p == '\n' ? p + 1 : behindLine(p, end);
  }
}

}  // namespace

void parseEntries(const TextBlock& block, const MatrixMarketHeader& header, std::vector<Entry>& entries) {
  if (header.format == MatrixMarketFormat::array) parseArray(block, entries);
  else parseCoordinates(block, header, entries);
}

std::size_t ParsedEntries::numEntries() const {
  std::size_t sum = 0;
  for (const EntryBlock& block : blocks) sum += block.entries.size();
  return sum;
}

}  // namespace Chronos
