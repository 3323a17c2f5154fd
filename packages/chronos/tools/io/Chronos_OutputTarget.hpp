// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_OUTPUTTARGET_HPP
#define CHRONOS_OUTPUTTARGET_HPP

#include <optional>
#include <string>

#include <sys/stat.h>

namespace Chronos {

/// What an output's name stands for.
struct OutputTarget {
  std::string path;            ///< behind all links; of a link that dangles, the name that it points to
  std::optional<mode_t> mode;  ///< permissions of the regular file that is there
  bool isReplaced = true;      ///< a file that is new or regular; devices, FIFOs, sockets are written as they are
  int descriptor = -1;         ///< open in this process already, as what /dev/stdout stands for
};

/// \brief Follows the links of a name. Local.
/// \throws InputError for a name that is empty, a folder, in no folder, or without permission to write
OutputTarget outputTarget(const std::string& path);

/// A file, whatever it is called.
struct FileIdentity {
  dev_t device;
  ino_t inode;
  std::string name;  ///< of a file that is not there yet, in the folder that device and inode tell
};

bool operator==(const FileIdentity& a, const FileIdentity& b);

/// Of a file that holds what is written to it: regular, FIFO, block device. Null for terminals and the like. Local.
std::optional<FileIdentity> identityOf(const OutputTarget& target);

/// Of a file that is read; null where there is none. Local.
std::optional<FileIdentity> identityOf(const std::string& path);

}  // namespace Chronos

#endif
