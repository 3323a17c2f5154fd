// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TEXTSINK_HPP
#define CHRONOS_TEXTSINK_HPP

#include "Chronos_OutputFile.hpp"
#include "Chronos_Types.hpp"

#include <Teuchos_CommHelpers.hpp>

#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace Chronos {

/// \brief Numbers as text, written to a file from an offset on, or only measured when there is no file. Local.
class TextSink {
 public:
  TextSink(OutputFile* file, std::uint64_t offset) : file_(file), offset_(offset), buffer_(bufferBytes) {}

  void index(long long value, char behind) { put(std::to_chars(room(), stop(), value), behind); }
  /// The fewest digits that give the same double back.
  void shortestReal(double value, char behind) { put(std::to_chars(room(), stop(), value), behind); }
  void fullReal(double value, char behind) {
    put(std::to_chars(room(), stop(), value, std::chars_format::scientific, digitsBehindPoint), behind);
  }
  void flush() {
    if (file_ != nullptr) file_->write(buffer_.data(), used_, offset_);
    offset_ += used_;
    used_ = 0;
  }
  std::uint64_t offset() const { return offset_ + used_; }

 private:
  static constexpr std::size_t bufferBytes = std::size_t(1) << 20;
  static constexpr std::size_t longestNumber = 32;  // of a double with 17 digits or of a 64-bit integer
  static constexpr int digitsBehindPoint = 16;      // 17 significant ones

  char* room() {
    if (buffer_.size() - used_ < longestNumber) flush();
    return buffer_.data() + used_;
  }
  char* stop() { return buffer_.data() + buffer_.size() - 1; }
  void put(const std::to_chars_result& result, char behind) {
    *result.ptr = behind;
    used_ = result.ptr + 1 - buffer_.data();
  }

  OutputFile* file_;
  std::uint64_t offset_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

/// Sum over the ranks before this one. Collective.
inline long long sumBefore(const Comm& comm, long long mine) {
  long long upToMine = 0;
  Teuchos::scan<int, long long>(comm, Teuchos::REDUCE_SUM, mine, Teuchos::outArg(upToMine));
  return upToMine - mine;
}

/// Whether none of n values is infinite or not a number: those a reader would refuse.
template <class View>
bool allFinite(const View& values, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    if (!std::isfinite(values(k))) return false;
  }
  return true;
}

inline std::string notFinite(const std::string& path) {
  return "Cannot write '" + path + "': it would hold a value that is infinite or not a number.";
}

}  // namespace Chronos

#endif
