// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TEXTSOURCE_HPP
#define CHRONOS_TEXTSOURCE_HPP

#include "Chronos_InputFile.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace Chronos {

/// Whole lines of a file. Ends with a line end, so that who reads it needs no other check; one is added to a last line
/// that lacks it.
struct TextBlock {
  std::vector<char> text;
  std::uint64_t offset = 0;  ///< of the first byte in the text, uncompressed
};

/// A text in blocks, first to last. Used by one thread. Local.
class TextSource {
 public:
  virtual ~TextSource() = default;
  /// The next lines, or false at the end.
  /// \throws InputError when the file cannot be read or inflated
  virtual bool next(TextBlock& block) = 0;
  /// Bytes of the file used so far, compressed where it is.
  virtual std::uint64_t bytesUsed() const = 0;
};

constexpr std::uint64_t endOfText = std::numeric_limits<std::uint64_t>::max();

/// Longer lines are an error: no number needs them, and a file without line ends is no text.
constexpr std::size_t maxLineBytes = std::size_t(1) << 26;

/// The lines of an uncompressed file that begin at offsets in [begin, end). The file must outlive the source.
std::unique_ptr<TextSource> textOfFile(const InputFile& file, std::size_t blockBytes, std::uint64_t begin = 0,
                                       std::uint64_t end = endOfText);

/// The lines of a gzip file. Members that follow each other count as one text, as for gzip.
std::unique_ptr<TextSource> textOfGzip(const InputFile& file, std::size_t blockBytes);

/// Line number, from 1, of an offset in the uncompressed text. Reads all that precedes it: for messages.
long long lineNumberOf(const InputFile& file, std::uint64_t offset);

}  // namespace Chronos

#endif
