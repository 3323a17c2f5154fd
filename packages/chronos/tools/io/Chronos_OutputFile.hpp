// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_OUTPUTFILE_HPP
#define CHRONOS_OUTPUTFILE_HPP

#include "Chronos_Types.hpp"

#include <cstdint>
#include <string>

namespace Chronos {

/// \brief A file that all ranks write side by side, under a temporary name in the folder of the final one.
///
/// Only commit() puts it in its place, whole; without commit, as when an error passes by, nothing stays.
class OutputFile {
 public:
  /// Collective.
  /// \throws InputError on all ranks when the file cannot be created, or a rank cannot see it
  OutputFile(const std::string& path, const Teuchos::RCP<const Comm>& comm);
  /// Local.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Writes n bytes at an offset. Local; an error is kept for commit().
  void write(const void* bytes, std::size_t n, std::uint64_t offset);

  /// Brings the bytes of all ranks to the disk, then gives the file its name. Collective.
  /// \throws InputError on all ranks when any write failed
  void commit();

 private:
  std::string createTemporary();

  std::string path_, temporary_;
  Teuchos::RCP<const Comm> comm_;
  int descriptor_ = -1;
  std::string error_;
  bool committed_ = false;
};

}  // namespace Chronos

#endif
