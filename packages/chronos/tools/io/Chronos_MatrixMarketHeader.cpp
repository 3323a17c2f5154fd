// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixMarketHeader.hpp"

#include "Chronos_ByteOrderMark.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_ParseNumber.hpp"
#include "Chronos_TextSource.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <sstream>

namespace Chronos {
namespace {

// Lines of a text, one after the other, with their numbers and offsets.
class Lines {
 public:
  explicit Lines(std::unique_ptr<TextSource> source) : source_(std::move(source)) {}

  bool next(std::string& line) {
    if (position_ == block_.text.size()) {
      position_ = 0;
      block_.text.clear();
      if (!source_->next(block_)) return false;
    }
    const auto begin = block_.text.begin() + position_;
    const auto end = std::find(begin, block_.text.end(), '\n');
    line.assign(begin, end);
    position_ += line.size() + 1;
    ++number_;
    return true;
  }

  long long number() const { return number_; }
  std::uint64_t offsetBehind() const { return block_.offset + position_; }

 private:
  std::unique_ptr<TextSource> source_;
  TextBlock block_;
  std::size_t position_ = 0;
  long long number_ = 0;
};

class HeaderReader {
 public:
  explicit HeaderReader(const InputFile& file)
      : path_(file.path()),
        lines_(file.kind() == FileKind::gzip ? textOfGzip(file, blockBytes) : textOfFile(file, blockBytes)) {}

  MatrixMarketHeader read() {
    readBanner();
    readSizes();
    header_.sizeLine = lines_.number();
    header_.dataOffset = lines_.offsetBehind();
    return header_;
  }

 private:
  static constexpr std::size_t blockBytes = std::size_t(1) << 16;

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("'" + path_ + "', line " + std::to_string(lines_.number()) + ": " + what);
  }

  static std::string quoted(const std::string& line) {
    constexpr std::size_t most = 60;
    std::string text = line.substr(0, std::min(line.find_first_of("\r\n"), most));
    for (char& c : text)
      if (static_cast<unsigned char>(c) < ' ') c = '?';
    return "'" + text + "'";
  }

  void readBanner() {
    std::string line;
    if (!lines_.next(line)) throw InputError("'" + path_ + "' is empty; name a file with a matrix.");
    dropByteOrderMark(line);
    const std::size_t carriageReturn = line.find('\r');
    if (line.compare(0, 2, "%%") == 0 && carriageReturn + 1 < line.size() && carriageReturn != std::string::npos)
      fail("its lines end in carriage returns alone, which are no line ends here. Convert them: tr '\\r' '\\n'.");
    std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return std::tolower(c); });
    std::istringstream words(line);
    std::string mark, object, format, field, symmetry;
    words >> mark >> object >> format >> field >> symmetry;
    if (mark != "%%matrixmarket") {
      fail("this is no Matrix Market file, whose first line begins with %%MatrixMarket. Convert it.");
    }
    if (object != "matrix") fail("the object is '" + object + "'; only 'matrix' can be read.");
    if (format != "coordinate" && format != "array") {
      fail("the format is '" + format + "'; write it as 'coordinate' or 'array'.");
    }
    if (field != "real" && field != "integer" && field != "double") {
      fail("the numbers are '" + field + "'; only 'real' and 'integer' ones can be read. Write real values.");
    }
    if (symmetry != "general" && symmetry != "symmetric") {
      fail("the symmetry is '" + symmetry +
           "'; only 'general' and 'symmetric' can be read. Write all entries as general.");
    }
    if (format == "array" && symmetry != "general") {
      fail("an array file is read when 'general' only. Write all entries.");
    }
    header_.format = format == "array" ? MatrixMarketFormat::array : MatrixMarketFormat::coordinate;
    header_.symmetry = symmetry == "symmetric" ? MatrixMarketSymmetry::symmetric : MatrixMarketSymmetry::general;
  }

  void readSizes() {
    std::string line;
    const char* p = nullptr;
    do {
      if (!lines_.next(line)) fail("the file ends before its size line. Fetch or write it again.");
      line.push_back('\n');
      p = skipBlanks(line.c_str());
    } while (*p == '%' || *p == '\n');
    const std::string found = quoted(line);

    const bool isArray = header_.format == MatrixMarketFormat::array;
    const int numSizes = isArray ? 2 : 3;
    long long sizes[3] = {};
    for (int i = 0; i < numSizes; ++i) {
      p = parseIndex(skipBlanks(p), sizes[i]);
      if (p == nullptr || (!isBlank(*p) && *p != '\n' && *p != '%')) break;
    }
    const char* rest = p == nullptr ? nullptr : skipBlanks(p);
    if (rest == nullptr || (*rest != '\n' && *rest != '%')) {
      fail(std::string("expected the size line '") + (isArray ? "rows columns" : "rows columns entries") + "', found " +
           found + ". Write " + (isArray ? "two" : "three") + " whole numbers.");
    }
    header_.rows = sizes[0];
    header_.cols = sizes[1];
    header_.entries = sizes[2];
    if (!isArray) return;
    if (sizes[1] > 0 && sizes[0] > std::numeric_limits<long long>::max() / sizes[1]) fail("the array is too large.");
    header_.entries = sizes[0] * sizes[1];
  }

  std::string path_;
  Lines lines_;
  MatrixMarketHeader header_;
};

}  // namespace

MatrixMarketHeader readMatrixMarketHeader(const InputFile& file) {
  return HeaderReader(file).read();
}

}  // namespace Chronos
