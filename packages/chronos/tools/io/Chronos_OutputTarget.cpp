// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OutputTarget.hpp"

#include "Chronos_Error.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

namespace Chronos {
namespace {

using Path = std::filesystem::path;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw InputError("Cannot write '" + path + "': " + why + ".");
}

Path folderOf(const Path& path) {
  return path.has_parent_path() ? path.parent_path() : Path(".");
}

// /dev/stdout and /dev/fd/N lead to /proc/self/fd/N. What is open there need have no name, and where it has one, a
// second opening would write over what went through the first.
int ownDescriptor(const Path& path) {
  const std::string number = path.filename().string();
  if (number.empty() || number.size() > 6 || number.find_first_not_of("0123456789") != std::string::npos) return -1;
  std::error_code ignored;
  const std::string folder = std::filesystem::canonical(folderOf(path), ignored).string();
  const std::string own = "/proc/" + std::to_string(::getpid());
  const bool isOwn = folder == own + "/fd" || folder == own + "/task/" + std::to_string(::getpid()) + "/fd";
  return isOwn ? std::stoi(number) : -1;
}

void followLinks(const std::string& path, OutputTarget& target) {
  constexpr int mostLinks = 40;  // as Linux
  Path current = path;
  for (int i = 0; i <= mostLinks; ++i) {
    target.descriptor = ownDescriptor(current);
    std::error_code noLink;
    const Path next = std::filesystem::read_symlink(current, noLink);
    if (noLink || target.descriptor >= 0) {
      target.path = current.string();
      return;
    }
    current = folderOf(current) / next;
  }
  refuse(path, "its links lead in a circle");
}

void checkNewFile(const std::string& path, const OutputTarget& target) {
  std::error_code ignored;
  const Path folder = folderOf(target.path);
  if (!std::filesystem::is_directory(folder, ignored)) refuse(path, "there is no folder '" + folder.string() + "'");
  if (Path(target.path).filename().empty()) refuse(path, "it is a folder");
  if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse(path, "no permission to write in its folder");
}

bool holdsData(const struct stat& status) {
  return S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) || S_ISBLK(status.st_mode);
}

std::optional<FileIdentity> identity(const struct stat& status) {
  if (!holdsData(status)) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, ""};
}

}  // namespace

OutputTarget outputTarget(const std::string& path) {
  if (path.empty()) throw InputError("An output has an empty name; name a file.");
  OutputTarget target;
  followLinks(path, target);
  struct stat status;
  if (target.descriptor >= 0) {
    const int flags = ::fcntl(target.descriptor, F_GETFL);
    if (flags < 0) refuse(path, "it is not open");
    if ((flags & O_ACCMODE) == O_RDONLY) refuse(path, "it is open for reading only");
    target.isReplaced = false;
    return target;
  }
  if (::stat(target.path.c_str(), &status) != 0) {
    const int error = errno;
    checkNewFile(path, target);
    if (error != ENOENT) refuse(path, std::strerror(error));
    return target;
  }
  if (S_ISDIR(status.st_mode)) refuse(path, "it is a folder");
  // Replacing a file needs no permission to write it, but who takes that permission away wants the file kept.
  if (::access(target.path.c_str(), W_OK) != 0) refuse(path, "no permission to write it");
  target.isReplaced = S_ISREG(status.st_mode);
  if (target.isReplaced) {
    target.mode = status.st_mode & 07777;
    checkNewFile(path, target);
  }
  return target;
}

bool operator==(const FileIdentity& a, const FileIdentity& b) {
  return a.device == b.device && a.inode == b.inode && a.name == b.name;
}

std::optional<FileIdentity> identityOf(const OutputTarget& target) {
  struct stat status;
  if (target.descriptor >= 0) return ::fstat(target.descriptor, &status) == 0 ? identity(status) : std::nullopt;
  if (::stat(target.path.c_str(), &status) == 0) return identity(status);
  if (::stat(folderOf(target.path).c_str(), &status) != 0) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, Path(target.path).filename().string()};
}

std::optional<FileIdentity> identityOf(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 ? identity(status) : std::nullopt;
}

}  // namespace Chronos
