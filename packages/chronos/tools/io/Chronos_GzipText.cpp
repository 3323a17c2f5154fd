// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Error.hpp"
#include "Chronos_TextSource.hpp"

#include <algorithm>
#include <zlib.h>

namespace Chronos {
namespace {

constexpr std::size_t inputBytes = std::size_t(1) << 18;
constexpr int largestWindowOfGzip = 15 + 16;

class GzipText : public TextSource {
 public:
  GzipText(const InputFile& file, std::size_t blockBytes)
      : file_(file), blockBytes_(std::max<std::size_t>(blockBytes, 1)), input_(inputBytes) {
    if (inflateInit2(&stream_, largestWindowOfGzip) != Z_OK) throw InputError("zlib cannot be started.");
  }
  ~GzipText() override { inflateEnd(&stream_); }

  // The text starts with what was left of the last line of the block before.
  bool next(TextBlock& block) override {
    std::vector<char>& text = block.text;
    text.swap(rest_);
    rest_.clear();
    block.offset = offset_;
    std::size_t used = 0;
    for (std::size_t wanted = blockBytes_; used == 0; wanted *= 2) {
      if (wanted > 2 * maxLineBytes)
        throw InputError("'" + file_.path() + "' holds no text: it has a line above 64 MiB.");
      const bool more = inflateUpTo(text, wanted);
      used = more ? lengthOfLines(text) : text.size();
      if (!more) break;
    }
    if (used == 0) return false;
    rest_.assign(text.begin() + used, text.end());
    text.resize(used);
    offset_ += used;
    if (text.back() != '\n') text.push_back('\n');
    return true;
  }

  std::uint64_t bytesUsed() const override { return readAt_ - stream_.avail_in; }

 private:
  static std::size_t lengthOfLines(const std::vector<char>& text) {
    std::size_t length = text.size();
    while (length > 0 && text[length - 1] != '\n') --length;
    return length;
  }

  // Lengthens the text to `wanted` bytes; false when the file ended.
  bool inflateUpTo(std::vector<char>& text, std::size_t wanted) {
    std::size_t length = text.size();
    if (wanted <= length) return true;
    text.resize(wanted);
    while (length < wanted && !ended_) {
      if (stream_.avail_in == 0) refill();
      stream_.next_out = reinterpret_cast<Bytef*>(text.data() + length);
      const uInt room = static_cast<uInt>(std::min<std::size_t>(wanted - length, std::size_t(1) << 30));
      stream_.avail_out = room;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      length += room - stream_.avail_out;
      if (status == Z_STREAM_END) ended_ = !startNextMember();
      else if (status != Z_OK && status != Z_BUF_ERROR) throwDamaged();
    }
    text.resize(length);
    return !ended_;
  }

  void refill() {
    stream_.next_in = input_.data();
    stream_.avail_in = static_cast<uInt>(file_.readSome(input_.data(), input_.size(), readAt_));
    readAt_ += stream_.avail_in;
    if (stream_.avail_in == 0) {
      throw InputError("'" + file_.path() + "' is cut off: its compressed data stop before their end. Fetch it again.");
    }
  }

  // Like gzip, takes what follows the last member for padding unless it begins like a member.
  bool startNextMember() {
    unsigned char magic[2] = {};
    const std::uint64_t at = readAt_ - stream_.avail_in;
    if (file_.readSome(magic, 2, at) < 2 || magic[0] != 0x1f || magic[1] != 0x8b) return false;
    return inflateReset(&stream_) == Z_OK;
  }

  [[noreturn]] void throwDamaged() const {
    throw InputError("'" + file_.path() + "' is damaged: zlib finds " +
                     (stream_.msg != nullptr ? stream_.msg : "an error") + " at byte " + std::to_string(bytesUsed()) +
                     " of the compressed file. Fetch it again.");
  }

  const InputFile& file_;
  std::size_t blockBytes_;
  std::vector<Bytef> input_;
  z_stream stream_ = {};
  std::uint64_t readAt_ = 0;
  std::vector<char> rest_;
  std::uint64_t offset_ = 0;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<TextSource> textOfGzip(const InputFile& file, std::size_t blockBytes) {
  return std::make_unique<GzipText>(file, blockBytes);
}

}  // namespace Chronos
