// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INPUTFILE_HPP
#define CHRONOS_INPUTFILE_HPP

#include <cstddef>
#include <cstdint>
#include <string>

namespace Chronos {

/// What the first bytes of a file tell.
enum class FileKind { text, gzip, chronosBinary };

/// First bytes of a binary matrix (Chronos_BinaryMatrix.hpp).
constexpr char binaryMagic[] = "CHRONOS1";
constexpr std::size_t binaryMagicBytes = 8;

/// \brief A regular file open for reading; read by several threads at once. Local.
///
/// Reads by position rather than through a memory map: a file that shrinks meanwhile is an error, not a signal.
class InputFile {
 public:
  /// \throws InputError when the file is missing, is no regular file, or may not be read
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  FileKind kind() const;

  /// Reads up to n bytes at an offset; fewer only at the end of the file.
  /// \throws InputError when the disk fails
  std::size_t readSome(void* bytes, std::size_t n, std::uint64_t offset) const;

  /// Reads n bytes at an offset.
  /// \throws InputError when the file ends before
  void read(void* bytes, std::size_t n, std::uint64_t offset) const;

 private:
  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace Chronos

#endif
