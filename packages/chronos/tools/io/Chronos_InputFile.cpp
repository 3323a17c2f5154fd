// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InputFile.hpp"

#include "Chronos_Error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Chronos {

// Without O_NONBLOCK a FIFO into which nobody writes is waited for; regular files do not know the difference.
InputFile::InputFile(const std::string& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (descriptor_ < 0) {
    throw InputError("Cannot open '" + path + "' for reading: " + std::strerror(errno) +
                     ". Check the name and that all ranks see the file.");
  }
  struct stat status;
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    const bool isStream = S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode);
    throw InputError(
        "'" + path + "' is not a regular file; " +
        (isStream ? "write what comes from there to a file, and name that." : "name a file with a matrix."));
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() {
  ::close(descriptor_);
}

FileKind InputFile::kind() const {
  char magic[binaryMagicBytes] = {};
  const std::size_t length = readSome(magic, sizeof(magic), 0);
  if (length >= 2 && magic[0] == '\x1f' && magic[1] == '\x8b') return FileKind::gzip;
  if (length == binaryMagicBytes && std::memcmp(magic, binaryMagic, binaryMagicBytes) == 0) {
    return FileKind::chronosBinary;
  }
  return FileKind::text;
}

std::size_t InputFile::readSome(void* bytes, std::size_t n, std::uint64_t offset) const {
  std::size_t done = 0;
  while (done < n) {
    const std::size_t piece = std::min(n - done, std::size_t(1) << 30);
    const ssize_t length =
        ::pread(descriptor_, static_cast<char*>(bytes) + done, piece, static_cast<off_t>(offset + done));
    if (length == 0) break;
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) throw InputError("Reading '" + path_ + "' failed: " + std::strerror(errno) + ".");
    done += static_cast<std::size_t>(length);
  }
  return done;
}

void InputFile::read(void* bytes, std::size_t n, std::uint64_t offset) const {
  if (readSome(bytes, n, offset) != n) {
    throw InputError("'" + path_ + "' became shorter while it was read; read it when nobody writes it.");
  }
}

}  // namespace Chronos
