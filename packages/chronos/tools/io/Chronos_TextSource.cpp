// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TextSource.hpp"

#include "Chronos_Error.hpp"

#include <algorithm>
#include <cstring>

namespace Chronos {
namespace {

class FileText : public TextSource {
 public:
  FileText(const InputFile& file, std::size_t blockBytes, std::uint64_t begin, std::uint64_t end)
      : file_(file),
        blockBytes_(std::max<std::size_t>(blockBytes, 1)),
        begin_(begin),
        position_(begin),
        end_(std::min(end, file.size())) {
    if (begin_ > 0 && begin_ < end_) position_ = lineStartFrom(begin_);
  }

  bool next(TextBlock& block) override {
    if (position_ >= end_) return false;
    block.offset = position_;
    std::size_t used = 0;
    for (std::size_t wanted = blockBytes_; used == 0; wanted *= 2) {
      if (wanted > 2 * maxLineBytes) throw InputError("'" + file_.path() + "' is no text: it has a line above 64 MiB.");
      used = readLines(block.text, wanted);
    }
    block.text.resize(used);
    position_ += used;
    if (block.text.back() != '\n') block.text.push_back('\n');
    return true;
  }

  std::uint64_t bytesUsed() const override { return position_ - begin_; }

 private:
  // Length of the lines in up to `wanted` bytes at position_, without those that begin at end_ or behind; 0: not even
  // one.
  std::size_t readLines(std::vector<char>& text, std::size_t wanted) {
    text.resize(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, file_.size() - position_)));
    file_.read(text.data(), text.size(), position_);
    std::size_t limit = text.size();
    if (end_ - position_ <= text.size()) {
      // The line that holds byte end_ - 1 is the last of this part.
      const std::size_t last = static_cast<std::size_t>(end_ - position_ - 1);
      const void* lineEnd = std::memchr(text.data() + last, '\n', text.size() - last);
      if (lineEnd != nullptr) return static_cast<const char*>(lineEnd) - text.data() + 1;
    }
    if (position_ + limit == file_.size()) return limit;
    while (limit > 0 && text[limit - 1] != '\n') --limit;
    return limit;
  }

  // First line start at or behind an offset.
  std::uint64_t lineStartFrom(std::uint64_t offset) const {
    constexpr std::size_t piece = 4096;
    char bytes[piece];
    for (std::uint64_t at = offset - 1;; at += piece) {
      const std::size_t length = file_.readSome(bytes, piece, at);
      const void* lineEnd = std::memchr(bytes, '\n', length);
      if (lineEnd != nullptr) return at + (static_cast<const char*>(lineEnd) - bytes) + 1;
      if (length < piece) return file_.size();
    }
  }

  const InputFile& file_;
  std::size_t blockBytes_;
  std::uint64_t begin_, position_, end_;
};

}  // namespace

std::unique_ptr<TextSource> textOfFile(const InputFile& file, std::size_t blockBytes, std::uint64_t begin,
                                       std::uint64_t end) {
  return std::make_unique<FileText>(file, blockBytes, begin, end);
}

long long lineNumberOf(const InputFile& file, std::uint64_t offset) {
  constexpr std::size_t blockBytes = std::size_t(1) << 20;
  const auto source =
      file.kind() == FileKind::gzip ? textOfGzip(file, blockBytes) : textOfFile(file, blockBytes, 0, offset + 1);
  long long line = 1;
  TextBlock block;
  while (source->next(block) && block.offset < offset) {
    const std::size_t length =
        static_cast<std::size_t>(std::min<std::uint64_t>(block.text.size(), offset - block.offset));
    line += std::count(block.text.begin(), block.text.begin() + length, '\n');
  }
  return line;
}

}  // namespace Chronos
